/** Why a request was not carried out, in the language of the page where it has words for it. */

import type { Refusal } from '../api/server'
import { known, t } from './words.svelte'

export function said({ name, message, rule }: Refusal): string {
  if (rule) return message
  return known('problem', name) ?? (message || t('unreachable'))
}
