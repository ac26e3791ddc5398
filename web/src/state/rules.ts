/** The sentences of a game's rules, asked for once in each language. */

import { server } from '../api/server'
import type { RuleText } from '../api/types'

const known = new Map<string, Promise<RuleText[]>>()

export async function ruleSentence(game: string, rule: string, lang: string): Promise<string | undefined> {
  const key = `${game} ${lang}`
  const rules = known.get(key) ?? server.rules(game, lang)
  known.set(key, rules)
  rules.catch(() => known.delete(key))
  return (await rules).find(({ id }) => id === rule)?.sentence
}
