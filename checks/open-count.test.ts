import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import openCount from './open-count.json'
import { tableUnder } from './support/markdown'
import { readProject, root } from './support/source-tree'

type Count = typeof openCount

const gaps = readProject('docs/spec-gaps.md')

test('the number of open calls and pages is the stored one', () => {
  expect({
    calls: tableUnder(gaps, 'Calls that are not built yet').length,
    pages: tableUnder(gaps, 'Pages that are not built yet').length,
  }).toEqual(openCount)
})

test('the stored numbers have never been lower', () => {
  expect(risen(openCount, storedBefore())).toEqual([])
})

test('a number that rises is found', () => {
  expect(risen({ calls: 5, pages: 3 }, [{ calls: 6, pages: 2 }])).toEqual(['pages: 2 before, 3 now'])
})

function risen(now: Count, before: readonly Count[]): string[] {
  return (Object.keys(now) as (keyof Count)[]).flatMap((what) => {
    const lowest = Math.min(...before.map((count) => count[what]))
    return now[what] > lowest ? [`${what}: ${lowest} before, ${now[what]} now`] : []
  })
}

/** All committed versions; a clone without history has one, an unpacked archive none. */
function storedBefore(): Count[] {
  const file = 'checks/open-count.json'
  try {
    const commits = git('log', '--format=%H', '--', file).split('\n').filter(Boolean)
    return commits.map((commit) => JSON.parse(git('show', `${commit}:${file}`)) as Count)
  } catch {
    return []
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
