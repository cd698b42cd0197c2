import { expect, test } from 'vitest'
import { codeFiles, filesMatching, type SourceFile } from './support/source-tree'

const WALL_LINES = 400
/** Data written as code. */
const exempt = /^packages\/(server\/migrations|phrases\/src)\//

function tooLong(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !exempt.test(file.path))
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter((file) => file.lines > WALL_LINES)
    .map((file) => `${file.path}: ${file.lines} lines`)
}

test('no file of code or style is longer than 400 lines', () => {
  expect(tooLong([...codeFiles(), ...filesMatching(/^packages\/.*\.css$/)])).toEqual([])
})

test('a file of 401 lines is found', () => {
  expect(tooLong([{ path: 'packages/server/src/a.ts', text: '\n'.repeat(401) }])).toEqual([
    'packages/server/src/a.ts: 401 lines',
  ])
})
