import { expect, test } from 'vitest'
import { codeFiles, type SourceFile, withoutComments } from './support/source-tree'

/** Words that say nothing about what a thing is or does. */
const emptyWords = new Set(
  'manager processor helper helpers util utils data info item items v2 misc stuff dto'.split(' '),
)

/** Words that say nothing as the name of a file or a folder. */
const emptyNames = new Set(['common', 'base', 'shared', 'types', 'constants', 'index'])

/** Words that say nothing at the end of a name: `tableNew`, `report-final`. */
const emptyEndings = new Set(['new', 'final', 'old', 'tmp'])

/** Words of others that our names have to repeat. */
const named = new Set([
  // The specification calls the first call of a page so.
  'pageInfo',
  // The usual name of the widget.
  'DataTable',
])

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|bench|e2e|module|config|d))?\.(ts|tsx|mjs|css|json)$/
const pascal = /^[A-Z][A-Za-z0-9]*(\.test|\.module)?\.(tsx|css)$/
const migration = /^packages\/server\/migrations\/\d{4}_[a-z_]+\.ts$/
const language = /^packages\/phrases\/src\/(ja|zh-CN|zh-TW)\//

function badFileNames(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    if (migration.test(path)) return false
    const name = path.split('/').at(-1)!
    const folders = path.split('/').slice(0, -1)
    const isShaped = kebab.test(name) || pascal.test(name) || name.startsWith('vite')
    const own = name.split('.')[0]!
    const isEmpty = saysNothing(own) || [own, ...folders].some((part) => emptyNames.has(part))
    return !isShaped || isEmpty || (!language.test(path) && folders.some(saysNothing))
  })
}

function emptyExports(file: SourceFile): string[] {
  const exported = withoutComments(file.text).matchAll(
    /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type)\s+(\w+)/gm,
  )
  return [...exported]
    .map((match) => match[1]!)
    .filter(saysNothing)
    .map((name) => `${file.path}: ${name}`)
}

function saysNothing(name: string): boolean {
  let rest = name
  for (const word of named) rest = rest.replace(new RegExp(word, 'i'), '')
  const words = rest.split(/[-_]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
  return words.some((word) => emptyWords.has(word)) || emptyEndings.has(words.at(-1)!)
}

test('files are named in kebab-case, components in PascalCase, and no name is an empty word', () => {
  const paths = codeFiles().map((file) => file.path)
  expect(badFileNames(paths)).toEqual([])
})

test('no exported name contains an empty word', () => {
  expect(codeFiles().flatMap(emptyExports)).toEqual([])
})

test('planted names are found', () => {
  expect(badFileNames(['packages/server/src/areas/alarm-utils.ts'])).toHaveLength(1)
  expect(badFileNames(['packages/domain/src/common/alarm.ts'])).toHaveLength(1)
  expect(badFileNames(['packages/domain/src/alarms/limitRule.ts'])).toHaveLength(1)
  expect(emptyExports({ path: 'a.ts', text: 'export function processData() {}' })).toHaveLength(1)
  expect(emptyExports({ path: 'a.ts', text: 'export interface StoreManager {}' })).toHaveLength(1)
  expect(emptyExports({ path: 'a.ts', text: 'export const alarmTableNew = 1' })).toHaveLength(1)
})

test('words that only contain an empty word pass', () => {
  expect(emptyExports({ path: 'a.ts', text: 'export const database = 1' })).toEqual([])
  expect(emptyExports({ path: 'a.ts', text: 'export const connectionRatePageInfo = 1' })).toEqual([])
})
