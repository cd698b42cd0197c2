import { expect, test } from 'vitest'
import { pages } from '../packages/console/src/frame/pages'
import { pagePaths } from '../packages/console/src/site/paths'
import specifiedPages from './specified-pages.json'
import { tableUnder, unquoted } from './support/markdown'
import { filesMatching, readProject, type SourceFile } from './support/source-tree'

/** Sign-in comes before the page table: it has no menu entry, breadcrumb or key. */
const SIGN_IN = '/login'

const walks = filesMatching(/^e2e\/[^/]+\.e2e\.ts$/).filter((file) => !file.path.includes('whole-chain'))
const open = tableUnder(readProject('docs/spec-gaps.md'), 'Pages that are not built yet').map((row) => ({
  path: unquoted(row.Path ?? ''),
  key: row['Page key'] === 'none' ? null : row['Page key'],
}))
const built = pages.filter((page) => page.screen !== undefined)
const unbuilt = pages.filter((page) => page.screen === undefined)
const builtPaths = [SIGN_IN, ...built.map((page) => page.path)]

test('every specified page is in the page table under its address and key', () => {
  const known = pages.flatMap(({ path, alsoAt, key }) => [
    { path, key },
    ...(alsoAt === undefined ? [] : [{ path: alsoAt, key }]),
  ])
  const specified = specifiedPages.filter(({ path }) => path !== SIGN_IN)
  expect(specified).toHaveLength(35)
  expect(
    specified.filter(({ path, key }) => !known.some((page) => page.path === path && page.key === key)),
  ).toEqual([])
})

test('every address of the console belongs to a page', () => {
  const addresses = Object.values(pagePaths)
  const owned = [SIGN_IN, ...pages.flatMap(({ path, alsoAt }) => [path, alsoAt])]
  expect(addresses.filter((address) => !owned.includes(address))).toEqual([])
})

test('a page either has a screen or is named as open, under the same key', () => {
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)
  expect(open.toSorted(byPath)).toEqual(unbuilt.map(({ path, key }) => ({ path, key })).toSorted(byPath))
})

/** Pages that no walk opens by their address. */
function unwalked(paths: readonly string[], files: readonly SourceFile[]): string[] {
  return paths.filter((path) => {
    const address = path.replace(/\$\w+/g, '[^\'"`?]*')
    const opened = new RegExp(`['"\`]${address}(?:['"\`?]|\\$\\{)`)
    return !files.some((file) => opened.test(file.text))
  })
}

test('every page that has a screen has a walk', () => {
  expect(unwalked(builtPaths, walks)).toEqual([])
})

test('a page without a walk is found', () => {
  const file = { path: 'e2e/a.e2e.ts', text: "page.goto('/home?dep=1')\npage.goto('/device/7')" }
  expect(unwalked(['/home', '/device/$id', '/DeviceConnectionRate'], [file])).toEqual([
    '/DeviceConnectionRate',
  ])
})

test('the README says of exactly the pages with a screen that they work', () => {
  const named = tableUnder(readProject('README.md'), 'What works today').map((row) =>
    unquoted(row.Address ?? ''),
  )
  expect(named.toSorted()).toEqual(builtPaths.toSorted())
})
