import { onEachDatabase } from './each-database'
import { GOOD_BUILD, modelNames } from './field-noise'
import type { Report, Wishes } from './report'
import { openServedGates } from './served-gates'

const RUNS = 3
const STORES = 1_000
const LOST_SHARE = 0.05
/** Seeds below were used to choose the rules. */
const FIRST_SEED = 200_000

/**
 * Jobs over 1,000 made-up stores through the real server: it orders the terminals, finds their readings and signs of life
 * in its database, and pauses or goes on. So many builds that lose 5 % of the polls of one device model, and as many that lose
 * nothing, as `--runs` says; `--seed` names other ones. On the embedded database, or the one that is named.
 */
export async function run(
  report: Report,
  { runs, seed, stores, database = 'embedded' }: Wishes,
): Promise<void> {
  const count = Number(runs ?? RUNS)
  const size = Number(stores ?? STORES)
  const first = FIRST_SEED + 1000 * Number(seed ?? 0)
  await onEachDatabase({ database }, async ({ kysely, kind }) => {
    const gates = await openServedGates(kysely)
    try {
      const judged: number[] = []
      let [stopped, named, letGo] = [0, 0, 0]
      for (let at = 0; at < count; at++) {
        const model = modelNames[at % modelNames.length] as string
        const bad = await gates.run(first + at, size, { model, share: LOST_SHARE })
        judged.push(...bad.judgedMs)
        if (bad.wave !== null) stopped++
        if (bad.reason.includes(`${model}.`)) named++
        console.log(
          `  ${model}: ${bad.wave === null ? 'not stopped' : `stopped after wave ${bad.wave}`}. ${bad.reason}`,
        )
        const good = await gates.run(first + count + at, size, GOOD_BUILD)
        judged.push(...good.judgedMs)
        if (good.wave === null) letGo++
        else console.log(`  good build stopped after wave ${good.wave}. ${good.reason}`)
      }
      console.log(
        `  ${kind}: bad builds stopped early: ${stopped} of ${count}, and the model named: ${named}`,
      )
      console.log(`  ${kind}: good builds that go on: ${letGo} of ${count}`)
      report.add(`${kind}: a wave of ${size} stores judged`, 'ms', 'lower', judged)
    } finally {
      await gates.close()
    }
  })
}
