/** What this browser remembers about tables, under one name for each kind: the newest so many of them. */

const MOST = 30

export class Kept<Value> {
  constructor(private name: string) {}

  #all(): Record<string, Value> {
    try {
      return JSON.parse(localStorage.getItem(this.name) ?? '{}') as Record<string, Value>
    } catch {
      return {}
    }
  }

  of(table: string): Value | undefined {
    return this.#all()[table]
  }

  keep(table: string, value: Value): void {
    const { [table]: _, ...others } = this.#all()
    const newest = Object.entries({ ...others, [table]: value }).slice(-MOST)
    localStorage.setItem(this.name, JSON.stringify(Object.fromEntries(newest)))
  }
}
