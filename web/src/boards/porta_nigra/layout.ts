/** Where everything lies in a quarter, in units of its picture, which is 400 wide. Also what can be counted on the board. */

import type { PortaNigraBox, PortaNigraView } from '../../api/types'

export type Spot = PortaNigraView['board'][number]
export type Building = 'amphitheatre' | 'basilica' | 'city_wall' | 'porta_nigra'

export const WIDTH = 400
export const HEAD = 80
export const BRICK = { width: 34, height: 11 }
export const ROMAN = 25
export const PLINTH = 17

export interface Placed {
  spot: Spot
  x: number // middle
  y: number // where the lowest brick stands
  width: number
  top: number
  room: number // bricks that have to fit
}

export interface Line {
  key: string
  row: string | null
  y: number // its top
  height: number
  spots: Placed[]
}

export interface Quarter {
  building: Building
  lines: Line[]
  height: number
}

const COLUMNS = 5
const HIGHEST = 8

function chunks<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, number) => items.slice(number * size, (number + 1) * size))
}

/** A quarter of the city; `least` is the height of its neighbour, so that both are as high. */
export function quarter(board: Spot[], building: Building, least = 0): Quarter {
  const own = board.filter((spot) => spot.building === building)
  const gate = building === 'porta_nigra'
  const rows = gate ? [own] : [...new Set(own.map((spot) => spot.row))].flatMap((row) => chunks(own.filter((spot) => spot.row === row), COLUMNS))
  const column = gate ? 42 : 64
  let y = HEAD + (building === 'basilica' ? 34 : 8)
  const lines = rows.map((spots, number) => {
    const room = gate ? HIGHEST : Math.max(...spots.map((spot) => spot.bricks ?? 0))
    const height = room * BRICK.height + ROMAN + PLINTH + 8
    const line: Line = {
      key: `${building}-${number}`,
      row: spots[0]?.row ?? null,
      y,
      height,
      spots: spots.map((spot, place) => ({
        spot,
        x: (gate ? 11 : 8) + column * (place + 0.5),
        y: y + height - PLINTH - 4,
        width: column - 4,
        top: y + 2,
        room,
      })),
    }
    y += height + 3
    return line
  })
  const height = y + (gate ? 58 : 8)
  const spare = Math.max(0, least - height)
  for (const line of lines) {
    line.y += spare
    for (const placed of line.spots) {
      placed.y += spare
      placed.top += spare
    }
  }
  return { building, lines, height: height + spare }
}

export interface Standing {
  seat: number
  count: number
}

/** Own bricks of every seat that has any among some spots, most first. */
export function standing(spots: Spot[]): Standing[] {
  return tally(spots, (spot) => spot.height)
}

/** Elements of exactly one height. */
export function ofHeight(spots: Spot[], height: number): Standing[] {
  return tally(spots.filter((spot) => spot.height === height), () => 1)
}

function tally(spots: Spot[], weight: (spot: Spot) => number): Standing[] {
  const counts = new Map<number, number>()
  for (const spot of spots) if (spot.owner !== null) counts.set(spot.owner, (counts.get(spot.owner) ?? 0) + weight(spot))
  return [...counts].map(([seat, count]) => ({ seat, count })).sort((one, other) => other.count - one.count || one.seat - other.seat)
}

/** Points for first and second place in a row, or in the whole wall. */
export function majority(box: PortaNigraBox, building: Building, row: string | null): number[] | null {
  if (building === 'porta_nigra' || row === null) return null
  const rows = box.building[building].rows as Record<string, { majority: number[] }>
  return rows[row]?.majority ?? null
}

export function levels(box: PortaNigraBox): { height: number; points: number[] }[] {
  return Object.entries(box.building.porta_nigra.level_majority).map(([height, points]) => ({ height: Number(height), points: points as number[] }))
}
