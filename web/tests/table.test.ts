import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ears } from '../src/api/live'
import { Refusal } from '../src/api/server'
import type { DecisionEvent, Problem, TableState } from '../src/api/types'
import { PACES } from '../src/state/settings.svelte'
import { Table } from '../src/state/table.svelte'

// A table whose server and connection are this test: what is told, and when, is up to it.
const here = vi.hoisted(() => ({ ears: null as unknown, table: (): unknown => null, answer: (): unknown => null, signal: null as AbortSignal | null }))
vi.mock('../src/api/live', () => ({
  Live: class {
    constructor(_table: string, _after: number, _wanted: unknown, ears: unknown) {
      here.ears = ears
    }
    close(): void {
      here.ears = null
    }
  },
}))
vi.mock('../src/api/server', async (original) => ({
  ...(await original<typeof import('../src/api/server')>()),
  server: { table: async () => here.table(), box: async () => ({}), decide: () => here.answer(), leave: () => here.answer(), chances: (_table: string, _move: string, signal: AbortSignal) => ((here.signal = signal), here.answer()) },
}))

const state = (number: number) => ({ state: 'playing', you: [0], viewer: 0, to_decide: 0, number, seats: [], view: {} }) as unknown as TableState
const decision = (seat: number, number: number) => ({ type: 'decision', event: number + 1, at: 0, seat, number }) as unknown as DecisionEvent
const ears = () => here.ears as Ears
const news = (seat: number, number: number) => ears().news([decision(seat, number)], state(number + 1), false)

async function seated(): Promise<Table> {
  here.table = () => state(0)
  const table = new Table('abc')
  await table.open(null)
  ears().news([], state(0), false)
  return table
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('moves of others are shown at a pace that eyes can follow', async () => {
  const table = await seated()
  for (const number of [0, 1, 2]) news(1, number)
  expect(table.state?.number).toBe(1)
  vi.advanceTimersByTime(PACES.calm)
  expect(table.state?.number).toBe(2)
  vi.advanceTimersByTime(PACES.calm)
  expect(table.state?.number).toBe(3)
})

test('an own decision is seen at once, whatever was being looked at', async () => {
  const table = await seated()
  news(1, 0)
  news(0, 1)
  expect(table.state?.number).toBe(2)
  expect(table.events.map(({ event }) => event)).toEqual([1, 2])
  news(1, 2)
  expect(table.state?.number).toBe(2) // it is painted first
  vi.advanceTimersByTime(20)
  expect(table.state?.number).toBe(3)
})

test('a decision is answered by the news of it: nobody waits for the other answer, and what comes late wakes nothing', async () => {
  const table = await seated()
  const answers: ((told: { event: number }) => void)[] = []
  here.answer = () => new Promise((resolve) => answers.push(resolve))
  const first = table.choose('one')
  expect(table.busy).toBe(true)
  expect(await table.choose('again')).toBe(false) // a second press on the same position
  news(0, 0)
  expect(table.busy).toBe(false)
  const second = table.choose('two')
  answers[0]!({ event: 1 })
  expect(await first).toBe(true)
  expect(table.busy).toBe(true)
  news(0, 1)
  answers[1]!({ event: 2 })
  expect(await second).toBe(true)
  expect(table.busy).toBe(false)
})

test('what is no decision is not answered by the news of one', async () => {
  const table = await seated()
  here.answer = () => new Promise(() => undefined)
  void table.leave(0)
  news(1, 0)
  expect(table.state?.number).toBe(1)
  expect(table.busy).toBe(true)
})

test('who has decided wants to hear no more of chances', async () => {
  const table = await seated()
  here.answer = () => new Promise(() => undefined)
  void table.chances('aim')
  expect(here.signal?.aborted).toBe(false)
  void table.choose('push')
  expect(here.signal?.aborted).toBe(true)
  await expect(table.chances('aim')).rejects.toThrow('the position changes')
  news(0, 0)
  void table.chances('another aim')
  expect(here.signal?.aborted).toBe(false)
  news(1, 1)
  vi.advanceTimersByTime(PACES.calm)
  expect(here.signal?.aborted).toBe(true)
})

const handedOver: Problem = { error: 'not_your_seat', message: '', reason: 'handed_over' }

test('whose seat was handed over watches, and reads why', async () => {
  const table = await seated()
  here.table = () => ({ ...state(4), you: [], viewer: null })
  ears().unseated(handedOver)
  await vi.waitFor(() => expect(table.problem?.reason).toBe('handed_over'))
  expect(table.state?.you).toEqual([])
  expect(table.mine).toBe(false)
})

test('where nothing is left to see, the reason is all that is shown', async () => {
  const table = await seated()
  here.table = () => {
    throw new Refusal('private_table')
  }
  ears().unseated(handedOver)
  await vi.waitFor(() => expect(table.refusal?.reason).toBe('handed_over'))
  expect(here.ears).toBeNull()
})

test('a server that does not answer when the language changes is listened for all the same', async () => {
  const table = await seated()
  here.table = () => {
    throw new TypeError('no network')
  }
  await expect(table.retell()).rejects.toThrow('no network')
  expect(here.ears).not.toBeNull()
})
