/** What can be counted on the table: how far a patrician goes for nothing, and how often a forum card would pay. */

import type { CarpeDiemView } from '../../api/types'
import { DWELLINGS, LANDSCAPES, type Seat } from './layout'

export type ForumCard = NonNullable<CarpeDiemView['forum']['cards'][number]['card']>
type Amounts = Record<string, number | undefined>

/** The blueprints, from 0, that are reached without bread: the first with a tile each way. CD-M2 */
export function freeTargets(blueprints: CarpeDiemView['blueprints'], from: number): number[] {
  const count = blueprints.length
  const first = (step: number) => {
    for (let far = 1; far <= count; far++) {
      const target = (from + step * far + count * far) % count
      if (blueprints[target]!.some((tile) => tile !== null)) return [target]
    }
    return []
  }
  return [...new Set([...first(1), ...first(-1)])]
}

function entries(amounts: Amounts): [string, number][] {
  return Object.entries(amounts).filter((entry): entry is [string, number] => entry[1] !== undefined && entry[1] > 0)
}

/** What a seat has of a thing that a green card asks for. CD-F9 */
export function owned(seat: Seat, thing: string): number {
  const completed: Amounts = seat.completed
  const together = (things: readonly string[]) => things.reduce((sum, one) => sum + (completed[one] ?? 0), 0)
  if (thing === 'chimney') return seat.chimneys
  if (thing === 'any_landscape') return together(LANDSCAPES)
  if (thing === 'any_dwelling') return together(DWELLINGS)
  return completed[thing] ?? 0
}

/** How many sets a seat has for a card by itself, as things stand, without bread. CD-F4, CD-F5 */
export function setsFor(card: ForumCard, seat: Seat): number {
  const needs = entries(card.needs)
  if (card.stripe !== 'red') return Math.min(...needs.map(([thing, amount]) => Math.floor(owned(seat, thing) / amount)))
  const missing = (sets: number) => needs.reduce((sum, [good, amount]) => sum + Math.max(0, sets * amount - ((seat.goods as Amounts)[good] ?? 0)), 0)
  let sets = 0
  while (missing(sets + 1) <= seat.coins) sets++
  return sets
}

/** The reward for so many sets, in the order printed. */
export function reward(card: ForumCard, sets: number): [string, number][] {
  return entries(card.gives).map(([thing, amount]) => [thing, amount * sets])
}

/** All single signs of what a card asks for: three fish are three signs. */
export function signs(card: ForumCard): string[] {
  return entries(card.needs).flatMap(([thing, amount]) => Array.from({ length: amount }, () => thing))
}
