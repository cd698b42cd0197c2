import { createTranslator } from '@coldkeep/phrases/phrases'
import { expect, test } from 'vitest'
import { readVersionFilter, typeChoices, versionChoices } from './version-filter'

const words = { t: createTranslator('en'), language: 'en' as const }
const versions = [
  { type: 'terminal-linux-arm', version: '1.9.0', behind: 0, terminals: 3 },
  { type: 'terminal-linux-x64', version: '1.10.0', behind: 0, terminals: 2_000 },
  { type: 'terminal-linux-x64', version: '1.9.0', behind: 1, terminals: 40 },
]
const labels = (choices: readonly { label: string }[]) => choices.map(({ label }) => label)

test('what an address does not say, or says wrongly, is all', () => {
  expect(readVersionFilter({})).toEqual({ type: 'all', version: 'all', behind: 0 })
  expect(readVersionFilter({ type: 'a', version: '1.0.0', behind: '2' })).toEqual({
    ...{ type: 'a', version: '1.0.0', behind: 2 },
  })
  expect(readVersionFilter({ behind: '7' }).behind).toBe(0)
})

test('versions are counted over all types, or over the chosen one', () => {
  const all = { type: 'all', version: 'all', behind: 0 } as const
  expect(labels(versionChoices(versions, all, words))).toEqual(['All', '1.10.0 (2,000)', '1.9.0 (43)'])
  const own = { ...all, type: 'terminal-linux-x64' }
  expect(labels(versionChoices(versions, own, words))).toEqual(['All', '1.10.0 (2,000)', '1.9.0 (40)'])
  expect(labels(typeChoices(versions, 'all', words))).toEqual([
    ...['All', 'terminal-linux-arm (3)', 'terminal-linux-x64 (2,040)'],
  ])
})

test('what is chosen stays among the choices where nothing runs it any more', () => {
  const filter = { type: 'all', version: '1.2.0', behind: 0 } as const
  expect(labels(versionChoices(versions, filter, words)).at(-1)).toBe('1.2.0')
})
