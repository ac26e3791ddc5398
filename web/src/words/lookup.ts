/** Words by dotted key, as the games' own word files have them: a sentence with {names}, or a pair of singular and plural. */

export type Tree = { [key: string]: string | string[] | Tree }
export type Values = Record<string, string | number>

export function entry(tree: Tree, key: string): string | string[] | Tree | undefined {
  let found: string | string[] | Tree | undefined = tree
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || Array.isArray(found)) return undefined
    found = found[part]
  }
  return found
}

/** The sentence under a key, filled in. A missing word shows its key, so that it is seen and mended. */
export function sentence(tree: Tree, key: string, values: Values = {}): string {
  const found = entry(tree, key)
  if (typeof found !== 'string') return key
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

/** `1 Roman`, `3 Romans`. */
export function counted(tree: Tree, key: string, number: number): string {
  const found = entry(tree, key)
  if (!Array.isArray(found)) return `${number} ${key}`
  return `${number} ${number === 1 ? found[0] : found[1]}`
}

/** All keys that lead to a word, to compare languages. */
export function keys(tree: Tree, before = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = before ? `${before}.${key}` : key
    return typeof value === 'string' || Array.isArray(value) ? [path] : keys(value, path)
  })
}
