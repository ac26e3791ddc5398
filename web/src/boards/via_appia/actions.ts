/** The four actions of a turn, and which kinds of choices belong to them. */

import type { Choice } from '../../api/types'

export const ACTIONS = [
  { name: 'income', place: 'income', kinds: ['income_coins', 'income_stones', 'income_both'] },
  { name: 'quarry', place: 'quarry', kinds: ['push'] },
  { name: 'build', place: 'road', kinds: ['build'] },
  { name: 'travel', place: 'road', kinds: ['travel'] },
] as const

/** The first choice of an action, where it can be begun. */
export function firstOf(choices: Choice[], kinds: readonly string[]): Choice | undefined {
  return choices.find((choice) => kinds.includes(choice.kind))
}
