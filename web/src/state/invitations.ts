/** The links to a table are told once, to whoever opened it: this browser remembers them, to show them again. */

interface Links {
  invitation: string
  spectators: string
}

const KEPT = 'triumvir.links'
const MOST = 30

function all(): Record<string, Links> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, Links>
  } catch {
    return {}
  }
}

export function linksTo(table: string): Links | null {
  return all()[table] ?? null
}

export function keepLinks({ table, invitation, spectators }: Links & { table: string }): void {
  const kept = Object.entries({ ...all(), [table]: { invitation, spectators } }).slice(-MOST)
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)))
}
