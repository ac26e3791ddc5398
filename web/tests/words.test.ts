import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { counted, entry, keys, sentence, type Tree } from '../src/words/lookup'

const tree: Tree = { greeting: 'Hello {name}', count: { romans: ['Roman', 'Romans'] } }

describe('words', () => {
  test('are filled in', () => expect(sentence(tree, 'greeting', { name: 'Livia' })).toBe('Hello Livia'))
  test('that are missing show their key', () => expect(sentence(tree, 'nothing.here')).toBe('nothing.here'))
  test('know one and many', () => {
    expect(counted(tree, 'count.romans', 1)).toBe('1 Roman')
    expect(counted(tree, 'count.romans', 0)).toBe('0 Romans')
  })
  test('do not look into sentences', () => expect(entry(tree, 'greeting.name')).toBeUndefined())
})

const SOURCES = join(import.meta.dirname, '../src')
const boards = readdirSync(join(SOURCES, 'boards'), { withFileTypes: true }).filter((one) => one.isDirectory())
const folders = [join(SOURCES, 'words'), ...boards.map(({ name }) => join(SOURCES, 'boards', name, 'words'))].filter((folder) => existsSync(folder))
const read = (folder: string, language: string) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf-8')) as Tree

function blanks(tree: Tree): string[] {
  return keys(tree).map((key) => `${key} ${[...new Set(String(entry(tree, key)).match(/\{\w+\}/g) ?? [])].sort().join('')}`)
}

describe.each(folders)('%s', (folder) => {
  test('says the same in English and in German', () => expect(blanks(read(folder, 'de')).sort()).toEqual(blanks(read(folder, 'en')).sort()))
})

test('every word that the page asks for is there', () => {
  const known = new Set(keys(read(join(SOURCES, 'words'), 'en')))
  const files = ['pages', 'parts'].flatMap((folder) => readdirSync(join(SOURCES, folder)).map((name) => join(SOURCES, folder, name)))
  const asked = files.flatMap((file) => [...readFileSync(file, 'utf-8').matchAll(/(?<![\w.])[tn]\('([\w.]+)'/g)].map((match) => match[1]!))
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter((key) => !known.has(key))).toEqual([])
})
