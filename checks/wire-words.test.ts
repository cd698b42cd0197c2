import { figureGroups } from '@coldkeep/domain/analysis/figures'
import { expect, test } from 'vitest'
import {
  codeFiles,
  isTestCode,
  placesOf,
  type SourceFile,
  withoutComments,
  withoutTexts,
} from './support/source-tree'
import { wireNames } from './support/wire-names'

/** Spellings of the interface that mean something else, or nothing, to a reader of our code. */
const words = [
  'mid',
  'mids',
  'uid',
  'depart-id',
  'dt',
  'dt_start',
  'dt_amber_due',
  'amber_due_dt',
  'is_amber_enable',
  'alarm_th',
  'alarm_period',
  'task_token',
  'passwd',
  'pw',
  'cellphone',
  'keyin',
  'qa-temp',
  'iot-connection',
  'pwr-ctrl',
  'pwr-compare',
  'low-pf',
  'lost-alarm',
  'pre-alarm',
  'append-poll',
  'append-poll-mgr',
  'cmd-collection',
  'cmd-alias',
  'patch-to-store',
  'ver-update',
  'param-profile',
  'data-dl',
  'dl-log',
  'to-be-used',
  'store-quick',
]

const any = words.map((word) => word.replace('-', '[-]')).join('|')
/** As a property, a key, a text, or a part of an address. */
const used = new RegExp(
  `\\.(?:${any})\\b(?!-)|\\b(?:${any})\\??:(?!:)|(['"\`])(?:${any})\\1|/(?:${any})(?=[/'"\`?])`,
  'g',
)

/** The contract translates; presenters write the rows that no schema runs over; migrations and queries name columns. */
const mayUse = (path: string) =>
  path.startsWith('packages/contract/') ||
  path.startsWith('packages/server/migrations/') ||
  /^packages\/server\/src\/.*\/words\//.test(path) ||
  !path.startsWith('packages/') ||
  isTestCode(path)

function leaks(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !mayUse(file.path))
    .flatMap((file) => {
      const code = withoutComments(file.text)
      const columns = /\/(queries|.*-queries)\.ts$/.test(file.path) ? code.replace(/\bsql`[^`]*`/g, '') : code
      return placesOf(file, columns, used)
    })
}

test('spellings of the interface stay in the contract', () => {
  expect(leaks(codeFiles())).toEqual([])
})

test.each([
  "const id = row['mid']",
  'const id = answer.uid',
  'send({ dt_start: day })',
  "fetch('/api/v2/qa-temp/detail')",
])('a planted spelling is found: %s', (text) => {
  expect(leaks([{ path: 'packages/console/src/areas/home/a.ts', text }])).toHaveLength(1)
})

test('our own words pass', () => {
  const text = "const midpoint = middle.storeId\nconst depart = departmentId\ncalls.storeQuick\n'midnight'"
  expect(leaks([{ path: 'packages/console/src/a.ts', text }])).toEqual([])
})

/** Figures are kept by keys of their own, which are values. */
const figureKeys: ReadonlySet<string> = new Set(
  Object.values(figureGroups).flatMap((figures) => figures.map(({ key }) => key)),
)

/** Names of fields, read off the call table itself: the code says `unitId`, and `unit_id` travels. */
const fields = [...wireNames()].filter((name) => name.includes('_') && !figureKeys.has(name)).join('|')
const asField = new RegExp(
  `\\.(?:${fields})\\b|\\b(?:${fields})\\??:(?!:)|(?<=[{,]\\s*)(?:${fields})(?=\\s*[,}])`,
  'g',
)

/** Rows that SQL builds as JSON carry the names of columns; what is posted to webhooks of others has names of its own. */
const ownDialect =
  /-queries\.ts$|\/alarms\/alarm-records\.ts$|\/outbox\/news-kind\.ts$|\/words\/alarm-news\.ts$/

function wireFields(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('packages/') && !isTestCode(path) && !ownDialect.test(path))
    .filter(({ path }) => !/^packages\/(contract|phrases|server\/migrations)\//.test(path))
    .flatMap((file) => placesOf(file, withoutTexts(file.text), asField))
}

test('fields are called by our names outside the contract', () => {
  expect(wireFields(codeFiles())).toEqual([])
})

test.each([
  'row.unit_id',
  'send({ contracted_kw: 3 })',
  'const { page_size } = query',
  'interface A { created_at: number }',
])('a planted field by its wire name is found: %s', (text) => {
  expect(wireFields([{ path: 'packages/server/src/home/a.ts', text }])).toHaveLength(1)
})
