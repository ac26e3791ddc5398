/** What a browser remembers: the player's name, and how fast the moves of others are shown. */

const KEPT = 'triumvir.settings'
export const PACES = { slow: 1100, calm: 600, quick: 250, at_once: 0 } as const
export type Pace = keyof typeof PACES

interface Kept {
  name: string
  pace: Pace
  level: number
}

function kept(): Kept {
  const fallback: Kept = { name: '', pace: 'calm', level: 2 }
  try {
    const found = { ...fallback, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>) }
    return found.pace in PACES ? found : { ...found, pace: 'calm' }
  } catch {
    return fallback
  }
}

class Settings {
  #now = $state<Kept>(kept())

  get name(): string {
    return this.#now.name
  }
  get level(): number {
    return this.#now.level
  }
  get paceName(): Pace {
    return this.#now.pace
  }
  get pace(): number {
    return PACES[this.#now.pace]
  }
  keep(change: Partial<Kept>): void {
    this.#now = { ...this.#now, ...change }
    localStorage.setItem(KEPT, JSON.stringify(this.#now))
  }
}

export const settings = new Settings()
