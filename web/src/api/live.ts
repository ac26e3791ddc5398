/** The live connection of a table: a WebSocket that comes back by itself, and polling where there is none. */

import { server } from './server'
import type { LiveMessage, Problem, TableEvent, TableState } from './types'

export interface Ears {
  news: (events: TableEvent[], state: TableState | null, more: boolean) => void
  present: (present: boolean[]) => void
  connection: (connection: 'live' | 'lost') => void
  /** The table is closed to this viewer: there is no use in coming back. */
  refused: (problem: Problem) => void
  /** A seat that this viewer had is somebody else's now. */
  unseated: (problem: Problem) => void
}
type Wanted = () => { lang: string; seat: number | null }

export const PARTS = 'view,choices,text'
const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
const LOCKED = ['private_table', 'no_such_table']
const TRIES = 3 // sockets that never opened, before polling

/** How long to wait before the next try: twice as long each time. */
export function pause(tries: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries)
}

export class Live {
  #after: number
  #socket: WebSocket | null = null
  #tries = 0
  #closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private table: string,
    after: number,
    private wanted: Wanted,
    private ears: Ears,
  ) {
    this.#after = after
    this.#connect()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #connect(): void {
    if (this.#closed) return
    if (this.#tries >= TRIES && this.#tries % 2 === 1) {
      void this.#poll()
      return
    }
    const { lang, seat } = this.wanted()
    const query = new URLSearchParams({ after: String(this.#after), lang, parts: PARTS })
    if (seat !== null) query.set('seat', String(seat))
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/live?${query}`)
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#message(JSON.parse(data as string) as LiveMessage)
    socket.onclose = () => this.#again()
  }

  #message(message: LiveMessage): void {
    this.#tries = 0
    this.ears.connection('live')
    if (message.type === 'news') this.#news(message.events, message.event, message.state, message.more)
    else if (message.type === 'presence') this.ears.present(message.present)
    else if (message.type === 'problem' && LOCKED.includes(message.error)) {
      this.close()
      this.ears.refused(message)
    } else if (message.type === 'problem' && message.error === 'not_your_seat') {
      this.close()
      this.ears.unseated(message)
    }
  }

  #news(events: TableEvent[], event: number, state: TableState | null, more: boolean): void {
    this.#after = Math.max(this.#after, event)
    this.ears.news(events, state, more)
  }

  #again(): void {
    if (this.#closed) return
    this.ears.connection('lost')
    this.#timer = setTimeout(() => this.#connect(), pause(this.#tries++))
  }

  /** One long question; then a socket is tried again. */
  async #poll(): Promise<void> {
    try {
      const news = await server.events(this.table, this.#after, { ...this.wanted(), parts: PARTS })
      if (this.#closed) return
      this.ears.connection('live')
      this.#news(news.events, news.event, news.state, news.more)
      this.#timer = setTimeout(() => void this.#poll(), news.more ? 0 : 500)
    } catch {
      this.#again()
    }
  }
}
