/** The three sizes of stones, tiles and spaces, with the letters of box files. */

export const SIZES = ['small', 'mid', 'large'] as const
export type Size = (typeof SIZES)[number]
export type Counts = Record<Size, number>
export const LETTERS: Record<Size, 'S' | 'M' | 'L'> = { small: 'S', mid: 'M', large: 'L' }
