/** What has not changed from one position to the next stays the same object: then nothing that shows it is computed or drawn again. */

/** `now`, with every part that equals the one in `before` replaced by that one. `now` must be nobody else's: it is changed. */
export function shared<Value>(before: unknown, now: Value): Value {
  if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null) return now
  if (Array.isArray(before) !== Array.isArray(now)) return now
  const old = before as Record<string, unknown>
  const fresh = now as Record<string, unknown>
  const names = Object.keys(fresh)
  let same = names.length === Object.keys(old).length
  for (const name of names) {
    fresh[name] = shared(old[name], fresh[name])
    same &&= fresh[name] === old[name] && name in old
  }
  return same ? (before as Value) : now
}
