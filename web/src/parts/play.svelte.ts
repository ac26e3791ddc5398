/** How a board is played: which things on it are choices, and what happens when somebody points at them or picks them. */

import type { Choice, Reason } from '../api/types'
import { tooltip, type Tip } from './tip.svelte'

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

interface Explains {
  onclick: (event: Event) => void
  onpointermove: (event: PointerEvent) => void
  onpointerleave: () => void
}
interface Chooses extends Explains {
  onkeydown: (event: KeyboardEvent) => void
  onfocus: (event: Event) => void
  onblur: () => void
}

const MOST_KEPT = 2000

/** Listeners are made once for each thing: the same ones in the next position need not be taken off and put on again. */
function kept<Listeners>(known: Map<string, Listeners>, key: string, make: () => Listeners): Listeners {
  let found = known.get(key)
  if (!found) {
    if (known.size >= MOST_KEPT) known.clear()
    known.set(key, (found = make()))
  }
  return found
}

export class Play {
  #source: Source
  #byMove = $derived.by(() => new Map(this.#source.choices().map((choice) => [choice.move, choice])))
  /** The move that somebody points at, on the board or in the list: shown in both. */
  pointed = $state<string | null>(null)
  #picked = $state<Record<string, string>>({})
  #pickedFrom = ''
  #armed: string | null = null
  #over: Element | null = null
  #seen: Event | null = null // the innermost thing answers
  #targets = new Map<string, Chooses>()
  #infos = new Map<string, Explains>()
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

  /** What is picked among the choices of a kind and not chosen yet: one value for the board and the list, as long as the choices are the same. */
  picked(kind: string): Choice | undefined {
    const found = this.choice(this.#picked[kind] ?? '')
    return found && this.#pickedFrom === this.#moves() ? found : undefined
  }

  pick(move: string): void {
    const choice = this.choice(move)
    if (!choice) return
    const known = this.#pickedFrom === this.#moves() ? this.#picked : {}
    this.#pickedFrom = this.#moves()
    this.#picked = { ...known, [choice.kind]: move }
  }

  #moves(): string {
    return [...this.#byMove.keys()].join()
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
    return {
      role: 'button' as const,
      tabindex: choice ? 0 : -1,
      'aria-label': choice ? `${label}. ${choice.sentence}` : label,
      'aria-disabled': choice ? undefined : ('true' as const),
      'data-target': '',
      'data-move': move,
      'data-open': choice ? '' : undefined,
      'data-pointed': this.pointed === move ? '' : undefined,
      ...kept(this.#targets, `${move}|${label}`, () => this.#aim(move, label)),
    }
  }

  /** The same for a thing that is no choice but explains itself. */
  info(label: string) {
    return { role: 'img' as const, 'aria-label': label, ...kept(this.#infos, label, () => this.#explain(label)) }
  }

  /** What lies under the pointer after it has moved: what is drawn under a resting one was not pointed at. */
  #pointing(enter: (event: Event) => void): (event: PointerEvent) => void {
    return (event) => {
      if (event.pointerType === 'touch' || this.#seen === event) return
      this.#seen = event
      if (this.#over === event.currentTarget) return
      this.#over = event.currentTarget as Element
      enter(event)
    }
  }

  #aim(move: string, label: string): Chooses {
    const enter = (event: Event) => this.#enter(event.currentTarget as Element, move, label)
    const leave = () => this.#leave(move)
    const pick = (event: Event) => {
      event.stopPropagation()
      if (!this.open(move)) return enter(event)
      const tapped = event instanceof PointerEvent && event.pointerType === 'touch'
      if (tapped && this.#armed !== move) {
        enter(event)
        this.#armed = move
        tooltip.show({ ...tooltip.now!, again: true })
      } else this.choose(move)
    }
    return {
      onclick: pick,
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          pick(event)
        }
      },
      onpointermove: this.#pointing(enter),
      onpointerleave: leave,
      onfocus: enter,
      onblur: leave,
    }
  }

  #explain(label: string): Explains {
    const enter = (event: Event) => this.#show(event.currentTarget as Element, label)
    return {
      onclick: enter,
      onpointermove: this.#pointing(enter),
      onpointerleave: () => this.#leave(null),
    }
  }

  #show(element: Element, title: string, told: Partial<Tip> = {}): void {
    tooltip.show({ anchor: element.getBoundingClientRect(), title, sentence: null, reason: null, again: false, ...told })
  }

  #enter(element: Element, move: string, label: string): void {
    const choice = this.choice(move)
    this.pointed = move
    this.#armed = null
    this.#show(element, label, { sentence: choice?.sentence ?? null })
    if (choice || !this.mine) return
    setTimeout(async () => {
      if (this.pointed !== move || !this.mine || this.#answered === this.choices) return // only who decides may ask
      const reason = await this.#source.whyNot(move).catch(() => null)
      if (reason && this.pointed === move) this.#show(element, label, { reason })
    }, PATIENCE)
  }

  #leave(move: string | null): void {
    this.#over = null
    if (this.pointed === move) this.pointed = null
    tooltip.hide()
  }
}
