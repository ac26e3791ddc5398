/** Where everything lies on the pictures of Carpe Diem, and how the sides of a tile make its parts. */

import type { CarpeDiemView } from '../../api/types'

export type Tile = NonNullable<CarpeDiemView['turn']['tile']>
export type Seat = CarpeDiemView['seats'][number]
export type Goal = Seat['frame'][number]
export interface Point {
  x: number
  y: number
}

export const SIDES = ['north', 'east', 'south', 'west'] as const
export type Side = (typeof SIDES)[number]
export type Sides = Record<Side, string>

export const LANDSCAPES = ['pond', 'garden', 'vineyard', 'farmyard'] as const
export const DWELLINGS = ['merchant', 'granary', 'administrator', 'craftsman'] as const
export const GOODS = ['fish', 'herb', 'grape', 'chicken'] as const
export const GOOD_OF: Record<string, string> = { pond: 'fish', garden: 'herb', vineyard: 'grape', farmyard: 'chicken' }

/** The unit vector that points to a side. */
export const TOWARDS: Record<Side, Point> = { north: { x: 0, y: -1 }, east: { x: 1, y: 0 }, south: { x: 0, y: 1 }, west: { x: -1, y: 0 } }

// --- A tile, 100 wide, around (0, 0) ---------------------------------------------------------------------------------

export const ARM = 44 // how wide a part is where it leaves the tile
const STUB = 27 // how deep it is where another part needs the middle
const HALF = 40 // and where only the side across is taken

export interface Part {
  thing: string
  sides: Side[]
  /** Reaches the middle; otherwise it is as deep as this from its one side. */
  depth: number | null
}

/** What lies on a tile: all sides of one kind are one part. CD-T8 */
export function parts(sides: Sides): Part[] {
  const things = [...new Set(SIDES.map((side) => sides[side]))].filter((thing) => thing !== 'grass')
  const found = things.map((thing) => ({ thing, sides: SIDES.filter((side) => sides[side] === thing) }))
  return found.map((part) => ({ ...part, depth: depth(part.sides, found) }))
}

function depth(own: Side[], all: { sides: Side[] }[]): number | null {
  if (own.length > 1 || all.length === 1) return null
  const other = all.flatMap((part) => part.sides).filter((side) => !own.includes(side))
  const across = SIDES[(SIDES.indexOf(own[0]!) + 2) % 4]
  return other.length === 1 && other[0] === across ? HALF : STUB
}

/** Lines from the sides of a part inwards, to be drawn with a stroke as wide as `ARM`. */
export function arms(part: Part): string {
  return part.sides
    .map((side) => {
      const { x, y } = TOWARDS[side]
      const end = part.depth === null ? 0 : 50 - part.depth
      return `M${x * 50} ${y * 50}L${x * end} ${y * end}`
    })
    .join('')
}

/** Where the sign of a part stands. */
export function heart(part: Part): Point {
  if (part.sides.length > 1) return { x: 0, y: 0 }
  const { x, y } = TOWARDS[part.sides[0]!]
  const out = part.depth === null ? 14 : 50 - part.depth / 2
  return { x: x * out, y: y * out }
}

// --- The ring of blueprints, 400 wide --------------------------------------------------------------------------------

export const RING = { width: 400, height: 394, x: 200, y: 204, plates: 158, spaces: 76, plate: 86, tile: 37, blue: { width: 54, height: 31 } }

function around(number: number, count: number, radius: number): Point {
  const angle = (number / count) * 2 * Math.PI - Math.PI / 2
  return { x: RING.x + radius * Math.cos(angle), y: RING.y + radius * Math.sin(angle) }
}

/** The middle of a blueprint, clockwise from the top. */
export function plate(number: number, count: number): Point {
  return around(number, count, RING.plates)
}

/** The middle of its blue space. */
export function blueSpace(number: number, count: number): Point {
  return around(number, count, RING.spaces)
}

/** The middle of a tile on a blueprint: two by two. */
export function onPlate(slot: number): Point {
  const step = RING.tile / 2 + 2.5
  return { x: slot % 2 ? step : -step, y: slot > 1 ? step : -step }
}

/** Where patricians stand who share a space. */
export function standing(place: number, count: number): number {
  return (place - (count - 1) / 2) * (count > 3 ? 16 : 17)
}

// --- The district, 400 wide ------------------------------------------------------------------------------------------

export const FRAME = 38
export const SPACE = 54

/** The middle of a space, counted row by row from the top left. */
export function spaceAt(space: number, size = 6): Point {
  return { x: FRAME + (space % size) * SPACE + SPACE / 2, y: FRAME + Math.floor(space / size) * SPACE + SPACE / 2 }
}

/** The space under a point of the picture, null on the frame. */
export function spaceUnder({ x, y }: Point, size = 6): number | null {
  const column = Math.floor((x - FRAME) / SPACE)
  const row = Math.floor((y - FRAME) / SPACE)
  return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : null
}

/** Where the goal stands on the frame: at the end of its line. */
export function goalAt(goal: Goal, size = 6): Point {
  const along = FRAME + goal.line.after * SPACE
  const far = 2 * FRAME + size * SPACE - FRAME / 2
  return { north: { x: along, y: FRAME / 2 }, south: { x: along, y: far }, west: { x: FRAME / 2, y: along }, east: { x: far, y: along } }[goal.side as Side]
}

/** The line that a completed thing has to lie across. CD-E3 */
export function goalLine(goal: Goal, size = 6): { x1: number; y1: number; x2: number; y2: number } {
  const along = FRAME + goal.line.after * SPACE
  const end = FRAME + size * SPACE
  return goal.line.between === 'columns' ? { x1: along, y1: FRAME, x2: along, y2: end } : { x1: FRAME, y1: along, x2: end, y2: along }
}

/** The space that a placing names, `place c4-n`; null for other moves. */
export function placedOn(move: string | null): string | null {
  return move?.match(/^place (\w+)-\w$/)?.[1] ?? null
}

// --- The forum, 400 wide ---------------------------------------------------------------------------------------------

export const CARD = { width: 106, height: 74 }
const GAP = { x: 33, y: 31 }
const MARGIN = { x: 8, y: 6 }
export const FORUM = { width: 400, height: 4 * CARD.height + 3 * GAP.y + 2 * MARGIN.y }

/** The top left corner of a card; cells are named like spaces, `b2`. */
export function cardAt(cell: string): Point {
  const column = cell.charCodeAt(0) - 97
  const row = Number(cell.slice(1)) - 1
  return { x: MARGIN.x + column * (CARD.width + GAP.x), y: MARGIN.y + row * (CARD.height + GAP.y) }
}

/** The place for a marker between two cards. */
export function placeAt(cells: string[]): Point {
  const corners = cells.map(cardAt)
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { x: middle(corners.map(({ x }) => x)) + CARD.width / 2, y: middle(corners.map(({ y }) => y)) + CARD.height / 2 }
}
