/** Where the lines of a match's course run, in a square of 100 by 100. */

/** How far along a position lies. */
export const along = (number: number, last: number): number => (last === 0 ? 0 : (100 * number) / last)

/** The fewest and the most points that are shown. Nought is always among them. */
export function high(scores: number[][]): { least: number; most: number } {
  const all = scores.flat()
  return { least: Math.min(0, ...all), most: Math.max(1, ...all) }
}

/** The line of one seat: points stay until they change. */
export function outline(scores: number[][], seat: number, { least, most }: { least: number; most: number }): string {
  const last = scores.length - 1
  const height = (points: number) => +(100 - (100 * (points - least)) / (most - least)).toFixed(2)
  const corners: string[] = []
  scores.forEach((row, number) => {
    const x = +along(number, last).toFixed(2)
    const before = scores[number - 1]?.[seat]
    if (before !== undefined && before !== row[seat]) corners.push(`${x},${height(before)}`)
    if (before !== row[seat] || number === last) corners.push(`${x},${height(row[seat]!)}`)
  })
  return corners.join(' ')
}

/** Of many places some, at even steps: so many at most. */
export function some(places: number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(places.length / most))
  return places.filter((_, i) => (i + 1) % step === 0)
}
