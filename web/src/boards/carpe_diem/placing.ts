/** A tile in hand: how it looks turned, and which choices belong to which space. */

import type { Choice } from '../../api/types'
import { SIDES, type Side, type Sides } from './layout'

const LETTERS = 'nesw'

/** The sides after so many quarter turns clockwise. */
export function turned(sides: Sides, turn: number): Sides {
  return Object.fromEntries(SIDES.map((side, number) => [side, sides[SIDES[(number - turn + 8) % 4]!]])) as Record<Side, string>
}

function looksLike(one: Sides, other: Sides): boolean {
  return SIDES.every((side) => one[side] === other[side])
}

export interface Fit {
  /** The choice that places the tile as it is turned now. */
  now: Choice | undefined
  /** Turns that fit here, this one or others. */
  turns: number[]
}

/** What a space offers for a tile turned so often. Turns that look the same are one choice (CD-T10), so they are compared by looks. */
export function fit(choices: Choice[], space: number, sides: Sides, turn: number): Fit {
  const here = choices.filter((choice) => choice.kind === 'place' && Math.floor(choice.index / 4) === space)
  const same = (wanted: number) => here.find((choice) => looksLike(turned(sides, choice.index % 4), turned(sides, wanted)))
  return { now: same(turn), turns: [0, 1, 2, 3].filter(same) }
}

/** The move that stands for placing on a space with this turn, open or not. */
export function placing(space: string, turn: number): string {
  return `place ${space}-${LETTERS[turn]}`
}

/** The turn to begin with: the one with the most spaces. */
export function bestTurn(choices: Choice[], sides: Sides, spaces: number): number {
  const counts = [0, 1, 2, 3].map((turn) => Array.from({ length: spaces }, (_, space) => space).filter((space) => fit(choices, space, sides, turn).now).length)
  return counts.indexOf(Math.max(...counts))
}

/** The next turn that fits on a space, clockwise from the one now. */
export function nextFit(turns: number[], turn: number): number {
  return [1, 2, 3, 0].map((step) => (turn + step) % 4).find((next) => turns.includes(next)) ?? turn
}
