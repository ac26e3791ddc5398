/** The language of the page, and its words: the page's own files here, the games' from their folders, the boards' from theirs. */

import { counted, entry, sentence, type Tree, type Values } from './lookup'

export const LANGUAGES = ['en', 'de'] as const
export type Lang = (typeof LANGUAGES)[number]

type File = () => Promise<{ default: Tree }>
const PAGE = import.meta.glob('./*.json') as Record<string, File>
const GAMES = import.meta.glob('../../../src/triumvir/games/*/words/*.toml') as Record<string, File>
const BOARDS = import.meta.glob('../boards/*/words/*.json') as Record<string, File>

class Speech {
  lang = $state<Lang>('en')
  page = $state.raw<Tree>({})
  games = $state.raw<Record<string, Tree>>({})
}

const speech = new Speech()
const KEPT = 'triumvir.lang'

/** The language asked for last time, or the browser's. */
export function preferred(): Lang {
  const asked = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2)
  return (LANGUAGES as readonly string[]).includes(asked) ? (asked as Lang) : 'en'
}

export function lang(): Lang {
  return speech.lang
}

/** Loads a language and switches to it; games whose words are in use come along. */
export async function speak(language: Lang): Promise<void> {
  const page = await PAGE[`./${language}.json`]!()
  const games = await Promise.all(Object.keys(speech.games).map(async (game) => [game, await load(game, language)] as const))
  speech.page = page.default
  speech.games = Object.fromEntries(games)
  speech.lang = language
  localStorage.setItem(KEPT, language)
  document.documentElement.lang = language
}

async function load(game: string, language: Lang): Promise<Tree> {
  const own = await GAMES[`../../../src/triumvir/games/${game}/words/${language}.toml`]?.()
  const board = await BOARDS[`../boards/${game}/words/${language}.json`]?.()
  return { ...own?.default, board: board?.default ?? {} }
}

/** Makes the words of a game ready for `wordsOf`. */
export async function learn(game: string): Promise<void> {
  if (!speech.games[game]) speech.games = { ...speech.games, [game]: await load(game, speech.lang) }
}

/** All words of the page. */
export function page(): Tree {
  return speech.page
}

/** A sentence of the page. */
export function t(key: string, values?: Values): string {
  return sentence(speech.page, key, values)
}

/** A word of the page by a name that may have dots in it; undefined where there is none. */
export function known(table: string, name: string): string | undefined {
  const found = entry(speech.page, table)
  const word = typeof found === 'object' && !Array.isArray(found) ? found[name] : undefined
  return typeof word === 'string' ? word : undefined
}

/** `3 players`, from a pair of singular and plural. */
export function n(key: string, number: number): string {
  return counted(speech.page, key, number)
}

/** The words of a game; those of its board lie under `board`. */
export function wordsOf(game: string) {
  const tree = () => speech.games[game] ?? {}
  return {
    t: (key: string, values?: Values) => sentence(tree(), key, values),
    n: (key: string, number: number) => counted(tree(), key, number),
    has: (key: string) => entry(tree(), key) !== undefined,
    /** The sentences that lie under a key, in their order. */
    all: (key: string) => Object.values(entry(tree(), key) ?? {}).filter((one) => typeof one === 'string'),
  }
}
export type Words = ReturnType<typeof wordsOf>
