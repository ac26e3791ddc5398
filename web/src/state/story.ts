/** What the events of a table tell: decisions that stand, what is new to a player, the steps of the turn. */

import type { DecisionEvent, TableEvent } from '../api/types'

/** Decisions that were not taken back, in order. */
export function standing(events: TableEvent[]): DecisionEvent[] {
  const decisions: DecisionEvent[] = []
  for (const event of events) {
    if (event.type === 'decision') decisions.push(event)
    else if (event.type === 'undone') while (decisions.length > 0 && decisions.at(-1)!.number >= event.number) decisions.pop()
  }
  return decisions
}

/** What others decided since a player's last decision. */
export function sinceMine(decisions: DecisionEvent[], mine: number[]): DecisionEvent[] {
  const last = decisions.findLastIndex((decision) => mine.includes(decision.seat))
  return last < 0 ? [] : decisions.slice(last + 1)
}

/** The steps that the seat to decide has made in a row. */
export function steps(decisions: DecisionEvent[], seat: number | null): DecisionEvent[] {
  if (seat === null) return []
  const before = decisions.findLastIndex((decision) => decision.seat !== seat)
  return decisions.slice(before + 1)
}

export type ChatEvent = Extract<TableEvent, { type: 'chat' }>

/** What was said at the table. */
export function chat(events: TableEvent[]): ChatEvent[] {
  return events.filter((event) => event.type === 'chat')
}

/** How many lines of others came after the last one that was read. */
export function unread(lines: ChatEvent[], read: number, mine: number[]): number {
  return lines.filter(({ event, seat }) => event > read && !mine.includes(seat)).length
}
