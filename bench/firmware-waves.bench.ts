import { type FieldCourse, failedPolls, type Level } from '@coldkeep/domain/firmware/field-measures'
import type { FieldVerdict } from '@coldkeep/domain/firmware/judge-field'
import { GOOD_BUILD, modelNames } from './field-noise'
import { type GateTrial, runGates, THREE_WAVES } from './gate-trial'
import type { Report, Wishes } from './report'

const BATCHES = 4
const RUNS_OF_BATCH = 25
const LOST_SHARE = 0.05
/** Seeds below were used to choose the rules. */
const FIRST_SEED = 100_000

type Judge = (courses: readonly FieldCourse[]) => FieldVerdict

/**
 * How often the gate of a wave stops a build that loses 5 % of the polls of one device model, and one that loses nothing:
 * a hundred jobs each, of made-up chains with other stores, outages and hours.
 * `--seed` names another hundred.
 */
export function run(report: Report, { seed }: Wishes): void {
  const first = FIRST_SEED + 1000 * Number(seed ?? 0)
  const chain = { stores: 1000, waves: THREE_WAVES, historyDays: 0, isEachHour: false }
  // waves of 5, 45 and 50 stores, of which the first is held against its past where it must be
  const small = {
    stores: 100,
    waves: [
      { share: 0.05, least: 1 },
      { share: 0.5, least: 1 },
      { share: 1, least: 0 },
    ],
    historyDays: 7,
    isEachHour: true,
  }
  for (const [name, of] of [['1,000 stores', chain] as const, ['100 stores', small] as const]) {
    const bad = stopBad(of, first)
    add(report, `${name}: bad builds stopped early`, bad.stopped)
    add(report, `${name}: and the model named`, bad.named)
    add(report, `${name}: good builds that go on`, letGoOn(of, first))
  }
  // stopped ones, of which there are some to compare
  const stopped = letGoOn(chain, first, judgeByMeans).map((count) => RUNS_OF_BATCH - count)
  add(report, 'by means alone: good builds stopped', stopped, 'lower')
}

/** @param counts of the jobs of each batch */
function add(
  report: Report,
  name: string,
  counts: readonly number[],
  better: 'higher' | 'lower' = 'higher',
): void {
  const sum = counts.reduce((total, count) => total + count, 0)
  console.log(`  ${name}: ${sum} of ${BATCHES * RUNS_OF_BATCH}`)
  report.add(
    name,
    '%',
    better,
    counts.map((count) => (100 * count) / RUNS_OF_BATCH),
  )
}

function faultOf(at: number): Pick<GateTrial, 'fault'> {
  return { fault: { model: modelNames[at % modelNames.length] as string, share: LOST_SHARE } }
}

function stopBad(of: Omit<GateTrial, 'seed' | 'fault'>, first: number) {
  const jobs = batches((at) => {
    const { fault } = faultOf(at)
    const { wave, finding } = runGates({ ...of, fault, seed: first + at })
    return { isStopped: wave !== null, isNamed: finding?.about?.name === fault.model }
  })
  return {
    stopped: jobs.map((batch) => batch.filter(({ isStopped }) => isStopped).length),
    named: jobs.map((batch) => batch.filter(({ isNamed }) => isNamed).length),
  }
}

function letGoOn(of: Omit<GateTrial, 'seed' | 'fault'>, first: number, judge?: Judge): number[] {
  // of other chains than those of the bad builds
  const seedOf = (at: number) => first + BATCHES * RUNS_OF_BATCH + at
  const jobs = batches((at) => runGates({ ...of, fault: GOOD_BUILD, seed: seedOf(at) }, judge))
  return jobs.map((batch) => batch.filter(({ wave }) => wave === null).length)
}

function batches<Job>(jobOf: (at: number) => Job): Job[][] {
  return Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: RUNS_OF_BATCH }, (_, index) => jobOf(batch * RUNS_OF_BATCH + index)),
  )
}

/** Two points of the polls of all stores together, of all devices or one model: what a plain rule would do. */
const judgeByMeans: Judge = (courses) => {
  const isWorse = [() => true, ...modelNames.map((name) => (model: string) => model === name)].some(
    (isCounted) => {
      const level = failedPolls(isCounted)
      const [updated, controls] = [true, false].map((isUpdated) =>
        meanChange(
          courses.filter((course) => course.isUpdated === isUpdated),
          level,
        ),
      ) as [number, number]
      return updated - controls > 0.02
    },
  )
  return isWorse
    ? { kind: 'pause', finding: { measure: 'poll_success', about: null, worse: 0, stores: 0, others: 0 } }
    : { kind: 'go_on', comparisons: 1 }
}

function meanChange(courses: readonly FieldCourse[], level: Level): number {
  const changes = courses.flatMap(({ before, after }) => {
    const [was, is] = [level(before), level(after)]
    return was === null || is === null ? [] : [is - was]
  })
  return changes.reduce((sum, change) => sum + change, 0) / Math.max(1, changes.length)
}
