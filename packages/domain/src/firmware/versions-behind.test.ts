import { expect, test } from 'vitest'
import { newestFirst, newestVersion, versionsBehind } from './versions-behind'

const released = ['1.2.0', '1.10.0', '1.9.0', '1.10.0-rc.1']

test.each([
  ['1.10.0', 0],
  ['1.10.0-rc.1', 1],
  ['1.9.0', 2],
  ['1.9.0-rc.7', 3],
  ['1.2.0', 3],
  ['0.9.9', 4],
  ['2.0.0', 0],
  // a development build, and what is no version
  ['1.9.1-dev', 2],
  ['simulator', null],
  ['', null],
])('%s is behind by %s', (runs, behind) => {
  expect(versionsBehind(runs, released)).toBe(behind)
})

test('without a release nothing is behind, and there is no newest', () => {
  expect([versionsBehind('1.0.0', []), newestVersion([])]).toEqual([0, null])
})

test('versions are sorted by their numbers, what is none comes last', () => {
  const mixed = ['1.2.0', 'trial', '1.10.0-rc.1', '1.9.0', 'beta', '1.10.0']
  expect(mixed.toSorted(newestFirst)).toEqual(['1.10.0', '1.10.0-rc.1', '1.9.0', '1.2.0', 'beta', 'trial'])
  expect(newestVersion(released)).toBe('1.10.0')
})
