import { onEachDatabase } from './each-database'
import { GOOD_BUILD, modelNames } from './field-noise'
import type { Report, Wishes } from './report'
import { type FieldForm, openServedGates } from './served-gates'

const RUNS = 3
const STORES = 1_000
const LOST_SHARE = 0.05
/** Seeds below were used to choose the rules. */
const FIRST_SEED = 200_000

/**
 * Jobs over 1,000 made-up stores through the real server: it orders the terminals, finds their readings and signs of life
 * in its database, and pauses or goes on. So many builds that lose 5 % of the polls of one device model, and as many that lose
 * nothing, as `--runs` says, with packed readings; `--seed` names other ones. And one of each with scans, which are written
 * and read for minutes. On the embedded database, or the one that is named.
 */
export async function run(
  report: Report,
  { runs, seed, stores, database = 'embedded' }: Wishes,
): Promise<void> {
  const first = FIRST_SEED + 1000 * Number(seed ?? 0)
  const size = Number(stores ?? STORES)
  await onEachDatabase({ database }, async (opened) => {
    const gates = await openServedGates(opened)
    try {
      for (const [form, count] of [['packed', Number(runs ?? RUNS)] as const, ['scans', 1] as const]) {
        const judged = await judgeJobs(gates, { form, count, size, first })
        report.add(`${opened.kind}: a wave of ${size} stores judged, ${form}`, 'ms', 'lower', judged)
      }
    } finally {
      await gates.close()
    }
  })
}

interface JobsWish {
  readonly form: FieldForm
  readonly count: number
  readonly size: number
  readonly first: number
}

/** @returns how long the judging of each wave took */
async function judgeJobs(
  gates: Awaited<ReturnType<typeof openServedGates>>,
  { form, count, size, first }: JobsWish,
): Promise<readonly number[]> {
  const judged: number[] = []
  let [stopped, named, letGo] = [0, 0, 0]
  for (let at = 0; at < count; at++) {
    const model = modelNames[at % modelNames.length] as string
    const fault = { model, share: LOST_SHARE }
    const bad = await gates.run({ seed: first + at, stores: size, fault, form })
    if (bad.wave !== null) stopped++
    if (bad.reason.includes(`${model}.`)) named++
    console.log(`  ${model}: ${bad.wave === null ? 'not stopped' : `after wave ${bad.wave}: ${bad.reason}`}`)
    const good = await gates.run({ seed: first + count + at, stores: size, fault: GOOD_BUILD, form })
    if (good.wave === null) letGo++
    else console.log(`  good build: after wave ${good.wave}: ${good.reason}`)
    judged.push(...bad.judgedMs, ...good.judgedMs)
  }
  console.log(`  ${form}: bad builds stopped early: ${stopped} of ${count}, and the model named: ${named}`)
  console.log(`  ${form}: good builds that go on: ${letGo} of ${count}`)
  return judged
}
