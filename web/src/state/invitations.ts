/** The links to a table are told once, to whoever opened it or asked for one: this browser remembers them, to show them again. */

import { Kept } from './kept'

interface Links {
  invitation: string
  spectators?: string
}

const links = new Kept<Links>('triumvir.links')

export function linksTo(table: string): Links | null {
  return links.of(table) ?? null
}

export function keepLinks({ table, invitation, spectators }: Links & { table: string }): void {
  links.keep(table, { invitation, spectators })
}
