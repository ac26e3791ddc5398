/** Brings what is to be decided into sight where it is not: on a narrow screen a board is longer than the window. */
export function bringIntoSight(wanted: Element): void {
  const { top, bottom } = wanted.getBoundingClientRect()
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0)
  if (seen >= 0.75 * Math.min(bottom - top, innerHeight)) return
  wanted.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}
