/** The text of a position, as the command line shows it: sections, each a heading and lines, with an empty line between. */
export interface Section {
  heading: string
  lines: string[]
}

/** A line that begins with a space goes on the one before it. */
export function joined(lines: string[]): string[] {
  return lines.reduce<string[]>((told, line) => (line.startsWith(' ') && told.length > 0 ? [...told.slice(0, -1), `${told.at(-1)} ${line.trim()}`] : [...told, line]), [])
}

export function sections(text: string): Section[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map(([heading, ...lines]) => ({ heading: heading!, lines }))
}
