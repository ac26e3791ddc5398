import { describe, expect, test } from 'vitest'
import { pause } from '../src/api/live'
import type { DecisionEvent, TableEvent } from '../src/api/types'
import { found } from '../src/state/search'
import { sinceMine, standing, steps } from '../src/state/story'

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
