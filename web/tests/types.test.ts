import { readFileSync } from 'node:fs'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { expect, test } from 'vitest'

const at = (path: string) => new URL(path, import.meta.url)

test.each([
  ['../../docs/interface/openapi.json', '../src/api/schema.d.ts', { defaultNonNullable: false }],
  ['../schema/views.json', '../src/api/views.d.ts', {}],
])('the types made from %s are up to date: web/npm.sh run types', async (schema, types, options) => {
  const made = COMMENT_HEADER + astToString(await openapiTS(at(schema), options))
  expect(readFileSync(at(types), 'utf-8')).toBe(made)
})
