import { expect, test } from 'vitest'
import { filesMatching } from './support/source-tree'

function unpaired(paths: readonly string[]): string[] {
  const names = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  const models = names(/^device-models\/(?!schema)([^/]+)\.json$/)
  const frames = names(/^device-models\/frames\/([^/]+)\.txt$/)
  return [
    ...models.filter((name) => !frames.includes(name)),
    ...frames.filter((name) => !models.includes(name)),
  ]
}

test('every device model has recorded exchanges, and every exchange belongs to a model', () => {
  const paths = filesMatching(/^device-models\//).map((file) => file.path)
  expect(paths.length).toBeGreaterThan(10)
  expect(unpaired(paths)).toEqual([])
})

test('a model without exchanges is found', () => {
  expect(unpaired(['device-models/a.json', 'device-models/frames/b.txt'])).toEqual(['a', 'b'])
})
