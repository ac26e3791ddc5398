/** How a board is played: which things on it are choices, and what happens when somebody points at them or picks them. */

import type { Choice, Reason } from '../api/types'
import { tooltip } from './tip.svelte'

export interface Source {
  choices: () => Choice[]
  choose: (move: string) => void
  whyNot: (move: string) => Promise<Reason | null>
  /** Whether it is this viewer's decision: only then a rule forbids anything. */
  mine: () => boolean
  /** How likely 0, 1, 2, ... stones fall, where the game has such an aim. */
  chances?: (move: string) => Promise<number[]>
}

const PATIENCE = 180 // milliseconds before the rule is asked for

export class Play {
  #source: Source
  #byMove = $derived.by(() => new Map(this.#source.choices().map((choice) => [choice.move, choice])))
  /** The move that somebody points at, on the board or in the list: shown in both. */
  pointed = $state<string | null>(null)
  #armed: string | null = null
  #answered: Choice[] | null = null // choices of which one is on its way to the server: nothing more is asked about them

  constructor(source: Source) {
    this.#source = source
  }

  get choices(): Choice[] {
    return this.#source.choices()
  }

  get mine(): boolean {
    return this.#source.mine()
  }

  choice(move: string): Choice | undefined {
    return this.#byMove.get(move)
  }

  open(move: string): boolean {
    return this.#byMove.has(move)
  }

  of(kind: string): Choice[] {
    return this.#source.choices().filter((choice) => choice.kind === kind)
  }

  async chances(move: string): Promise<number[] | null> {
    return this.open(move) && this.#answered !== this.choices ? ((await this.#source.chances?.(move).catch(() => null)) ?? null) : null
  }

  choose(move: string): void {
    tooltip.hide(true)
    this.pointed = null
    this.#armed = null
    this.#answered = this.choices
    this.#source.choose(move)
  }

  /** Everything an element needs to be a choice: spread it on a <g> or a <button>. The label says what the thing is. */
  target(move: string, label: string) {
    const choice = this.choice(move)
    const enter = (event: Event) => this.#enter(event.currentTarget as Element, move, label)
    const leave = () => this.#leave(move)
    const pick = (event: Event) => {
      event.stopPropagation()
      if (!choice) return enter(event)
      const tapped = event instanceof PointerEvent && event.pointerType === 'touch'
      if (tapped && this.#armed !== move) {
        enter(event)
        this.#armed = move
        tooltip.show({ ...tooltip.now!, again: true })
      } else this.choose(move)
    }
    return {
      role: 'button' as const,
      tabindex: choice ? 0 : -1,
      'aria-label': choice ? `${label}. ${choice.sentence}` : label,
      'aria-disabled': choice ? undefined : ('true' as const),
      'data-target': '',
      'data-move': move,
      'data-open': choice ? '' : undefined,
      'data-pointed': this.pointed === move ? '' : undefined,
      onclick: pick,
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          pick(event)
        }
      },
      onpointerenter: (event: PointerEvent) => event.pointerType !== 'touch' && enter(event),
      onpointerleave: leave,
      onfocus: enter,
      onblur: leave,
    }
  }

  /** The same for a thing that is no choice but explains itself. */
  info(label: string) {
    const enter = (event: Event) => this.#show(event.currentTarget as Element, label, null, null)
    return {
      role: 'img' as const,
      'aria-label': label,
      onclick: enter,
      onpointerenter: (event: PointerEvent) => event.pointerType !== 'touch' && enter(event),
      onpointerleave: () => tooltip.hide(),
    }
  }

  #show(element: Element, title: string, sentence: string | null, reason: Reason | null): void {
    tooltip.show({ anchor: element.getBoundingClientRect(), title, sentence, reason, again: false })
  }

  #enter(element: Element, move: string, label: string): void {
    const choice = this.choice(move)
    this.pointed = move
    this.#armed = null
    this.#show(element, label, choice?.sentence ?? null, null)
    if (choice || !this.mine) return
    setTimeout(async () => {
      if (this.pointed !== move) return
      const reason = await this.#source.whyNot(move).catch(() => null)
      if (reason && this.pointed === move) this.#show(element, label, null, reason)
    }, PATIENCE)
  }

  #leave(move: string): void {
    if (this.pointed === move) this.pointed = null
    tooltip.hide()
  }
}
