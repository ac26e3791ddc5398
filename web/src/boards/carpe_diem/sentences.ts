/** What things are called: for tooltips, and for those who hear the board. */

import type { Words } from '../../words/words.svelte'
import { type ForumCard, reward } from './cards'
import { type Goal, parts, type Tile } from './layout'

/** `villa (north, east), pond (south), 1 chimney`; without the sides where there are many tiles. */
export function tileWords(tile: Tile, words: Words, sides = true): string {
  if (tile.single) return words.t(sides ? 'board.plain_tile' : `thing.${tile.single}`, { thing: words.t(`thing.${tile.single}`) })
  const things = parts(tile.sides).map((part) => {
    const thing = words.t(`thing.${part.thing}`)
    return sides ? `${thing} (${part.sides.map((side) => words.t(`side.${side}`)).join(', ')})` : thing
  })
  if (tile.chimneys) things.push(words.n('count.chimney', tile.chimneys))
  return things.join(', ')
}

export function tileList(tiles: (Tile | null)[], words: Words): string {
  const there = tiles.filter((tile) => tile !== null)
  return there.map((tile) => tileWords(tile, words, false)).join('; ') || words.t('none')
}

function counts(amounts: [string, number][], words: Words): string {
  return amounts.map(([thing, amount]) => words.n(`count.${thing}`, amount)).join(', ')
}

/** `pay 2 fish, get 4 points` */
export function cardWords(card: ForumCard, words: Words): string {
  const values = { needs: counts(Object.entries(card.needs) as [string, number][], words), gives: counts(reward(card, 1), words) }
  return words.t(card.stripe === 'red' ? 'board.pay' : 'board.own_things', values)
}

/** What a card would pay a seat now, by itself: for the sets it has, or what it loses. */
export function payWords(cell: string, card: ForumCard, sets: number, bread: number, rules: { penalty: number; bread_per_set: number }, words: Words): string {
  if (sets > 0) return words.t('board.pays', { cell, sets: words.n('count.sets', sets), gives: counts(reward(card, sets), words) })
  const values = { cell, points: words.n('count.vp', rules.penalty), bread: words.n('count.bread', rules.bread_per_set) }
  return words.t(bread >= rules.bread_per_set ? 'board.fails_bread' : 'board.fails', values)
}

export function goalWords(goal: Goal, words: Words): string {
  const { between, after } = goal.line
  const ends = between === 'columns' ? { one: 'abcdef'[after - 1]!, other: 'abcdef'[after]! } : { one: after, other: after + 1 }
  const said = words.t('board.goal', { points: words.n('count.vp', goal.vp), thing: words.t(`thing.${goal.goal}`), line: words.t(`board.line_${between}`, ends) })
  return goal.met ? words.t('board.goal_met', { goal: said }) : said
}
