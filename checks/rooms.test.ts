import { PLACEMENT } from '@coldkeep/server/db/placement'
import { expect, test } from 'vitest'
import {
  findCircles,
  findClimbs,
  findForeignWrites,
  findScatteredSql,
  printFloors,
  type Rooms,
  readRooms,
} from '../tools/check-rooms'
import { codeFiles, readProject } from './support/source-tree'

const rooms = readRooms()
const files = codeFiles()

/** Three floors in small. */
const planted: Rooms = {
  server: [{ db: { holds: '' } }, { alarms: { holds: '', owns: ['alarm'] }, mail: { holds: '' } }],
  console: [{ kit: { holds: '' } }, { 'areas/alarms': { holds: '' } }, { 'areas/home': { holds: '' } }],
}

test('a room imports from the floors below it alone', () => {
  expect(findClimbs(rooms, files)).toEqual([])
})

test.each([
  ['packages/server/src/db/a.ts', "import { x } from '../alarms/b'"],
  ['packages/server/src/db/a.ts', "import type { X } from '../app'"],
  ['packages/server/src/alarms/a.ts', "import { x } from '../mail/b'"],
  ['packages/server/src/alarms/calls/a.ts', "const x = await import('../../mail/b')"],
  ['packages/server/src/db/a.ts', "new Worker(new URL('../mail/thread.mjs', import.meta.url))"],
  ['packages/server/src/attic/a.ts', ''],
  ['packages/console/src/areas/alarms/a.ts', "import { x } from '../home/b'"],
  ['packages/console/src/kit/table/a.ts', "import { x } from '../../areas/alarms/b'"],
  ['packages/console/src/areas/a.ts', ''],
])('a planted climb is found: %s %s', (path, text) => {
  expect(findClimbs(planted, [{ path, text }])).toHaveLength(1)
})

test.each([
  ['packages/server/src/alarms/a.ts', "import { x } from '../db/b'"],
  ['packages/server/src/alarms/calls/a.ts', "import { x } from '../b'"],
  ['packages/server/src/app.ts', "import { x } from './mail/b'"],
  ['packages/server/src/db/a.test.ts', "import { x } from '../mail/b'"],
  ['packages/server/src/testing/a.ts', "import { x } from '../mail/b'"],
  ['packages/console/src/areas/home/a.ts', "import { x } from '../alarms/b'"],
  ['packages/console/src/areas/home/board/a.ts', "import { x } from '../b'"],
])('a planted step down passes: %s %s', (path, text) => {
  expect(findClimbs(planted, [{ path, text }])).toEqual([])
})

test('no files import each other in a circle, types included', () => {
  expect(findCircles(rooms, files)).toEqual([])
})

test('a planted circle is found, and a chain is none', () => {
  const file = (name: string, target: string) => ({
    path: `packages/server/src/db/${name}.ts`,
    text: `import type { X } from './${target}'`,
  })
  expect(findCircles(planted, [file('a', 'b'), file('b', 'c'), file('c', 'a'), file('d', 'a')])).toEqual([
    ['a', 'b', 'c'].map((name) => `packages/server/src/db/${name}.ts`),
  ])
  expect(findCircles(planted, [file('a', 'b'), file('b', 'c')])).toEqual([])
})

test('every table has one owner', () => {
  const owned = Object.values(rooms.server ?? {}).flatMap((floor) =>
    Object.values(floor).flatMap(({ owns = [] }) => owns),
  )
  expect([...owned].sort()).toEqual(Object.keys(PLACEMENT).sort())
})

test('every table that lies with its store is put there by a migration', () => {
  const texts = files.filter(({ path }) => path.startsWith('packages/server/migrations/'))
  const made = texts.map(({ text }) => text).join('\n')
  const spread = Object.entries(PLACEMENT).flatMap(([name, placement]) =>
    placement === 'spread' ? name : [],
  )
  const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  expect(spread.filter((name) => !made.includes(`spread('${inSql(name)}')`))).toEqual([])
})

test('rows are written by the room that owns their table', () => {
  expect(findForeignWrites(rooms, files)).toEqual([])
})

test.each([
  ["trx.insertInto('alarm').values(rows)"],
  ["trx\n    .updateTable('alarm as a')"],
  ['sql`delete from alarm a using store`'],
  ["await upsertRows(\n    trx,\n    'alarm', {}, [], rows)"],
])('a planted foreign write is found: %s', (text) => {
  expect(findForeignWrites(planted, [{ path: 'packages/server/src/mail/a.ts', text }])).toHaveLength(1)
  expect(findForeignWrites(planted, [{ path: 'packages/server/src/alarms/a.ts', text }])).toEqual([])
})

test('SQL is in files of queries', () => {
  expect(findScatteredSql(rooms, files)).toEqual([])
})

test.each([["db.selectFrom('alarm')"], ['sql`select 1`'], ['sql<{ readonly id: number }>`select 1`']])(
  'planted SQL is found: %s',
  (text) => {
    expect(findScatteredSql(planted, [{ path: 'packages/server/src/mail/a.ts', text }])).toHaveLength(1)
    expect(findScatteredSql(planted, [{ path: 'packages/server/src/mail/a-queries.ts', text }])).toEqual([])
    expect(findScatteredSql(planted, [{ path: 'packages/server/src/db/a.ts', text }])).toEqual([])
  },
)

test.each(Object.entries(rooms))(
  'the floors of %s on the architecture page are the ones of the table',
  (_, floors) => {
    expect(readProject('docs/architecture.md')).toContain(printFloors(floors))
  },
)
