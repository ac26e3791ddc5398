/** The quarry as it is drawn, aimed at and watched. Lengths are micrometres, from the middle of the line towards the edge; the picture's are its own units, and its y goes down. */

import type { Choice, Frames, ViaAppiaView } from '../../api/types'
import type { Point } from './layout'
import { SIZES, type Counts, type Size } from './sizes'

export type Quarry = ViaAppiaView['quarry']

export const WIDTH = 400
const WALL = 12 // units beside the tray
const BASIN = 46 // units for the basin, where fallen stones lie
const PUSHER = 9000 // how thick the pusher is

function clamp(number: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, number))
}

// --- The picture ------------------------------------------------------------------------------------------------------

export interface Picture {
  scale: number // units a micrometre
  height: number
  line: number // y of the line
  edge: number // y of the edge
  basin: number // height of the basin
  x: (micrometres: number) => number
  y: (micrometres: number) => number
}

export function picture(quarry: Quarry): Picture {
  const widest = Math.max(quarry.front_width, quarry.back_width)
  const scale = (WIDTH - 2 * WALL) / widest
  const edge = BASIN + quarry.radius.large * scale + 6 // stones reach over the edge
  const line = edge + quarry.length * scale
  const behind = (2 * quarry.radius.large + PUSHER) * scale + 14
  return { scale, edge, line, basin: BASIN, height: line + behind, x: (um) => WIDTH / 2 + um * scale, y: (um) => line - um * scale }
}

/** A point of the picture in the quarry's micrometres. */
export function inQuarry(drawn: Picture, point: Point): Point {
  return { x: (point.x - WIDTH / 2) / drawn.scale, y: (drawn.line - point.y) / drawn.scale }
}

// --- Aiming -----------------------------------------------------------------------------------------------------------

export interface Aim {
  place: number // 0 on the left
  angle: number // number in the quarry's list
}

export interface Aiming {
  quarry: Quarry
  size: Size
  places: number
}

export function straight(aiming: Aiming): Aim {
  const angle = aiming.quarry.angles.indexOf(0)
  return { place: Math.floor(aiming.places / 2), angle: angle < 0 ? Math.floor(aiming.quarry.angles.length / 2) : angle }
}

/** The choices of kind `aim` count angles first: index = place times angles, plus angle. */
export function indexOf(aim: Aim, angles: number): number {
  return aim.place * angles + aim.angle
}

/** The aim that a choice stands for. */
export function aimOf(index: number, angles: number): Aim {
  return { place: Math.floor(index / angles), angle: index % angles }
}

/** Where the centre of the stone lies for a place: they spread evenly over what the mouth leaves for it. */
export function laidAt({ quarry, size, places }: Aiming, place: number): Point {
  const radius = quarry.radius[size]
  const most = quarry.back_width / 2 - radius
  return { x: places > 1 ? (2 * most * place) / (places - 1) - most : 0, y: -radius }
}

/** The place nearest to a point. */
export function placeAt(aiming: Aiming, x: number): number {
  const most = aiming.quarry.back_width / 2 - aiming.quarry.radius[aiming.size]
  if (most <= 0) return 0
  return clamp(Math.round(((x + most) / (2 * most)) * (aiming.places - 1)), 0, aiming.places - 1)
}

/** The angle that points best from the stone to a point: to the right is positive. */
export function angleTo(aiming: Aiming, place: number, point: Point): number {
  const from = laidAt(aiming, place)
  const wanted = (Math.atan2(point.x - from.x, Math.max(1, point.y - from.y)) * 180) / Math.PI
  const distances = aiming.quarry.angles.map((angle) => Math.abs(angle - wanted))
  return distances.indexOf(Math.min(...distances))
}

export type Grip = 'stone' | 'angle'

/** Whoever grips behind the line takes the stone, elsewhere the direction. */
export function gripAt(point: Point): Grip {
  return point.y <= 0 ? 'stone' : 'angle'
}

/** The aim after the pointer has come to a point: the stone follows it behind the line, and from there on it points the way. */
export function dragged(aiming: Aiming, aim: Aim, grip: Grip, point: Point): Aim {
  if (grip === 'stone' && point.y <= 0) return { ...aim, place: placeAt(aiming, point.x) }
  return { ...aim, angle: angleTo(aiming, aim.place, point) }
}

/** The aim after a key, or nothing if the key means nothing here. */
export function steered(aiming: Aiming, aim: Aim, key: string): Aim | null {
  const angles = aiming.quarry.angles.length
  switch (key) {
    case 'ArrowLeft':
      return { ...aim, place: clamp(aim.place - 1, 0, aiming.places - 1) }
    case 'ArrowRight':
      return { ...aim, place: clamp(aim.place + 1, 0, aiming.places - 1) }
    case 'ArrowUp':
      return { ...aim, angle: clamp(aim.angle + 1, 0, angles - 1) }
    case 'ArrowDown':
      return { ...aim, angle: clamp(aim.angle - 1, 0, angles - 1) }
    case 'Home':
      return straight(aiming)
    default:
      return null
  }
}

/** Degrees out of a move like `aim 11 -8`. */
export function degreesOf(move: string | null): number {
  return Number(move?.split(' ')[2] ?? 0) || 0
}

/** Where the middle of the pusher is, behind a stone; no part of it comes over the line. */
export function pusherAt(stone: Point, radius: number, degrees: number, width: number): Point {
  const turn = (degrees * Math.PI) / 180
  const back = radius + PUSHER / 2
  const reach = (PUSHER / 2) * Math.cos(turn) + (width / 2) * Math.abs(Math.sin(turn))
  const y = stone.y - back * Math.cos(turn)
  return { x: stone.x - back * Math.sin(turn), y: Math.min(y, -reach) }
}

export const PUSHER_DEPTH = PUSHER

/** What the chances come to: how likely at least one stone falls, how many on average, and the bars to draw; the last stands for all above. */
export function outlook(chances: number[], bars = 5): { some: number; mean: number; bars: { label: string; chance: number }[] } {
  const mean = chances.reduce((sum, chance, falls) => sum + chance * falls, 0)
  const shown = Array.from({ length: bars }, (_, falls) =>
    falls < bars - 1 ? { label: `${falls}`, chance: chances[falls] ?? 0 } : { label: `${falls}+`, chance: chances.slice(falls).reduce((sum, one) => sum + one, 0) },
  )
  return { some: 1 - (chances[0] ?? 0), mean, bars: shown }
}

// --- Choices after a push ---------------------------------------------------------------------------------------------

export interface Trade {
  size: Size
  count: number
  tiles: { size: Size; move: string }[] // largest first
  sell: string
}

/** What can be had for fallen stones, a line for each size that fell. */
export function trades(fallen: Counts): Trade[] {
  return [...SIZES]
    .reverse()
    .filter((size) => fallen[size] > 0)
    .map((size) => ({
      size,
      count: fallen[size],
      tiles: SIZES.slice(0, SIZES.indexOf(size) + 1)
        .reverse()
        .map((tile) => ({ size: tile, move: `exchange ${size} for ${tile}` })),
      sell: `sell ${size}`,
    }))
}

// --- The push as a film -----------------------------------------------------------------------------------------------

export interface Film {
  frames: Frames
  degrees: number
}
export interface FilmStone extends Point {
  number: number // among the frames' stones; 0 is the pushed one
  size: Size
  gone: number // 0 while it lies in the quarry, up to 1 while it drops over the edge
}

const UNIT = 100 // micrometres a unit of frames
const FRAME = 45 // milliseconds a frame, for short films
const SHORTEST = 600
const LONGEST = 1300
const DROP = 380

export function running(frames: Frames): number {
  return clamp((frames.places.length - 1) * FRAME, SHORTEST, LONGEST)
}

/** With the drop of the stones that fall last. */
export function duration(frames: Frames): number {
  return running(frames) + DROP
}

/** All stones at a moment; those that have dropped are left out. */
export function moment(frames: Frames, milliseconds: number): FilmStone[] {
  const last = frames.places.length - 1
  const each = running(frames) / Math.max(1, last)
  const at = clamp(milliseconds / each, 0, last)
  const before = Math.floor(at)
  const part = at - before
  const shown: FilmStone[] = []
  frames.sizes.forEach((size, stone) => {
    const here = frames.places[before]![stone]
    const next = frames.places[Math.min(before + 1, last)]![stone]
    const seen = { number: stone, size: size as Size, gone: 0 }
    if (here && next) shown.push({ ...seen, x: UNIT * (here[0] + (next[0] - here[0]) * part), y: UNIT * (here[1] + (next[1] - here[1]) * part) })
    else if (here) shown.push({ ...seen, x: UNIT * here[0], y: UNIT * here[1] })
    else {
      const fell = frames.places.findIndex((places) => places[stone] === null)
      const from = fell > 0 ? frames.places[fell - 1]![stone] : null
      const gone = (milliseconds - fell * each) / DROP
      if (from && gone < 1) shown.push({ ...seen, x: UNIT * from[0], y: UNIT * from[1], gone: Math.max(0, gone) })
    }
  })
  return shown
}

/** The choices of aims by their index. */
export function aims(choices: Choice[]): Map<number, Choice> {
  return new Map(choices.filter((choice) => choice.kind === 'aim').map((choice) => [choice.index, choice]))
}
