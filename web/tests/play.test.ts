import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Choice } from '../src/api/types'
import { Play } from '../src/parts/play.svelte'

const open = [{ move: 'build', kind: 'build', sentence: 'Build.' }] as unknown as Choice[]
const asked = vi.fn(async () => null)
let mine = true
let play: Play

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockClear()
  mine = true
  play = new Play({ choices: () => open, choose: () => undefined, whyNot: asked, mine: () => mine })
})
afterEach(() => vi.useRealTimers())

function pointAt(move: string): void {
  const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 1, height: 1 }) }
  play.target(move, 'a thing').onfocus({ currentTarget: element } as unknown as Event)
}

test('the rule is asked for after a moment', () => {
  pointAt('buy')
  expect(asked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(asked).toHaveBeenCalledWith('buy')
})

test('nothing is asked about what is open', () => {
  pointAt('build')
  vi.advanceTimersByTime(500)
  expect(asked).not.toHaveBeenCalled()
})

test('nobody asks about a decision that is no longer hers', () => {
  pointAt('buy')
  mine = false
  vi.advanceTimersByTime(500)
  expect(asked).not.toHaveBeenCalled()
})

test('nor while her decision is on its way', () => {
  play.choose('build')
  pointAt('buy')
  vi.advanceTimersByTime(500)
  expect(asked).not.toHaveBeenCalled()
})
