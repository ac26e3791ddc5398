/** What a forum card shows. */

import type { CarpeDiemView } from '../../api/types'

export type ForumCard = NonNullable<CarpeDiemView['forum']['cards'][number]['card']>
type Amounts = Record<string, number | undefined>

function entries(amounts: Amounts): [string, number][] {
  return Object.entries(amounts).filter((entry): entry is [string, number] => entry[1] !== undefined && entry[1] > 0)
}

/** The reward for so many sets, in the order printed. */
export function reward(card: ForumCard, sets: number): [string, number][] {
  return entries(card.gives).map(([thing, amount]) => [thing, amount * sets])
}

/** All single signs of what a card asks for: three fish are three signs. */
export function signs(card: ForumCard): string[] {
  return entries(card.needs).flatMap(([thing, amount]) => Array.from({ length: amount }, () => thing))
}
