import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import openCount from './open-count.json'
import { tableUnder } from './support/markdown'
import { readProject, root } from './support/source-tree'
import { isOpen, specRowsOf } from './support/spec-rows'

type Count = typeof openCount

const gaps = readProject('docs/spec-gaps.md')

test('the number of open calls, pages and rows is the stored one', () => {
  expect({
    calls: tableUnder(gaps, 'Calls that are not built yet').length,
    pages: tableUnder(gaps, 'Pages that are not built yet').length,
    rows: specRowsOf(readProject('docs/spec-rows.md')).filter(isOpen).length,
  }).toEqual(openCount)
})

test('the stored numbers have never been lower', () => {
  expect(risen(openCount, storedBefore())).toEqual([])
})

test('a number that rises is found', () => {
  const before = [
    { calls: 6, pages: 2 },
    { calls: 6, pages: 2, rows: 7 },
  ]
  expect(risen({ calls: 5, pages: 3, rows: 7 }, before)).toEqual(['pages: 2 before, 3 now'])
  expect(risen({ calls: 5, pages: 2, rows: 8 }, before)).toEqual(['rows: 7 before, 8 now'])
})

/** @param before what was stored once; what was not counted then sets no limit */
function risen(now: Count, before: readonly Partial<Count>[]): string[] {
  return (Object.keys(now) as (keyof Count)[]).flatMap((what) => {
    const lowest = Math.min(...before.map((count) => count[what] ?? Number.POSITIVE_INFINITY))
    return now[what] > lowest ? [`${what}: ${lowest} before, ${now[what]} now`] : []
  })
}

/** All committed versions; a clone without history has one, an unpacked archive none. */
function storedBefore(): Partial<Count>[] {
  const file = 'checks/open-count.json'
  try {
    const commits = git('log', '--format=%H', '--', file).split('\n').filter(Boolean)
    return commits.map((commit) => JSON.parse(git('show', `${commit}:${file}`)) as Partial<Count>)
  } catch {
    return []
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
