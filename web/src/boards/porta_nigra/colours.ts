/** The five colours of bricks, cheapest first, with the letters of box files. */

export const COLOURS = ['black', 'blue', 'red', 'yellow', 'white'] as const
export type Colour = (typeof COLOURS)[number]
export const LETTERS: Record<Colour, 'K' | 'B' | 'R' | 'Y' | 'W'> = { black: 'K', blue: 'B', red: 'R', yellow: 'Y', white: 'W' }

export function colourOf(letter: string): Colour {
  return COLOURS.find((colour) => LETTERS[colour] === letter) ?? 'white'
}
