/** The invitation to a table is told once, to whoever opened it: this browser remembers it, to show it again. */

const KEPT = 'triumvir.invitations'
const MOST = 30

function all(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

export function invitation(table: string): string | null {
  return all()[table] ?? null
}

export function keepInvitation(table: string, path: string): void {
  const kept = Object.entries({ ...all(), [table]: path }).slice(-MOST)
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)))
}
