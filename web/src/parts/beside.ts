/** Where a note goes that explains a thing: beside it, never over it as long as there is room anywhere around it. */

export interface Box {
  left: number
  top: number
  width: number
  height: number
}
interface Size {
  width: number
  height: number
}

const MARGIN = 8

function within(wanted: number, size: number, room: number): number {
  return Math.max(MARGIN, Math.min(wanted, room - size - MARGIN))
}

/**
 * Style of a note in a window. Above the thing it is held at its lower edge: when more text arrives it grows away from what it explains.
 * Where it fits on no side, it lies at the edge of the window that leaves more of the thing in sight.
 */
export function beside(thing: Box, note: Size, room: Size): string {
  const { left, top } = thing
  const right = left + thing.width
  const bottom = top + thing.height
  const tall = note.height + 2 * MARGIN
  const wide = note.width + 2 * MARGIN
  const across = `left:${within(left + thing.width / 2 - note.width / 2, note.width, room.width)}px`
  const down = `top:${within(top + thing.height / 2 - note.height / 2, note.height, room.height)}px`
  if (top >= tall) return `${across};bottom:${room.height - top + MARGIN}px`
  if (room.height - bottom >= tall) return `${across};top:${bottom + MARGIN}px`
  if (room.width - right >= wide) return `left:${right + MARGIN}px;${down}`
  if (left >= wide) return `left:${left - MARGIN - note.width}px;${down}`
  return top > room.height - bottom ? `${across};top:${MARGIN}px` : `${across};bottom:${MARGIN}px`
}
