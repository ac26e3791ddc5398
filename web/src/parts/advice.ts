/** What a hint says of each move: the best with what it leads to, the others with what they do otherwise. */
import type { Hint } from '../api/types'

export type Points = [category: string, amount: number][]

export interface Advice {
  move: string
  sentence: string
  value: number
  /** Points in the end, all categories together. */
  total: number
  /** Of the best move what each category brings, of the others the difference to it; the largest first. */
  points: Points
}

const LEAST = 0.5 // of a point: what is less rounds to nothing
const MOST_DIFFERENCES = 3

export function advice(hint: Hint): Advice[] {
  const best = hint.moves[0]
  return hint.moves.map((move) => ({
    move: move.move,
    sentence: move.sentence,
    value: move.value,
    total: Object.values(move.points).reduce((sum, amount) => sum + amount, 0),
    points: move === best ? told(move.points) : told(differences(move.points, best!.points)).slice(0, MOST_DIFFERENCES),
  }))
}

function differences(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const categories = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...categories].map((category) => [category, (one[category] ?? 0) - (other[category] ?? 0)]))
}

function told(points: Record<string, number>): Points {
  return Object.entries(points)
    .filter(([, amount]) => Math.abs(amount) >= LEAST)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
}
