/**
 * Pieces fly from where they were to where they are.
 *
 * A piece has `data-key`, unique and the same from position to position; where it lies is the nearest `data-place`.
 * When a piece is in another place than before, a copy of it flies from there; a new one flies from the place that its
 * `data-from` names. Whoever asks for less motion sees none.
 */

export interface Seen {
  places: Map<string, DOMRect>
  pieces: Map<string, { place: string | undefined; rect: DOMRect }>
}

const DURATION = 520
const MOST = 40 // pieces in flight at once

function placeOf(piece: Element): string | undefined {
  return piece.closest<HTMLElement | SVGElement>('[data-place]')?.dataset.place
}

function each(root: Element, name: string, visit: (element: HTMLElement | SVGElement, value: string) => void): void {
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>(`[data-${name}]`)) visit(element, element.dataset[name]!)
}

export function look(root: Element): Seen {
  const seen: Seen = { places: new Map(), pieces: new Map() }
  each(root, 'place', (element, place) => seen.places.set(place, element.getBoundingClientRect()))
  each(root, 'key', (element, key) => seen.pieces.set(key, { place: placeOf(element), rect: element.getBoundingClientRect() }))
  return seen
}

/** Where a piece starts from, or nothing if it did not move. */
export function origin(before: Seen, key: string, place: string | undefined, from: string | undefined): DOMRect | undefined {
  const known = before.pieces.get(key)
  if (known) return known.place === place ? undefined : known.rect
  return from === undefined ? undefined : before.places.get(from)
}

interface Flight {
  element: HTMLElement | SVGElement
  start: DOMRect
  end: DOMRect
  frame: DOMRect | null // of a part of a picture, in the picture's own measure
}

/** First everything is measured, then everything is changed: one after the other would lay the page out anew for every piece. */
export function fly(root: Element, before: Seen): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return
  const flights: Flight[] = []
  each(root, 'key', (element, key) => {
    const start = flights.length < MOST ? origin(before, key, placeOf(element), element.dataset.from) : undefined
    if (!start) return
    const end = element.getBoundingClientRect()
    if (end.width && end.height) flights.push({ element, start, end, frame: isPart(element) ? element.getBBox() : null })
  })
  const copies = flights.map((flight) => copied(flight))
  document.body.append(...copies)
  flights.forEach((flight, number) => launch(flight, copies[number]!, number * 45))
}

function isPart(element: Element): element is SVGGraphicsElement {
  return element instanceof SVGGraphicsElement && !(element instanceof SVGSVGElement)
}

function launch({ element, start, end }: Flight, copy: HTMLElement | SVGSVGElement, delay: number): void {
  element.style.visibility = 'hidden'
  const dx = start.left + start.width / 2 - end.left - end.width / 2
  const dy = start.top + start.height / 2 - end.top - end.height / 2
  const lift = Math.min(40, Math.hypot(dx, dy) / 6)
  const flight = copy.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx * 0.45}px, ${dy * 0.45 - lift}px) scale(1.12)`, offset: 0.55 },
      { transform: 'none' },
    ],
    { duration: DURATION, delay: Math.min(delay, 600), easing: 'cubic-bezier(.3,.1,.2,1)', fill: 'both' },
  )
  const land = () => {
    copy.remove()
    element.style.visibility = ''
  }
  flight.finished.then(land, land)
}

/** A copy above everything, at the place where the piece now lies. Pieces have classes, no style attributes: those are not copied. */
function copied({ element, end, frame }: Flight): HTMLElement | SVGSVGElement {
  const copy = element.cloneNode(true) as HTMLElement | SVGElement
  for (const one of [copy, ...copy.querySelectorAll('[data-key], [data-place], [id]')]) {
    for (const name of ['data-key', 'data-place', 'data-from', 'id', 'tabindex', 'role', 'aria-label']) one.removeAttribute(name)
  }
  let flying: HTMLElement | SVGSVGElement
  if (frame) {
    copy.removeAttribute('transform')
    flying = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    flying.setAttribute('viewBox', `${frame.x} ${frame.y} ${frame.width} ${frame.height}`)
    flying.append(copy)
  } else flying = copy as HTMLElement
  flying.setAttribute('aria-hidden', 'true')
  flying.classList.add('flying')
  Object.assign(flying.style, { left: `${end.left}px`, top: `${end.top}px`, width: `${end.width}px`, height: `${end.height}px` })
  return flying
}
