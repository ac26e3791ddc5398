/** The outlines of tiles and their spaces around (0, 0), and the joints between the stones of a tile. */

import type { Size } from './sizes'

export const OUTLINES: Record<Size, string> = {
  small: 'M-10-13h20q3 0 3 3v20q0 3-3 3h-20q-3 0-3-3v-20q0-3 3-3z',
  mid: 'M-9-15.500h18l9 15.500l-9 15.500h-18l-9-15.500z',
  large: 'M-10.500-19h21l9.500 9v20l-9.500 9h-21l-9.500-9v-20z',
}
export const HALF: Record<Size, { x: number; y: number }> = { small: { x: 13, y: 13 }, mid: { x: 18, y: 15.5 }, large: { x: 20, y: 19 } }
export const JOINTS: Record<Size, string> = {
  small: 'M-13-5l6-2l3-6M13 6l-7 2l-2 5',
  mid: 'M-9-15.500l3 8l-8 4M18 0l-7-2l-6-7l2-6.500M-4 15.500l2-6l9-1l2 7',
  large: 'M-20-4l8 1l4-8l-3-8M-8-11l10 1l3-9M20-5l-8 2l-2 7l10 4M-20 9l9-2l3-5M-11 7l3 12M10 4l-4 7l3 8M6 11l-14 2',
}
