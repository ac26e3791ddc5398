/** The four actions of a turn, and which kinds of choices belong to them. */

import type { Choice, ViaAppiaView } from '../../api/types'

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

/** A move of an action, to be asked why it cannot be made where no move of the kind can. */
export function example(action: (typeof ACTIONS)[number]['name'], view: Pick<ViaAppiaView, 'income' | 'spaces' | 'cities'>): string {
  if (action === 'income') return `income coins ${view.income.cards[0]!.card}`
  if (action === 'quarry') return 'push small'
  if (action === 'build') return `build ${(view.spaces.find((space) => !space.tile) ?? view.spaces[0]!).space}`
  return `travel ${view.cities[0]!.city}`
}
