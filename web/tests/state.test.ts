import { describe, expect, test } from 'vitest'
import { pause } from '../src/api/live'
import type { DecisionEvent, TableEvent } from '../src/api/types'
import { found } from '../src/state/search'
import { shared } from '../src/state/sharing'
import { chat, sinceMine, standing, steps, unread } from '../src/state/story'

let newest = 0
const decision = (number: number, seat: number): DecisionEvent => ({
  type: 'decision',
  event: ++newest,
  at: 0,
  number,
  seat,
  kind: 'card',
  move: `card ${number}`,
  sentence: `Decision ${number}.`,
  frames: null,
})
const undone = (number: number, count: number): TableEvent => ({ type: 'undone', event: ++newest, at: 0, seat: 0, number, count })

describe('the story of a table', () => {
  test('leaves out what was taken back', () => {
    const events = [decision(0, 0), decision(1, 0), decision(2, 0), undone(1, 2), decision(1, 0)]
    expect(standing(events).map((one) => one.event)).toEqual([events[0]!.event, events[4]!.event])
  })
  test('tells what happened since my last decision', () => {
    const events = [decision(0, 0), decision(1, 1), decision(2, 2)]
    expect(sinceMine(events, [0]).map((one) => one.number)).toEqual([1, 2])
    expect(sinceMine(events, [3])).toEqual([])
  })
  test('knows the steps of the turn', () => {
    const events = [decision(0, 1), decision(1, 0), decision(2, 0)]
    expect(steps(events, 0).map((one) => one.number)).toEqual([1, 2])
    expect(steps(events, 1)).toEqual([])
    expect(steps(events, null)).toEqual([])
  })
})

describe('what stays the same from one position to the next', () => {
  const before = () => ({ round: 1, row: [{ tile: 'pond' }, null, { tile: 'villa' }], seats: [{ coins: 3, hand: [1, 2] }] })
  test('is the same object', () => {
    const old = before()
    const now = shared(old, { ...before(), round: 2 })
    expect(now).toEqual({ ...before(), round: 2 })
    expect(now).not.toBe(old)
    expect(now.row).toBe(old.row)
    expect(now.seats).toBe(old.seats)
  })
  test('is found beside what changes', () => {
    const old = before()
    const fresh = before()
    fresh.row = [{ tile: 'pond' }, { tile: 'garden' }, null]
    fresh.seats[0]!.coins = 4
    const now = shared(old, fresh)
    expect(now).toEqual({ round: 1, row: [{ tile: 'pond' }, { tile: 'garden' }, null], seats: [{ coins: 4, hand: [1, 2] }] })
    expect(now.row[0]).toBe(old.row[0])
    expect(now.seats[0]!.hand).toBe(old.seats[0]!.hand)
  })
  test('is never longer or shorter than it was sent', () => {
    expect(shared([1, 2, 3], [1, 2])).toEqual([1, 2])
    expect(shared({ a: 1, b: 2 } as object, { a: 1 })).toEqual({ a: 1 })
    expect(shared({ a: undefined } as object, { b: undefined } as object)).toHaveProperty('b')
    expect(shared([], {})).toEqual({})
    expect(shared(null, { a: 1 })).toEqual({ a: 1 })
    expect(shared({ a: 1 } as object | null, null)).toBe(null)
  })
})

describe('chat', () => {
  const line = (seat: number): TableEvent => ({ type: 'chat', event: ++newest, at: 0, seat, text: 'Salve' })
  const events = [line(0), decision(0, 0), line(1), line(2), line(1)]
  const lines = chat(events)
  test('is what was said', () => expect(lines.map(({ seat }) => seat)).toEqual([0, 1, 2, 1]))
  test('is unread where others said it', () => expect(unread(lines, 0, [0])).toBe(3))
  test('is unread from where somebody stopped reading', () => expect(unread(lines, lines[1]!.event, [0])).toBe(2))
  test('is read when the last line was seen', () => expect(unread(lines, lines[3]!.event, [0])).toBe(0))
  test('of several at one device counts only what comes from elsewhere', () => expect(unread(lines, 0, [0, 1])).toBe(1))
})

describe('searching the rules', () => {
  const rules = [
    { id: 'PN-B1', sentence: 'The builder moves clockwise.' },
    { id: 'PN-C4', sentence: 'One own Roman goes on top; Römer.' },
  ]
  test('finds all words in any order', () => expect(found(rules, 'clockwise builder')).toEqual([rules[0]]))
  test('finds numbers', () => expect(found(rules, 'pn-c4')).toEqual([rules[1]]))
  test('does without accents', () => expect(found(rules, 'romer')).toEqual([rules[1]]))
  test('shows everything at first', () => expect(found(rules, ' ')).toEqual(rules))
})

test('a lost connection is tried again, less and less often', () => {
  expect([0, 1, 2].map(pause)).toEqual([400, 800, 1600])
  expect(pause(50)).toBe(8000)
})
