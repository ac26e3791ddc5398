/** What a board is given. It draws the view, and asks `play` which things on it are choices. */

import type { Component } from 'svelte'
import type { DecisionEvent } from '../api/types'
import type { Play } from '../parts/play.svelte'

export interface BoardProps<View, Box> {
  /** What the viewer sees: `match.view(seat)`. */
  view: View
  /** The printed numbers of the box that is played with. */
  box: Box
  /** Names by seat. */
  names: string[]
  /** The seat that is looked from, null for a spectator. */
  viewer: number | null
  play: Play
  /** The decision that led here, with the frames of a push where it was one. */
  last: DecisionEvent | null
}

// A folder with a Board.svelte is a board: nothing else has to be told about it.
const BOARDS = import.meta.glob('./*/Board.svelte') as Record<string, () => Promise<{ default: Component<BoardProps<never, never>> }>>

export function hasBoard(game: string): boolean {
  return `./${game}/Board.svelte` in BOARDS
}

export async function board(game: string): Promise<Component<BoardProps<unknown, unknown>> | null> {
  const found = await BOARDS[`./${game}/Board.svelte`]?.()
  return (found?.default as unknown as Component<BoardProps<unknown, unknown>>) ?? null
}
