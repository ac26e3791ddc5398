/** Requests to the server, by name. Refusals are thrown as `Refusal`, with the server's stable name and plain sentence. */

import createClient from 'openapi-fetch'
import type { paths } from './schema'
import type { News, NewSeat, NewTable, Options, Position, Problem, Reason } from './types'

export class Refusal extends Error {
  /** What the message names: a rule, a number, which of several reasons. */
  readonly rule: string | null
  readonly number: number | null
  readonly reason: string | null

  constructor(
    readonly name: Problem['error'] | 'unreachable',
    { message = '', rule = null, number = null, reason = null }: Partial<Problem> = {},
  ) {
    super(message)
    this.rule = rule
    this.number = number
    this.reason = reason
  }

  static of(error: unknown): Refusal {
    return error instanceof Refusal ? error : new Refusal('unreachable')
  }
}

const { GET, POST } = createClient<paths>()

/** The answer, or the refusal thrown. */
async function answered<Data>(request: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data> {
  const { data, error, response } = await request
  if (response.ok) return data as Data
  const problem = error as Partial<Problem> | undefined
  if (!problem?.error) throw new Error(`the server answered ${response.status}`)
  throw new Refusal(problem.error, problem)
}

/** A key of our own for a request, so that sending it twice does it once. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const TRIES = 4

/** Asks again with the same key when no answer came: the request is carried out once. */
async function once<Data>(request: (key: string) => Promise<Data>): Promise<Data> {
  const key = newKey()
  for (let tries = 1; ; tries++) {
    try {
      return await request(key)
    } catch (error) {
      if (error instanceof Refusal || tries >= TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 400 * tries))
    }
  }
}

interface Wanted {
  lang: string
  seat: number | null
}
const at = (table: string) => ({ path: { table } })
const sat = (table: string, seat: number) => ({ path: { table, seat } })

export const server = {
  games: (lang: string) => answered(GET('/api/games', { params: { query: { lang } } })),
  rules: (name: string, lang: string) => answered(GET('/api/games/{name}/rules', { params: { path: { name }, query: { lang } } })),

  listed: () => answered(GET('/api/tables')),
  mine: () => answered(GET('/api/tables/mine')),
  create: (body: NewTable) => answered(POST('/api/tables', { body })),
  table: (table: string, query: Wanted) => answered(GET('/api/tables/{table}', { params: { ...at(table), query } })),
  box: (table: string) => answered(GET('/api/tables/{table}/box', { params: at(table) })),
  enter: (table: string, token: string) => answered(POST('/api/tables/{table}/session', { params: at(table), body: { token } })),

  take: (table: string, seat: number, name: string) => answered(POST('/api/tables/{table}/seats/{seat}/take', { params: sat(table, seat), body: { name } })),
  invite: async (table: string) => (await answered(POST('/api/tables/{table}/invitation', { params: at(table) }))).invitation,
  /** A further link to an own seat; the others go on opening it. */
  link: async (table: string, seat: number) => (await answered(POST('/api/tables/{table}/seats/{seat}/link', { params: sat(table, seat) }))).link,
  /** A new link to an own seat; all others open it no more. */
  handOver: async (table: string, seat: number) => (await answered(POST('/api/tables/{table}/seats/{seat}/hand_over', { params: sat(table, seat) }))).link,
  leave: (table: string, seat: number) => answered(POST('/api/tables/{table}/seats/{seat}/leave', { params: sat(table, seat) })),
  comeBack: (table: string, seat: number) => answered(POST('/api/tables/{table}/seats/{seat}/return', { params: sat(table, seat) })),
  replace: (table: string, seat: number) => answered(POST('/api/tables/{table}/seats/{seat}/replace', { params: sat(table, seat) })),
  rename: (table: string, seat: number, name: string) => answered(POST('/api/tables/{table}/seats/{seat}/name', { params: sat(table, seat), body: { name } })),

  decide: (table: string, number: number, move: string) =>
    once((key) => answered(POST('/api/tables/{table}/decisions', { params: at(table), body: { number, move, key } }))),
  undo: (table: string, number: number) => once((key) => answered(POST('/api/tables/{table}/undo', { params: at(table), body: { number, key } }))),
  chat: (table: string, text: string) => once((key) => answered(POST('/api/tables/{table}/chat', { params: at(table), body: { text, key } }))),
  whyNot: async (table: string, move: string, lang: string): Promise<Reason | null> => {
    const { why, rule, sentence } = await answered(GET('/api/tables/{table}/why_not', { params: { ...at(table), query: { move, lang } } }))
    return rule === null ? null : { why: why ?? '', rule, sentence: sentence ?? '' }
  },
  hint: (table: string, lang: string) => answered(GET('/api/tables/{table}/hint', { params: { ...at(table), query: { lang } } })),
  chances: async (table: string, move: string, signal: AbortSignal) => (await answered(GET('/api/tables/{table}/chances', { params: { ...at(table), query: { move } }, signal }))).falls,
  events: (table: string, after: number, query: Wanted & { parts: string }) =>
    answered(GET('/api/tables/{table}/events', { params: { ...at(table), query: { after, wait: 20, ...query } } })) as Promise<News>,
  frames: (table: string, event: number) => answered(GET('/api/tables/{table}/frames/{event}', { params: { path: { table, event } } })),

  rematch: (table: string) => answered(POST('/api/tables/{table}/rematch', { params: at(table) })),
  position: (table: string, number: number, query: Wanted) =>
    answered(GET('/api/tables/{table}/positions/{number}', { params: { path: { table, number }, query } })) as Promise<Position>,
  course: (table: string) => answered(GET('/api/tables/{table}/course', { params: at(table) })),
  branch: (table: string, number: number, seats: NewSeat[], options: Options) =>
    answered(POST('/api/tables/{table}/branch', { params: at(table), body: { number, seats, options } })),
  openRecord: (text: string) => answered(POST('/api/records', { body: { text, listed: false } })),
  recordPath: (table: string) => `/api/tables/${table}/record`,
}
