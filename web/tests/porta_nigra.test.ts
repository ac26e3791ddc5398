import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { PortaNigraBox, PortaNigraView } from '../src/api/types'
import { levels, majority, ofHeight, quarter, standing, WIDTH, type Building } from '../src/boards/porta_nigra/layout'

const fixture = JSON.parse(readFileSync(new URL('../fixtures/porta_nigra.json', import.meta.url), 'utf-8')) as {
  box: PortaNigraBox
  positions: { view: PortaNigraView }[]
}
const views = fixture.positions.map((position) => position.view)
const BUILDINGS: Building[] = ['amphitheatre', 'basilica', 'city_wall', 'porta_nigra']

describe.each(BUILDINGS)('the quarter of the %s', (building) => {
  test('has a place for every spot, inside the picture', () => {
    for (const view of views) {
      const site = quarter(view.board, building)
      const placed = site.lines.flatMap((line) => line.spots)
      expect(placed.map(({ spot }) => spot.spot)).toEqual(view.board.filter((spot) => spot.building === building).map((spot) => spot.spot))
      for (const { x, y, width } of placed) {
        expect(x - width / 2).toBeGreaterThanOrEqual(0)
        expect(x + width / 2).toBeLessThanOrEqual(WIDTH)
        expect(y).toBeLessThan(site.height)
      }
    }
  })
  test('has no two spots in one place', () => {
    const places = quarter(views[0]!.board, building).lines.flatMap((line) => line.spots.map(({ x, y }) => `${x} ${y}`))
    expect(new Set(places).size).toBe(places.length)
  })
  test('is as high as its neighbour', () => expect(quarter(views[0]!.board, building, 500).height).toBe(500))
})

test('standings count every own brick once', () => {
  for (const view of views) {
    for (const seat of view.seats) {
      const counts = BUILDINGS.map((building) => standing(view.board.filter((spot) => spot.building === building)).find((one) => one.seat === seat.seat)?.count ?? 0)
      expect(counts).toEqual(BUILDINGS.map((building) => seat.built[building]))
    }
  }
})

test('heights count elements', () => {
  const board = views.at(-1)!.board.map((spot, number) => ({ ...spot, building: 'porta_nigra', owner: number < 3 ? number % 2 : null, height: number < 3 ? 5 : 0 }))
  expect(ofHeight(board, 5)).toEqual([
    { seat: 0, count: 2 },
    { seat: 1, count: 1 },
  ])
})

test('majorities come from the box', () => {
  expect(majority(fixture.box, 'basilica', 'A')).toEqual([12, 6])
  expect(majority(fixture.box, 'porta_nigra', null)).toBeNull()
  expect(levels(fixture.box).map((level) => level.height)).toEqual([3, 4, 5, 6, 7, 8])
})
