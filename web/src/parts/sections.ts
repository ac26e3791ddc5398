/** The text of a position, as the command line shows it: sections, each a heading and lines, with an empty line between. */
export interface Section {
  heading: string
  lines: string[]
}

export function sections(text: string): Section[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)
    .map(([heading, ...lines]) => ({ heading: heading!, lines }))
}
