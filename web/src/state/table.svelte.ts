/** A table as the page has it: the newest position, what happened, and what is asked of whom. One of these for every open table. */

import { Live } from '../api/live'
import { server, Refusal } from '../api/server'
import type { Reason, TableEvent, TableState } from '../api/types'
import { lang } from '../words/words.svelte'
import { settings } from './settings.svelte'
import { shared } from './sharing'

interface News {
  events: TableEvent[]
  state: TableState | null
}

const PATIENCE = 1500 // milliseconds to wait for the news of an own decision
const FRAME = 20 // milliseconds: what was shown is painted before more is shown

export class Table {
  readonly id: string
  state = $state.raw<TableState | null>(null)
  events = $state.raw<TableEvent[]>([])
  told = $state(false) // all that happened before this viewer came is in `events`
  box = $state.raw<unknown>(null)
  present = $state.raw<boolean[]>([])
  connection = $state<'opening' | 'live' | 'lost'>('opening')
  refusal = $state.raw<Refusal | null>(null) // why the table cannot be shown
  problem = $state.raw<Refusal | null>(null) // why the last request was not carried out
  busy = $state(false)
  /** The seat that is looked from, among own seats; null: whatever the server finds right. */
  seat = $state<number | null>(null)
  closed = false // nobody looks at it any more: whatever was still asked for then is not followed
  #live: Live | null = null
  #queue: News[] = []
  #telling = true // the first news tell all that ever happened
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: { event: number; go: () => void }[] = []
  #reasons = new Map<string, Promise<Reason | null>>()
  #asked: { number: number | null } | null = null // what is under way; with a number: something about the position of that number

  #chances: AbortController | null = null // asked for, not answered yet

  constructor(id: string) {
    this.id = id
  }

  get mine(): boolean {
    const state = this.state
    return state !== null && state.state === 'playing' && state.to_decide !== null && state.to_decide === state.viewer
  }

  async open(secret: string | null): Promise<void> {
    this.#forget()
    this.problem = null
    this.seat = null
    try {
      if (secret) await server.enter(this.id, secret)
      this.state = await server.table(this.id, { lang: lang(), seat: this.seat })
      this.box = await server.box(this.id)
      this.refusal = null
    } catch (error) {
      this.refusal = Refusal.of(error)
      return
    }
    this.listen(0)
  }

  /** Follows the table, from an event on. */
  listen(after: number): void {
    if (this.closed) return
    this.#telling = after === 0
    this.#live?.close()
    this.#live = new Live(this.id, after, () => ({ lang: lang(), seat: this.seat }), {
      news: (events, state, more) => {
        if (state) this.present = state.seats.map((sitting) => sitting.present ?? false)
        this.#heard({ events, state }, more)
      },
      present: (present) => (this.present = present),
      connection: (connection) => (this.connection = connection),
      refused: (problem) => (this.refusal = new Refusal(problem.error, problem)),
      unseated: (problem) => void this.#unseated(new Refusal(problem.error, problem)),
    })
  }

  /** The seat was handed over elsewhere: what is left to see is shown, with the reason. */
  async #unseated(why: Refusal): Promise<void> {
    try {
      await this.retell(null)
      this.problem = why
    } catch {
      this.#live?.close()
      this.refusal = why
    }
  }

  close(): void {
    this.closed = true
    clearTimeout(this.#timer)
    this.#live?.close()
  }

  /** Another language or another own seat: the same table, told anew. */
  async retell(seat: number | null = this.seat): Promise<void> {
    this.seat = seat
    this.#forget()
    try {
      this.state = await server.table(this.id, { lang: lang(), seat })
    } finally {
      this.listen(0) // a server that did not answer is tried again
    }
  }

  /** What was told to one viewer, before another one is told it. */
  #forget(): void {
    this.#live?.close()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#queue = []
    this.events = []
    this.told = false
    this.#reasons.clear()
  }

  #heard(news: News, more: boolean): void {
    if (this.#telling) {
      this.#telling = more
      this.#show(news)
      this.told = !more
      return
    }
    this.#queue.push(news)
    if (this.#decided(news) === 'own') this.#hurry()
    else if (this.#timer === undefined) this.#next()
  }

  /** Moves of others are shown one after another, at a pace that eyes can follow; whoever wants none sees all that came, at once. */
  #next(): void {
    this.#timer = undefined
    const shown = this.#queue.splice(0, settings.pace > 0 ? 1 : this.#queue.length)
    if (shown.length === 0) return
    const others = shown.some((news) => this.#decided(news) === 'other')
    for (const news of shown) this.#show(news)
    this.#nextIn(others && this.#queue.length < 12 ? settings.pace : 0)
  }

  #nextIn(wait: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#next(), Math.max(wait, FRAME))
  }

  /** What one decides oneself is seen at once: nothing waits any longer for the moves before it to be looked at. */
  #hurry(): void {
    for (const news of this.#queue.splice(0)) this.#show(news)
    this.#nextIn(0)
  }

  /** Whose the last decision of the news is. */
  #decided(news: News): 'own' | 'other' | null {
    const last = news.events.findLast((event) => event.type === 'decision')
    return !last ? null : (this.state?.you ?? []).includes(last.seat) ? 'own' : 'other'
  }

  #show(news: News): void {
    const newest = this.events.at(-1)?.event ?? 0
    const fresh = news.events.filter((event) => event.event > newest)
    if (fresh.length > 0) this.events = [...this.events, ...fresh]
    this.#waiting = this.#waiting.filter(({ event, go }) => (this.events.at(-1)?.event ?? 0) < event || go())
    if (news.state) {
      if (news.state.number !== this.state?.number) {
        this.#reasons.clear()
        this.#chances?.abort()
        if (this.#asked?.number != null) this.#done(this.#asked) // the news are the answer: nobody waits for both
      }
      this.state = { ...news.state, view: shared(this.state?.view, news.state.view), seats: shared(this.state?.seats, news.state.seats) }
    }
  }

  // --- Asking the server for something

  refuse(error: unknown): void {
    this.problem = Refusal.of(error)
  }

  async #ask(request: () => Promise<unknown>, number: number | null = null): Promise<boolean> {
    if (this.busy) return false
    const asked = { number }
    if (number !== null) this.#chances?.abort()
    this.#asked = asked
    this.busy = true
    this.problem = null
    try {
      await request()
      return true
    } catch (error) {
      this.problem = Refusal.of(error)
      if (this.problem.name === 'wrong_number') await this.retell().catch(() => undefined)
      return false
    } finally {
      this.#done(asked)
    }
  }

  #done(asked: object): void {
    if (this.#asked !== asked) return
    this.#asked = null
    this.busy = false
  }

  choose(move: string): Promise<boolean> {
    const number = this.state!.number
    return this.#ask(async () => this.#shown(await server.decide(this.id, number, move)), number)
  }

  undo(): Promise<boolean> {
    const number = this.state!.number
    return this.#ask(async () => this.#shown(await server.undo(this.id, number)), number)
  }

  /** Until an event has been heard of, or a moment has passed: what is asked next belongs to the position after it. */
  #shown({ event }: { event: number }): Promise<void> {
    if ((this.events.at(-1)?.event ?? 0) >= event) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push({ event, go: resolve })
      setTimeout(resolve, PATIENCE)
    })
  }

  say(text: string): Promise<boolean> {
    return this.#ask(() => server.chat(this.id, text))
  }

  take(seat: number, name: string): Promise<boolean> {
    return this.#ask(async () => {
      await server.take(this.id, seat, name)
      await this.retell(null)
    })
  }

  /** An invitation to the open seats: whoever sits here may ask for one. */
  async invitation(): Promise<string | null> {
    try {
      return await server.invite(this.id)
    } catch (error) {
      this.refuse(error)
      return null
    }
  }

  /** A link that opens an own seat on another device, too. */
  async link(seat: number): Promise<string | null> {
    let link: string | null = null
    await this.#ask(async () => (link = await server.link(this.id, seat)))
    return link
  }

  /** A link for whoever takes an own seat over; from then on this device only watches that seat. */
  async handOver(seat: number): Promise<string | null> {
    let link: string | null = null
    await this.#ask(async () => {
      this.#live?.close()
      try {
        link = await server.handOver(this.id, seat)
      } finally {
        await this.retell(null)
      }
    })
    return link
  }

  leave(seat: number): Promise<boolean> {
    return this.#ask(() => server.leave(this.id, seat))
  }

  comeBack(seat: number): Promise<boolean> {
    return this.#ask(() => server.comeBack(this.id, seat))
  }

  /** A bot stands in for somebody who has not been there for a while. */
  replace(seat: number): Promise<boolean> {
    return this.#ask(() => server.replace(this.id, seat))
  }

  rename(seat: number, name: string): Promise<boolean> {
    return this.#ask(() => server.rename(this.id, seat, name))
  }

  /** Asked once for each move in a position. */
  whyNot(move: string): Promise<Reason | null> {
    const known = this.#reasons.get(move) ?? server.whyNot(this.id, move, lang())
    this.#reasons.set(move, known)
    return known
  }

  /** How likely stones fall for an aim. Nobody hears the answer once the position changes: it would be about another one. */
  async chances(move: string): Promise<number[]> {
    if (this.busy) throw new Error('the position changes')
    this.#chances?.abort()
    const asked = new AbortController()
    this.#chances = asked
    return server.chances(this.id, move, asked.signal)
  }
}
