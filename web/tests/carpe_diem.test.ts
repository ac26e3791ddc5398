import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CarpeDiemBox, CarpeDiemView, Choice } from '../src/api/types'
import { reward, signs } from '../src/boards/carpe_diem/cards'
import * as layout from '../src/boards/carpe_diem/layout'
import { bestTurn, fit, nextFit, placing, turned } from '../src/boards/carpe_diem/placing'

interface Position {
  view: CarpeDiemView
  viewer: number | null
  choices: Choice[]
}
const fixture = JSON.parse(readFileSync(new URL('../fixtures/carpe_diem.json', import.meta.url), 'utf-8')) as { box: CarpeDiemBox; positions: Position[] }
const { box, positions } = fixture
const ofPhase = (phase: string) => positions.filter(({ view, choices }) => view.phase === phase && choices.length > 0)
const decider = (view: CarpeDiemView) => view.seats[view.to_decide!]!
const SPACES = Array.from({ length: 36 }, (_, space) => space)

describe('the parts of a tile', () => {
  const sides = (word: string) => {
    const things: Record<string, string> = { G: 'grass', R: 'villa', P: 'pond', M: 'merchant', F: 'farmyard' }
    return Object.fromEntries(layout.SIDES.map((side, number) => [side, things[word[number]!]])) as layout.Sides
  }

  it('joins all sides of one kind, and lets a part alone reach the middle', () => {
    expect(layout.parts(sides('PGPG'))).toEqual([{ thing: 'pond', sides: ['north', 'south'], depth: null }])
    expect(layout.parts(sides('GGMG'))).toEqual([{ thing: 'merchant', sides: ['south'], depth: null }])
    expect(layout.parts(sides('GGGG'))).toEqual([])
  })

  it('keeps two parts apart', () => {
    const [villa, pond] = layout.parts(sides('RRPG'))
    expect(villa!.depth).toBeNull()
    expect(50 - pond!.depth!).toBeGreaterThan(layout.ARM / 2)
    const [north, south] = layout.parts(sides('RGPG'))
    expect(north!.depth! + south!.depth!).toBeLessThan(100)
    const [one, next] = layout.parts(sides('FPGG')) // neighbours must not meet at the corner
    expect(one!.depth).toBe(next!.depth)
    expect(50 - one!.depth!).toBeGreaterThan(layout.ARM / 2)
  })

  it('draws an arm to every side it leaves by', () => {
    expect(layout.arms(layout.parts(sides('RRGR'))[0]!)).toBe('M0 -50L0 0M50 0L0 0M-50 0L0 0')
  })

  it('puts no part of any tile in the box over another', () => {
    for (const { edges } of [...box.tiles.white, ...box.tiles.black]) {
      const found = layout.parts(Object.fromEntries(layout.SIDES.map((side, number) => [side, edges[number] === 'G' ? 'grass' : edges[number]!])) as layout.Sides)
      expect(found.filter(({ depth }) => depth === null).length).toBeLessThanOrEqual(1)
      if (found.length > 1) for (const part of found) if (part.depth !== null) expect(part.sides).toHaveLength(1)
    }
  })
})

describe('the ring', () => {
  it('has every plate on the picture, none on another', () => {
    const plates = Array.from({ length: 7 }, (_, number) => layout.plate(number, 7))
    for (const [number, { x, y }] of plates.entries()) {
      const half = layout.RING.plate / 2
      expect(Math.min(x, y) - half).toBeGreaterThanOrEqual(0)
      expect(x + half).toBeLessThanOrEqual(layout.RING.width)
      expect(y + half).toBeLessThanOrEqual(layout.RING.height)
      for (const other of plates.slice(number + 1)) expect(Math.max(Math.abs(other.x - x), Math.abs(other.y - y))).toBeGreaterThan(layout.RING.plate)
    }
  })

  it('counts clockwise from the top', () => {
    expect(layout.blueSpace(0, 7).y).toBeLessThan(layout.RING.y)
    expect(layout.blueSpace(1, 7).x).toBeGreaterThan(layout.RING.x)
    expect(layout.blueSpace(6, 7).x).toBeLessThan(layout.RING.x)
  })
})

describe('the district', () => {
  it('finds the space under a point', () => {
    for (const space of SPACES) expect(layout.spaceUnder(layout.spaceAt(space))).toBe(space)
    expect(layout.spaceUnder({ x: 10, y: 200 })).toBeNull()
    expect(layout.spaceUnder({ x: 200, y: 395 })).toBeNull()
  })

  it('reads the space of a placing', () => {
    expect(layout.placedOn('place c4-n')).toBe('c4')
    expect(layout.placedOn('take bakery')).toBeNull()
    expect(layout.placedOn(null)).toBeNull()
  })

  it('puts goals on the frame at the ends of their lines', () => {
    for (const { view } of positions)
      for (const { frame } of view.seats)
        for (const goal of frame) {
          const at = layout.goalAt(goal)
          const line = layout.goalLine(goal)
          expect(layout.spaceUnder(at)).toBeNull()
          expect(goal.line.between === 'columns' ? at.x === line.x1 && line.x1 === line.x2 : at.y === line.y1 && line.y1 === line.y2).toBe(true)
        }
  })
})

describe('the forum', () => {
  it('has cards on the picture and places between neighbours', () => {
    for (const { view } of positions)
      for (const { cells } of view.forum.places) {
        const [one, other] = cells.map(layout.cardAt)
        const place = layout.placeAt(cells)
        expect(place.x).toBeCloseTo((one!.x + other!.x) / 2 + layout.CARD.width / 2)
        expect(place.y).toBeCloseTo((one!.y + other!.y) / 2 + layout.CARD.height / 2)
        expect(other!.x + layout.CARD.width).toBeLessThanOrEqual(layout.FORUM.width)
        expect(other!.y + layout.CARD.height).toBeLessThanOrEqual(layout.FORUM.height)
      }
  })
})

describe('placing', () => {
  it('turns clockwise', () => {
    const sides = { north: 'villa', east: 'pond', south: 'grass', west: 'grass' }
    expect(turned(sides, 1)).toEqual({ north: 'grass', east: 'villa', south: 'pond', west: 'grass' })
    expect(turned(sides, 4)).toEqual(sides)
  })

  it('gives every open choice to exactly its space, whichever way the tile is turned', () => {
    for (const { view, choices } of ofPhase('place_tile')) {
      const { sides } = view.turn.tile!
      const reached = new Set<string>()
      for (const space of SPACES)
        for (const turn of [0, 1, 2, 3]) {
          const { now, turns } = fit(choices, space, sides, turn)
          expect(turns.includes(turn)).toBe(now !== undefined)
          if (now) {
            expect(Math.floor(now.index / 4)).toBe(space)
            reached.add(now.move)
          }
        }
      expect([...reached].sort()).toEqual(choices.filter(({ kind }) => kind === 'place').map(({ move }) => move).sort())
    }
  })

  it('names moves as the server does', () => {
    for (const { view, choices } of ofPhase('place_tile'))
      for (const choice of choices)
        if (choice.kind === 'place') expect(placing(decider(view).district[Math.floor(choice.index / 4)]!.space, choice.index % 4)).toBe(choice.move)
  })

  it('begins with a turn that fits somewhere, and goes on to the next', () => {
    for (const { view, choices } of ofPhase('place_tile')) {
      const turn = bestTurn(choices, view.turn.tile!.sides, 36)
      expect(SPACES.some((space) => fit(choices, space, view.turn.tile!.sides, turn).now)).toBe(true)
    }
    expect(nextFit([0, 3], 0)).toBe(3)
    expect(nextFit([2], 3)).toBe(2)
    expect(nextFit([], 1)).toBe(1)
  })
})

describe('cards', () => {
  it('is told which blueprints cost no bread', () => {
    for (const { view, choices } of ofPhase('move')) {
      const free = choices.filter(({ sentence }) => !sentence.includes('bread')).map(({ index }) => index + 1)
      expect(decider(view).free_spaces.sort()).toEqual(free.sort())
    }
  })

  it('is told the sets of the card in play', () => {
    expect(ofPhase('choose_sets').length).toBeGreaterThan(0)
    for (const { view, choices } of ofPhase('choose_sets')) {
      const { sets } = view.forum.cards.find(({ cell }) => cell === view.forum.visit!.card)!
      expect(sets![view.to_decide!]).toBe(Math.max(...choices.map(({ index }) => index)))
    }
  })

  it('shows rewards and what is asked for', () => {
    const card = (stripe: string, needs: Record<string, number>, gives: Record<string, number>) => ({ deck: 'A', stripe, needs, gives })
    expect(reward(card('green', { chimney: 3 }, { coin: 1, prestige: 1 }), 2)).toEqual([['coin', 2], ['prestige', 2]])
    expect(signs(card('red', { fish: 2, herb: 1 }, { vp: 1 }))).toEqual(['fish', 'fish', 'herb'])
  })
})

describe('the fixtures', () => {
  it('have a position of every phase, for two, three and four players, and one for a spectator', () => {
    const phases = new Set(positions.map(({ view }) => view.phase))
    for (const phase of ['place_patrician', 'move', 'take_tile', 'take_black_tile', 'place_tile', 'choose_reward', 'put_back', 'choose_place', 'choose_card', 'choose_sets', 'choose_bread', 'over'])
      expect(phases).toContain(phase)
    expect(new Set(positions.map(({ view }) => view.players))).toEqual(new Set([2, 3, 4]))
    expect(positions.some(({ viewer }) => viewer === null)).toBe(true)
  })
})
