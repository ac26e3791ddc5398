import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { counted, entry, keys, sentence, type Tree } from '../src/words/lookup'
import { nameOf } from '../src/words/names'
import { keyOf } from '../src/words/problem'

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

describe.each(['en', 'de'])('refusals in %s', (language) => {
  const words = read(join(SOURCES, 'words'), language)
  const schema = JSON.parse(readFileSync(join(SOURCES, '../../docs/interface/openapi.json'), 'utf-8'))
  const { error, reason } = schema.components.schemas.Problem.properties as { error: { enum: string[] }; reason: { 'x-reasons': Record<string, string[]> } }
  const reasons = Object.entries(reason['x-reasons']).flatMap(([name, all]) => all.map((one) => `${name}.${one}`))

  test('have words for every stable name', () => {
    expect(error.enum.length).toBeGreaterThan(30)
    expect(error.enum.filter((name) => typeof entry(words, `problem.${name}`) !== 'string')).toEqual([])
  })
  test('have words for every reason, and for none that does not exist', () => {
    expect(reasons.length).toBeGreaterThan(10)
    const said = keys(entry(words, 'because') as Tree).filter((key) => !key.endsWith('.number'))
    expect(said.sort()).toEqual(reasons.sort())
    expect(keys(entry(words, 'problem') as Tree).sort()).toEqual([...error.enum, 'unreachable'].sort())
  })
  test('name a number only where one is sure to come', () => {
    const bare = keys(entry(words, 'problem') as Tree).filter((key) => String(entry(words, `problem.${key}`)).includes('{'))
    expect(bare).toEqual([])
  })
})

describe('the words of a refusal', () => {
  const words: Tree = { problem: { full: 'Full.' }, because: { full: { chat: 'Chat: {number}', number: 'Most: {number}' } } }
  const full = { name: 'full' as const, reason: null, number: null }
  test('are those of its reason', () => expect(keyOf(words, { ...full, reason: 'chat', number: 9 })).toBe('because.full.chat'))
  test('are those for its number', () => expect(keyOf(words, { ...full, number: 9 })).toBe('because.full.number'))
  test('are those of its name where nothing more is told', () => expect(keyOf(words, full)).toBe('problem.full'))
  test('are those of its name where a reason is unknown', () => expect(keyOf(words, { ...full, reason: 'moon' })).toBe('problem.full'))
  test('are missing for an unknown name', () => expect(keyOf(words, { ...full, name: 'busy' })).toBeUndefined())
})

describe('names', () => {
  const person = (name: string) => ({ seat: 1, kind: 'person' as const, name, bot: null })
  const bot = (name: string, level: string) => ({ seat: 1, kind: 'bot' as const, name, bot: level })

  test('that were chosen stay', () => {
    expect(nameOf(person('Livia'), [1])).toBe('Livia')
    expect(nameOf(bot('Nero', '3'))).toBe('Nero')
    expect(nameOf(bot('Bot 3', '3'))).toBe('Bot 3')
    expect(nameOf(bot('Bot 2', 'greedy'))).toBe('Bot 2')
  })
  // No words are loaded here, so that keys stand for them.
  test('that nobody chose are said by the page', () => {
    expect(nameOf(bot('Bot 2', '3'))).toBe('bot_name')
    expect(nameOf(person('Player 2'), [1])).toBe('you')
    expect(nameOf(person('Player 2'), [0])).toBe('seat')
  })
  test('tell several own seats apart', () => expect(nameOf(person('Player 2'), [0, 1])).toBe('seat'))
  test('of another seat are names', () => expect(nameOf(person('Player 1'), [1])).toBe('Player 1'))
})
