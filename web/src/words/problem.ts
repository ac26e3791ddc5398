/** Why a request was not carried out, in the words of the page: by the refusal's stable name, its reason and its number. */

import type { Refusal } from '../api/server'
import { entry, sentence, type Tree } from './lookup'
import { lang, page } from './words.svelte'

type Named = Pick<Refusal, 'name' | 'reason' | 'number'>

/** The key of the words: those for the reason, or for the number that is named, or for the name alone. */
export function keyOf(words: Tree, { name, reason, number }: Named): string | undefined {
  const detail = reason ?? (number === null ? null : 'number')
  const keys = [...(detail ? [`because.${name}.${detail}`] : []), `problem.${name}`]
  return keys.find((key) => typeof entry(words, key) === 'string')
}

/** The sentence. The server's own, which is English, only where it is newer than the page. */
export function said(refusal: Refusal): string {
  const key = keyOf(page(), refusal)
  if (!key) return refusal.message || sentence(page(), 'problem.unreachable')
  return sentence(page(), key, refusal.number === null ? {} : { number: refusal.number.toLocaleString(lang()) })
}
