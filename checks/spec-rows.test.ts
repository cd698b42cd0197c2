import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import specifiedCalls from './specified-calls.json'
import specifiedPages from './specified-pages.json'
import { readProject, root } from './support/source-tree'
import { isOpen, type SpecRow, specRowsOf } from './support/spec-rows'

const page = readProject('docs/spec-rows.md')
const rows = specRowsOf(page)
const row = (patch: Partial<SpecRow>): SpecRow => ({
  page: 'A page',
  required: 'Something',
  state: 'held',
  heldBy: '`checks/spec-rows.test.ts`: each row says how it is held',
  ...patch,
})

/** Rows that are neither held, better for a reason, nor open with what is missing. */
function vague(of: readonly SpecRow[]): string[] {
  return of
    .filter(({ state, heldBy }) => !/^(held|better: \S.*|open)$/.test(state) || heldBy === '')
    .map(({ page: where, required }) => `${where}: ${required}`)
}

test('each row says how it is held', () => {
  expect(rows.length).toBeGreaterThan(194)
  expect(vague(rows)).toEqual([])
  const planted = [row({ state: 'better' }), row({ state: 'mostly' }), row({ state: 'open', heldBy: '' })]
  expect(vague(planted)).toHaveLength(3)
  expect(vague([row({}), row({ state: 'better: faster' })])).toEqual([])
})

const twice = (of: readonly SpecRow[]) =>
  of
    .map(({ page: where, required }) => `${where}: ${required}`)
    .filter((name, index, all) => all.indexOf(name) !== index)

test('no requirement is there twice', () => {
  expect(twice(rows)).toEqual([])
  expect(twice([row({}), row({ page: 'Another page' }), row({})])).toEqual(['A page: Something'])
})

/** Named tests that are not there: no such file, or none in it under that title. */
function missingTests(of: readonly SpecRow[]): string[] {
  return of.filter((one) => !isOpen(one)).flatMap(({ heldBy }) => heldBy.split('<br>').filter(isMissing))
}

function isMissing(named: string): boolean {
  const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(named.trim()) ?? []
  if (title === '' || !/\.(test|e2e)\.tsx?$/.test(path) || !existsSync(join(root, path))) return true
  const literal = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return !new RegExp(`(?:\\b(?:test|part|walk)|\\))\\(\\s*(['"\`])${literal}\\1`).test(readProject(path))
}

test('every test that a row names is there under its title', () => {
  expect(missingTests(rows)).toEqual([])
  const named = [
    'a test',
    '`checks/nowhere.test.ts`: each row says how it is held',
    '`docs/spec-rows.md`: The specification, row by row',
    '`checks/spec-rows.test.ts`: each row says how it is',
    '`checks/spec-rows.test.ts`: A page: Something',
  ]
  expect(missingTests(named.map((heldBy) => row({ heldBy })))).toEqual(named)
  expect(missingTests([row({ state: 'open', heldBy: 'not built' })])).toEqual([])
})

/** Addresses that no row and no page names in code marks; parameters of a path may be called anything. */
function unnamed(addresses: readonly string[], text: string): string[] {
  const bare = (address: string) => address.replace(/\{\w+\}/g, '{}')
  const named = new Set([...text.matchAll(/`([^`]+)`/g)].map((match) => bare(match[1]!)))
  return addresses.filter((address) => !named.has(bare(address)))
}

test('every specified call and page is in a row', () => {
  const calls = specifiedCalls.map(({ method, path }) => `${method} ${path}`)
  expect(unnamed(calls, rows.map(({ required }) => required).join())).toEqual([])
  expect(
    unnamed(
      specifiedPages.map(({ path }) => path),
      page,
    ),
  ).toEqual([])
  expect(unnamed(['GET /a/{id}', 'POST /a/{id}', '/B'], 'reads `GET /a/{key}` of /B')).toEqual([
    'POST /a/{id}',
    '/B',
  ])
})
