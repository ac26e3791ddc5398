/** What those at a table are called. A name that nobody chose is the server's own, and is shown in the reader's language. */

import type { Sitting } from '../api/types'
import { t } from './words.svelte'

type Named = Pick<Sitting, 'seat' | 'kind' | 'name' | 'bot'>

/** The name that the server gives a person who chose none. */
export function unchosen(seat: number): string {
  return `Player ${seat + 1}`
}

/** Whether somebody is simply "you": the only own seat, and without a name. */
function isYou({ seat, kind, name }: Named, you: number[]): boolean {
  return kind === 'person' && you.length === 1 && you[0] === seat && name === unchosen(seat)
}

export function nameOf(sitting: Named, you: number[] = []): string {
  const { seat, kind, name, bot } = sitting
  if (isYou(sitting, you)) return t('you')
  if (kind === 'bot' && name === `Bot ${seat + 1}` && /^\d+$/.test(bot ?? '')) return t('bot_name', { number: seat + 1, level: bot! })
  return !name || (kind !== 'bot' && name === unchosen(seat)) ? t('seat', { number: seat + 1 }) : name
}
