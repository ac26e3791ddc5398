/** The one tooltip of the page: what a thing is, what choosing it would do, or the rule that forbids it. */

import type { Reason } from '../api/types'

export interface Tip {
  anchor: DOMRect
  title: string
  sentence: string | null
  reason: Reason | null
  again: boolean // a tap has shown it; another one plays
}

class Tooltip {
  now = $state.raw<Tip | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  show(tip: Tip): void {
    clearTimeout(this.#timer)
    this.now = tip
  }

  /** Leaves a moment to move into the tooltip, where a link to the rule may be. */
  hide(at_once = false): void {
    clearTimeout(this.#timer)
    if (at_once) this.now = null
    else this.#timer = setTimeout(() => (this.now = null), this.now?.reason ? 600 : 150)
  }

  keep(): void {
    clearTimeout(this.#timer)
  }
}

export const tooltip = new Tooltip()
