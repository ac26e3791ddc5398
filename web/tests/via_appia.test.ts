import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Choice, DecisionEvent, ViaAppiaBox, ViaAppiaView } from '../src/api/types'
import { ACTIONS, example, firstOf } from '../src/boards/via_appia/actions'
import { loaded, pieces, road, standing, STRIP, WIDTH } from '../src/boards/via_appia/layout'
import {
  aimOf, aims, angleTo, degreesOf, dragged, duration, gripAt, indexOf, inQuarry, laidAt, moment, outlook, picture, placeAt, pusherAt, running, steered, straight, trades,
  type Aiming,
} from '../src/boards/via_appia/quarry'
import { HALF } from '../src/boards/via_appia/shapes'
import { SIZES, type Size } from '../src/boards/via_appia/sizes'

interface Position {
  name: string
  view: ViaAppiaView
  choices: Choice[]
  last: DecisionEvent | null
}
const fixture = JSON.parse(readFileSync(new URL('../fixtures/via_appia.json', import.meta.url), 'utf-8')) as { box: ViaAppiaBox; positions: Position[] }
const at = (name: string) => fixture.positions.find((position) => position.name === name)!

describe('the road', () => {
  const view = at('late').view
  const map = road(view)

  test('has every space and city on the map, inside its bounds', () => {
    expect(map.spaces).toHaveLength(view.spaces.length)
    for (const { space, x, y } of map.spaces) {
      const half = HALF[space.size as Size]
      expect(x - half.x).toBeGreaterThan(0)
      expect(x + half.x).toBeLessThan(WIDTH)
      expect(y - half.y).toBeGreaterThan(STRIP / 2)
      expect(y + half.y).toBeLessThan(map.height)
    }
    expect(map.cities.map(({ right }) => right)).toEqual([false, true, false, true])
  })
  test('leaves room between spaces, and between spaces and cities', () => {
    const boxes = [
      ...map.spaces.map(({ space, x, y }) => {
        const half = HALF[space.size as Size]
        return { x: x - half.x, y: y - half.y, width: 2 * half.x, height: 2 * half.y }
      }),
      ...map.cities.map(({ rect }) => rect),
    ]
    boxes.forEach((one, number) =>
      boxes.slice(number + 1).forEach((other) => {
        const apart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y
        expect(apart).toBe(true)
      }),
    )
  })
  test('goes to and fro: every second segment leads to the left', () => {
    const of = (letter: string, number: number) => map.spaces.find(({ space }) => space.space === `${letter}${number}`)!.x
    expect(of('A', 1)).toBeLessThan(of('A', 11))
    expect(of('B', 1)).toBeGreaterThan(of('B', 13))
    expect(of('C', 1)).toBeLessThan(of('C', 17))
  })
  test('has a line for every way forward, and paves those between tiles', () => {
    const lines = view.spaces.reduce((sum, space) => sum + space.forward.length, 0) + view.cities.reduce((sum, city) => sum + city.forward.length, 0)
    expect(map.links).toHaveLength(lines)
    const tiled = (name: string) => view.spaces.find((space) => space.space === name)?.tile ?? true
    for (const link of map.links) {
      const [from, to] = link.key.split('-') as [string, string]
      expect(link.built).toBe(tiled(from) && tiled(to))
    }
  })
})

describe('a cart', () => {
  const spaces = fixture.box.cart.spaces
  const load = (small: number, mid: number, large: number) => loaded({ small, mid, large }, spaces).map(({ tiles }) => tiles.join('+'))

  test('takes tiles on their own spaces first', () => expect(load(2, 1, 0)).toEqual(['', 'mid', 'small', 'small']))
  test('shares a space between a mid-sized and a small tile', () => expect(load(3, 2, 0)).toEqual(['mid+small', 'mid', 'small', 'small']))
  test('gives the shared space to a large tile', () => expect(load(2, 1, 1)).toEqual(['large', 'mid', 'small', 'small']))
  test('shows every tile of every position', () => {
    for (const { view } of fixture.positions) {
      for (const { cart } of view.seats) expect(loaded(cart, spaces).flatMap(({ tiles }) => tiles)).toHaveLength(cart.small + cart.mid + cart.large)
    }
  })
})

describe('counting', () => {
  test('the most bonus tokens come first, and nobody without one', () => {
    const seats = at('over with four').view.seats
    for (const letter of ['A', 'B', 'C'] as const) {
      const list = standing(seats, letter)
      expect(list.map(({ count }) => count)).toEqual(seats.map(({ bonus }) => bonus[letter]).filter(Boolean).sort((one, other) => other - one))
    }
  })
  test('pieces are numbered within their size', () => {
    expect(pieces({ small: 2, mid: 0, large: 1 })).toEqual([
      { size: 'small', number: 0 },
      { size: 'small', number: 1 },
      { size: 'large', number: 0 },
    ])
  })
})

describe('choices', () => {
  test('every choice of a turn belongs to one of the four actions', () => {
    for (const { view, choices } of fixture.positions.filter(({ view }) => view.phase === 'choose_action')) {
      for (const choice of choices) expect(ACTIONS.filter(({ kinds }) => (kinds as readonly string[]).includes(choice.kind)), `${view.round}: ${choice.move}`).toHaveLength(1)
    }
  })
  test('an action begins with its first choice', () => {
    expect(firstOf(at('late').choices, ['travel'])?.kind).toBe('travel')
    expect(firstOf(at('start').choices, ['travel'])).toBeUndefined()
  })
  test('have a move each to be asked about', () => {
    const { view } = at('start')
    expect(ACTIONS.map(({ name }) => example(name, view).split(' ')[0])).toEqual(['income', 'push', 'build', 'travel'])
    expect(view.spaces.find(({ space }) => `build ${space}` === example('build', view))?.tile).toBeFalsy()
  })
  test('every exchange and sale is offered, in the notation of the choices', () => {
    const { view, choices } = at('exchange')
    const offered = new Set(trades(view.turn.fallen).flatMap(({ tiles, sell }) => [...tiles.map(({ move }) => move), sell]))
    for (const { move } of choices) expect(offered).toContain(move)
  })
  test('nothing is offered for sizes that did not fall', () => expect(trades({ small: 0, mid: 1, large: 0 }).map(({ size }) => size)).toEqual(['mid']))
})

describe('the aim', () => {
  const { view, choices } = at('aim')
  const aiming: Aiming = { quarry: view.quarry, size: view.turn.stone as Size, places: fixture.box.quarry.aims.places }
  const angles = view.quarry.angles

  test('and its choice name the same place and angle', () => {
    const open = aims(choices)
    expect(open.size).toBe(aiming.places * angles.length)
    for (const [index, { move }] of open) {
      const aim = aimOf(index, angles.length)
      expect(indexOf(aim, angles.length)).toBe(index)
      expect(move.split(' ').slice(1).map(Number)).toEqual([aim.place + 1, angles[aim.angle]])
      expect(degreesOf(move)).toBe(angles[aim.angle])
    }
  })
  test('starts straight, in the middle', () => {
    expect(straight(aiming)).toEqual({ place: (aiming.places - 1) / 2, angle: angles.indexOf(0) })
    expect(laidAt(aiming, straight(aiming).place).x).toBe(0)
  })
  test('lays the stone between the bars and behind the line', () => {
    for (const size of SIZES) {
      const radius = view.quarry.radius[size]
      for (const place of [0, aiming.places - 1]) {
        const { x, y } = laidAt({ ...aiming, size }, place)
        expect(Math.abs(x) + radius).toBe(view.quarry.back_width / 2)
        expect(y).toBe(-radius)
      }
    }
  })
  test('every place is found again from where its stone lies', () => {
    for (let place = 0; place < aiming.places; place++) expect(placeAt(aiming, laidAt(aiming, place).x)).toBe(place)
    expect(placeAt(aiming, -1e6)).toBe(0)
    expect(placeAt(aiming, 1e6)).toBe(aiming.places - 1)
  })
  test('every angle is found again from a point ahead', () => {
    const from = laidAt(aiming, 4)
    angles.forEach((degrees, angle) => {
      const turn = (degrees * Math.PI) / 180
      expect(angleTo(aiming, 4, { x: from.x + 50000 * Math.sin(turn), y: from.y + 50000 * Math.cos(turn) })).toBe(angle)
    })
    expect(angleTo(aiming, 4, { x: from.x + 90000, y: from.y })).toBe(angles.length - 1)
  })
  test('a drag behind the line moves the stone, beyond it turns the push', () => {
    const start = straight(aiming)
    expect(gripAt({ x: 0, y: -5000 })).toBe('stone')
    expect(dragged(aiming, start, 'stone', { x: -1e6, y: -5000 })).toEqual({ ...start, place: 0 })
    expect(dragged(aiming, start, 'stone', { x: 90000, y: 40000 })).toEqual({ ...start, angle: angles.length - 1 })
    expect(gripAt({ x: 0, y: 5000 })).toBe('angle')
    expect(dragged(aiming, start, 'angle', { x: -90000, y: -100 })).toEqual({ ...start, angle: 0 })
  })
  test('keys move, turn, stop at the ends and go back to the middle', () => {
    expect(steered(aiming, { place: 0, angle: 0 }, 'ArrowLeft')).toEqual({ place: 0, angle: 0 })
    expect(steered(aiming, { place: 0, angle: 0 }, 'ArrowRight')).toEqual({ place: 1, angle: 0 })
    expect(steered(aiming, { place: 3, angle: 8 }, 'ArrowUp')).toEqual({ place: 3, angle: 8 })
    expect(steered(aiming, { place: 3, angle: 8 }, 'ArrowDown')).toEqual({ place: 3, angle: 7 })
    expect(steered(aiming, { place: 3, angle: 8 }, 'Home')).toEqual(straight(aiming))
    expect(steered(aiming, { place: 3, angle: 8 }, 'Tab')).toBeNull()
  })
  test('the pusher stays behind the line at every angle', () => {
    for (const degrees of angles) {
      const width = view.quarry.pusher_width
      const { y } = pusherAt({ x: 0, y: 9000 }, view.quarry.radius.small, degrees, width)
      expect(y + (width / 2) * Math.abs(Math.sin((degrees * Math.PI) / 180))).toBeLessThanOrEqual(0)
    }
  })
  test('chances come to a share and an average; the last bar stands for all above', () => {
    const seen = outlook([0.25, 0.5, 0, 0, 0.125, 0.125])
    expect(seen.some).toBe(0.75)
    expect(seen.mean).toBe(0.5 + 0.5 + 0.625)
    expect(seen.bars.map(({ label, chance }) => [label, chance])).toEqual([['0', 0.25], ['1', 0.5], ['2', 0], ['3', 0], ['4+', 0.25]])
  })
})

describe('the picture of the quarry', () => {
  const { quarry } = at('start').view
  const drawn = picture(quarry)

  test('has room for all stones, and for those that reach over the edge', () => {
    for (const { view } of fixture.positions) {
      for (const { x, y, size } of view.quarry.discs) {
        const radius = quarry.radius[size as Size]
        expect(drawn.x(x - radius)).toBeGreaterThan(0)
        expect(drawn.x(x + radius)).toBeLessThan(WIDTH)
        expect(drawn.y(y + radius)).toBeGreaterThan(drawn.basin)
      }
    }
  })
  test('and the quarry are the same place', () => {
    const point = inQuarry(drawn, { x: drawn.x(12345), y: drawn.y(6789) })
    expect(point.x).toBeCloseTo(12345)
    expect(point.y).toBeCloseTo(6789)
    expect(drawn.y(0)).toBe(drawn.line)
    expect(drawn.y(quarry.length)).toBeCloseTo(drawn.edge)
  })
})

describe('the film of a push', () => {
  const { last, view } = at('pushed')
  const frames = last!.frames!
  const end = duration(frames)

  test('begins with every stone where it lay, the pushed one behind the line', () => {
    const first = moment(frames, 0)
    expect(first).toHaveLength(frames.sizes.length)
    expect(first[0]!.y).toBeLessThan(0)
  })
  test('ends with the stones of the position after it', () => {
    const left = moment(frames, end)
    expect(left).toHaveLength(view.quarry.discs.length)
    for (const disc of view.quarry.discs) {
      const near = left.filter((stone) => stone.size === disc.size && Math.hypot(stone.x - disc.x, stone.y - disc.y) < 150)
      expect(near).toHaveLength(1)
    }
  })
  test('shows stones between two frames in between', () => {
    const each = running(frames) / (frames.places.length - 1)
    const [one, between, other] = [0, 0.5, 1].map((part) => moment(frames, (3 + part) * each)[0]!)
    expect(between!.x).toBeCloseTo((one!.x + other!.x) / 2)
    expect(between!.y).toBeCloseTo((one!.y + other!.y) / 2)
  })
  test('a stone that falls drops before it is gone, and falls once', () => {
    const fallen = frames.places.at(-1)!.map((place, stone) => (place ? -1 : stone)).filter((stone) => stone >= 0)
    expect(fallen.length).toBeGreaterThan(0)
    for (const stone of fallen) {
      const gone = Array.from({ length: 200 }, (_, step) => moment(frames, (step / 199) * end).find(({ number }) => number === stone)?.gone ?? 1)
      expect(gone.some((share) => share > 0 && share < 1)).toBe(true)
      gone.forEach((share, step) => expect(share).toBeGreaterThanOrEqual(gone[step - 1] ?? 0))
    }
  })
  test('takes no longer than patience, and a film of one frame stands still', () => {
    expect(end).toBeLessThan(2000)
    const still = { sizes: ['small'], places: [[[10, 20]]] } as unknown as typeof frames
    expect(moment(still, 300)).toEqual([{ number: 0, size: 'small', gone: 0, x: 1000, y: 2000 }])
  })
})
