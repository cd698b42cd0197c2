import { expect, test } from 'vitest'
import { compareVersions, VERSION_PATTERN } from './program-version'

test('versions are in the order of the examples of Semantic Versioning 2.0.0, item 11', () => {
  const inOrder = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '2.0.0',
    '2.1.0',
    '2.1.1',
    '2.10.0',
  ]
  for (const [index, version] of inOrder.entries())
    for (const [other, against] of inOrder.entries())
      expect(Math.sign(compareVersions(version, against)), `${version} ${against}`).toBe(
        Math.sign(index - other),
      )
})

test.each(['1.2', '1.2.3.4', 'v1.2.3', '01.2.3', '1.2.3+build', '1.2.3-', '', '1.2.3 '])(
  '%j is no version',
  (text) => expect(VERSION_PATTERN.test(text)).toBe(false),
)

test.each(['0.1.0', '10.20.30', '1.2.3-rc.1'])('%s is a version', (text) =>
  expect(VERSION_PATTERN.test(text)).toBe(true),
)
