/** Which thing lies next to another in the direction of an arrow key. */

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const DIRECTIONS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The number of the nearest box, things straight ahead before those aside; -1 where there is none. */
export function nearest(boxes: Box[], from: number, key: string): number {
  const direction = DIRECTIONS[key]
  const here = boxes[from]
  if (!direction || !here) return -1
  let best = -1
  let shortest = Infinity
  boxes.forEach((box, number) => {
    const dx = box.left + box.width / 2 - here.left - here.width / 2
    const dy = box.top + box.height / 2 - here.top - here.height / 2
    const ahead = dx * direction[0] + dy * direction[1]
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0])
    if (number === from || ahead <= 1) return
    const distance = ahead + 2.5 * aside
    if (distance < shortest) {
      shortest = distance
      best = number
    }
  })
  return best
}
