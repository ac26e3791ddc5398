import { describe, expect, test } from 'vitest'
import { advice } from '../src/parts/advice'
import { origin, type Seen } from '../src/parts/motion'
import { beside } from '../src/parts/beside'
import { along, high, outline, some } from '../src/parts/course'
import { joined, sections } from '../src/parts/sections'
import { nearest } from '../src/parts/steering'

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 })

describe('arrow keys', () => {
  const boxes = [box(0, 0), box(50, 0), box(100, 40), box(0, 60)]
  test('go to what lies ahead', () => expect(nearest(boxes, 0, 'ArrowRight')).toBe(1))
  test('prefer what is straight ahead', () => expect(nearest(boxes, 0, 'ArrowDown')).toBe(3))
  test('stay where nothing is', () => expect(nearest(boxes, 0, 'ArrowLeft')).toBe(-1))
  test('know four keys', () => expect(nearest(boxes, 0, 'Enter')).toBe(-1))
})

describe('a piece', () => {
  const rect = (name: string) => ({ name }) as unknown as DOMRect
  const before: Seen = {
    places: new Map([['shop', rect('shop')]]),
    pieces: new Map([['builder', { place: 'basilica', rect: rect('builder') }]]),
  }
  test('flies when it lies elsewhere than before', () => expect(origin(before, 'builder', 'wall', undefined)).toBe(before.pieces.get('builder')!.rect))
  test('stays when its place is the same, even if the page has moved', () => expect(origin(before, 'builder', 'basilica', 'shop')).toBeUndefined())
  test('that is new comes from where it says', () => expect(origin(before, 'brick', 'seat', 'shop')).toBe(before.places.get('shop')))
  test('that is new and says nothing just appears', () => expect(origin(before, 'brick', 'seat', undefined)).toBeUndefined())
})

describe('a note', () => {
  const room = { width: 400, height: 800 }
  const note = { width: 200, height: 100 }
  const at = (left: number, top: number, width: number, height: number) => beside({ left, top, width, height }, note, room)

  test('lies above the thing, in the middle', () => expect(at(150, 400, 100, 50)).toBe('left:100px;bottom:408px'))
  test('lies below where there is no room above', () => expect(at(150, 20, 100, 50)).toBe('left:100px;top:78px'))
  test('stays in the window', () => expect(at(380, 400, 20, 20)).toBe('left:192px;bottom:408px'))
  test('lies on a side of a tall thing', () => {
    expect(at(0, 0, 100, 800)).toBe('left:108px;top:350px')
    expect(at(300, 0, 100, 800)).toBe('left:92px;top:350px')
  })
  test('leaves most in sight where it fits nowhere', () => {
    expect(at(0, 60, 400, 740)).toBe('left:100px;top:8px')
    expect(at(0, 0, 400, 740)).toBe('left:100px;bottom:8px')
  })
})

describe('a hint', () => {
  const move = (name: string, points: Record<string, number>) => ({ move: name, sentence: `${name}.`, kind: '', index: 0, action: 0, value: 0.5, visits: 9, points, reasons: '' })
  const moves = [move('build', { romans: 12, bricks: 30.2, prospects: 0.2 }), move('buy', { romans: 15, bricks: 28, coins: 1, torches: 0.6 }), move('end', { romans: 12.1, bricks: 30 })]
  const [best, other, same] = advice({ measure: 'chance', iterations: 10, seconds: 1, moves })

  test('says of the best what it leads to', () => expect(best!.points).toEqual([['bricks', 30.2], ['romans', 12]]))
  test('adds all of it up', () => expect(best!.total).toBeCloseTo(42.4))
  test('says of another what is different, the most first and no more than three', () =>
    expect(other!.points.map(([category, amount]) => [category, Math.round(amount)])).toEqual([['romans', 3], ['bricks', -2], ['coins', 1]]))
  test('says nothing where nothing is different', () => expect(same!.points).toEqual([]))
})

describe('the text of a position', () => {
  test('has headings and lines', () =>
    expect(sections('Porta Nigra, round 1\nTo decide: Julia.\n\nMarket\nred 2\nblue 1\n\n')).toEqual([
      { heading: 'Porta Nigra, round 1', lines: ['To decide: Julia.'] },
      { heading: 'Market', lines: ['red 2', 'blue 1'] },
    ]))
  test('has lines that go on', () => expect(joined(['Market: red 2,', '  blue 1', 'Reserve: 74'])).toEqual(['Market: red 2, blue 1', 'Reserve: 74']))
  test('may have a heading only', () => expect(sections('Over')).toEqual([{ heading: 'Over', lines: [] }]))
})

test('a line of points runs level until they change, with nought in the picture', () => {
  const scores = [[0, 0], [0, 5], [10, 5], [10, -10], [30, -10]]
  expect(high(scores)).toEqual({ least: -10, most: 30 })
  expect(high([[0, 0]])).toEqual({ least: 0, most: 1 })
  expect(along(2, 4)).toBe(50)
  expect(along(0, 0)).toBe(0)
  expect(outline(scores, 0, high(scores))).toBe('0,75 50,75 50,50 100,50 100,0')
  expect(outline(scores, 1, high(scores))).toBe('0,75 25,75 25,62.5 75,62.5 75,100 100,100')
})

test('of many rounds some are marked, at even steps', () => {
  expect(some([3, 7, 9], 3)).toEqual([3, 7, 9])
  expect(some([3, 7, 9, 12], 3)).toEqual([7, 12])
  expect(some([], 3)).toEqual([])
})
