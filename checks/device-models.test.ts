import { createTranslator } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import { pointName } from '@coldkeep/server/wording/point-name'
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

interface ModelNames {
  readonly commands: readonly { readonly points: readonly { readonly name: string }[] }[]
  readonly writes: readonly { readonly note: string }[]
}

const models = filesMatching(/^device-models\/(?!schema)[^/]+\.json$/).map(({ path, text }) => {
  const { commands, writes } = JSON.parse(text) as ModelNames
  const points = commands.flatMap((command) => command.points.map(({ name }) => name))
  return { path, points, shown: [...points, ...writes.map(({ note }) => note)] }
})

test.each(['ja', 'zh-CN', 'zh-TW'] as const)(
  'all points and writes of the models have a name in %s',
  (language) => {
    const translate = createTranslator(language)
    const nameless = models.flatMap(({ path, shown }) =>
      shown.filter((name) => pointName(name, translate) === name).map((name) => `${path}: ${name}`),
    )
    expect(models.length).toBeGreaterThan(10)
    expect(nameless).toEqual([])
  },
)

test.each(languages)('no two points of a model are called the same in %s', (language) => {
  const translate = createTranslator(language)
  const ambiguous = models.filter(
    ({ points }) => new Set(points.map((name) => pointName(name, translate))).size < new Set(points).size,
  )
  expect(ambiguous).toEqual([])
})
