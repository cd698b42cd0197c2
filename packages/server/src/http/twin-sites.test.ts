import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compareSites, compareWrites, readers } from '../testing/compare-sites'
import { openTwins, type Twins } from '../testing/open-twins'
import { testDatabase } from '../testing/test-database'

const PATIENT_MS = 300_000
const SEED = 20_261_123

describe.each(['withheld', 'elsewhere'] as const)('sites that differ in what is %s', (where) => {
  let twins: Twins
  beforeAll(async () => {
    twins = await openTwins(where, () => testDatabase('embedded'))
  })
  afterAll(() => twins.close())
  afterEach(() => {
    for (const site of twins.sites) site.faults.length = 0
  })

  test.each(readers[where])(
    'are told apart by no answer to $login',
    { timeout: PATIENT_MS },
    async (reader) => {
      const options = { perCall: 1, seed: SEED }
      const { differences, answered, reading } = await compareSites(
        twins.sites,
        reader,
        twins.unseen,
        options,
      )
      // as a text, so that a second try still says which call it was
      expect(differences.join('\n')).toBe('')
      if (reader.pages.length > 1) expect(answered).toBeGreaterThan(reading / 4)
    },
  )

  test.each(readers[where])(
    'answer the same to what $login writes',
    { timeout: PATIENT_MS },
    async (reader) => {
      const options = { perCall: 1, seed: SEED }
      const { differences, answers, changed, rows } = await compareWrites(
        twins.sites,
        reader,
        twins.unseen,
        options,
      )
      // as a text, so that a second try still says which call it was
      expect(differences.join('\n')).toBe('')
      expect(changed).toEqual([])
      expect(rows).toBeGreaterThan(30)
      expect(answers['5xx']).toBeUndefined()
    },
  )
})
