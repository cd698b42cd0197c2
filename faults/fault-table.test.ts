import { postgresqlAddress } from '@coldkeep/server/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CleanUps } from './clean-ups'
import { countsOf, type Means, printCounts } from './fault'
import { faults } from './faults'
import { makeMeans } from './means'

const cleanUps = new CleanUps()
let means: Means

beforeAll(async () => {
  means = await makeMeans(cleanUps, await postgresqlAddress())
}, 120_000)
afterAll(() => cleanUps[Symbol.asyncDispose]())

test.for(faults)(
  'nothing is lost or doubled: $name',
  { timeout: 240_000 },
  async ({ name, needs, run, short }, { skip }) => {
    const reason = needs?.(means) ?? null
    skip(reason !== null, reason ?? '')
    const counts = countsOf(await run(short, means))
    process.stdout.write(`${printCounts(name, counts)}\n`)
    expect(counts).toMatchObject({ lost: 0, double: 0, foreign: 0 })
    expect(counts.stored).toBeGreaterThan(0)
  },
)
