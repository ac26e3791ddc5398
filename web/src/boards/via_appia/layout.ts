/** Where everything lies on the map of the road, in units of its picture, which is 400 wide; what a cart holds where; who has most. */

import type { ViaAppiaView } from '../../api/types'
import type { Counts, Size } from './sizes'

export type Space = ViaAppiaView['spaces'][number]
export type City = ViaAppiaView['cities'][number]

export const WIDTH = 400
export const STRIP = 36 // above each segment: its milestone, and the names of cities
const MARGIN = 4
const CITY = 56 // width of a city
const BAND = 134 // height of a segment
const INNER = CITY + MARGIN + 2 // where the spaces begin, left and right

export interface Point {
  x: number
  y: number
}
export interface Rect extends Point {
  width: number
  height: number
}
export interface PlacedSpace extends Point {
  space: Space
}
export interface PlacedCity {
  city: City
  number: number
  right: boolean // on the right side of the map
  rect: Rect
}
export interface Segment {
  letter: string
  behind: string // the city it starts from
  ahead: string
  right: boolean // whether it leads to the right
  top: number
}
export interface Link {
  key: string
  from: Point
  to: Point
  built: boolean
}
export interface Road {
  height: number
  spaces: PlacedSpace[]
  cities: PlacedCity[]
  segments: Segment[]
  links: Link[]
}

/** The road goes to and fro over the map: the first segment to the right, the next to the left. */
export function road(view: Pick<ViaAppiaView, 'spaces' | 'cities'>): Road {
  const letters = [...new Set(view.spaces.map((space) => space.segment))]
  const segments = letters.map((letter, number) => ({
    letter,
    behind: view.cities[number]!.city,
    ahead: view.cities[number + 1]!.city,
    right: number % 2 === 0,
    top: number * (STRIP + BAND) + STRIP,
  }))
  const spaces = segments.flatMap((segment) => placed(view.spaces.filter((space) => space.segment === segment.letter), segment))
  const cities = view.cities.map((city, number) => placedCity(city, number, segments))
  return { height: segments.length * (STRIP + BAND) + MARGIN, spaces, cities, segments, links: links(spaces, cities) }
}

function placed(spaces: Space[], segment: Segment): PlacedSpace[] {
  const [left, columns] = span(spaces.map((space) => space.x))
  const [top, rows] = span(spaces.map((space) => space.y))
  return spaces.map((space) => {
    const along = (space.x - left + 0.5) / (columns + 1)
    const x = INNER + (segment.right ? along : 1 - along) * (WIDTH - 2 * INNER)
    return { space, x, y: segment.top + (BAND * (space.y - top + 0.5)) / (rows + 1) }
  })
}

/** The least number, and how far it is from there to the greatest. */
function span(numbers: number[]): [number, number] {
  const least = Math.min(...numbers)
  return [least, Math.max(...numbers) - least]
}

function placedCity(city: City, number: number, segments: Segment[]): PlacedCity {
  const right = number % 2 === 1
  const top = segments[Math.max(0, number - 1)]!.top
  const bottom = segments[Math.min(number, segments.length - 1)]!.top + BAND
  return { city, number, right, rect: { x: right ? WIDTH - MARGIN - CITY : MARGIN, y: top, width: CITY, height: bottom - top } }
}

function links(spaces: PlacedSpace[], cities: PlacedCity[]): Link[] {
  const byName = new Map(spaces.map((one) => [one.space.space, one]))
  const all: Link[] = []
  for (const one of cities) {
    for (const name of one.city.forward) {
      const next = byName.get(name)
      if (next) all.push({ key: `${one.city.city}-${name}`, from: gate(one, next), to: next, built: next.space.tile })
    }
  }
  for (const one of spaces) {
    for (const name of one.space.forward) {
      const next = byName.get(name)
      const city = cities.find((other) => other.city.city === name)
      const key = `${one.space.space}-${name}`
      if (next) all.push({ key, from: one, to: next, built: one.space.tile && next.space.tile })
      else if (city) all.push({ key, from: one, to: gate(city, one), built: one.space.tile })
    }
  }
  return all
}

/** Where a road meets a city: straight beside the space it leads to. */
function gate(city: PlacedCity, space: Point): Point {
  return { x: city.right ? city.rect.x : city.rect.x + city.rect.width, y: space.y }
}

// --- Carts ------------------------------------------------------------------------------------------------------------

export interface Slot {
  kind: string // shared, L, M or S
  tiles: Size[]
}

/** The tiles of a cart on its spaces. Rearranging is free, so every load has one picture: large ones first, the shared space last. */
export function loaded(cart: Counts, spaces: string[]): Slot[] {
  const slots: Slot[] = spaces.map((kind) => ({ kind, tiles: [] }))
  const shared = slots.filter((slot) => slot.kind === 'shared')
  for (const [size, letter] of [['large', 'L'], ['mid', 'M'], ['small', 'S']] as const) {
    for (let count = cart[size]; count > 0; count--) {
      const own = slots.find((slot) => slot.kind === letter && slot.tiles.length === 0)
      const place = own ?? shared.find((slot) => slot.tiles.length === 0 || (size !== 'large' && !slot.tiles.includes('large') && !slot.tiles.includes(size)))
      place?.tiles.push(size)
    }
  }
  return slots
}

// --- Counting ---------------------------------------------------------------------------------------------------------

export interface Standing {
  seat: number
  count: number
}

/** Bonus tokens of a segment by seat, most first. */
export function standing(seats: ViaAppiaView['seats'], letter: string): Standing[] {
  return seats
    .map((one) => ({ seat: one.seat, count: one.bonus[letter as 'A' | 'B' | 'C'] }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || one.seat - other.seat)
}

/** Stones or tiles one by one, with the number of each among its size. */
export function pieces(counts: Counts, most = Infinity): { size: Size; number: number }[] {
  return (['small', 'mid', 'large'] as const).flatMap((size) => Array.from({ length: Math.min(counts[size], most) }, (_, number) => ({ size, number })))
}
