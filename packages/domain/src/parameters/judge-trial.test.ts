import { expect, test } from 'vitest'
import { NOTHING_MEASURED } from '../analysis/nothing-measured'
import { judgeTrial, type TrialDay, type TrialFacts } from './judge-trial'

const NO_DEFROSTS = { count: null, meanMinutes: null, endsC: [] }

function day(
  measured: Partial<TrialDay['comparison']['measured']>,
  defrosts: Partial<TrialDay['defrosts']> = {},
): TrialDay {
  const all = { ...NOTHING_MEASURED, coverage: 1, deviationK: 1, runRatio: 0.5, ...measured }
  return {
    comparison: { zone: 'C4', baseline: null, measured: all, outdoorC: 20 },
    defrosts: { ...NO_DEFROSTS, ...defrosts },
  }
}

const quiet: Pick<TrialFacts, 'alarms' | 'isDefrostTouched'> = { alarms: 0, isDefrostTouched: false }
const judge = (before: TrialDay | null, after: TrialDay | null, more: Partial<TrialFacts> = {}) =>
  judgeTrial({ ...quiet, before, after, ...more })
const worse = (finding: ReturnType<typeof judge>) =>
  finding.figures.filter(({ isWorse }) => isWorse).map(({ figure }) => figure)

test('a day like the one before is good', () => {
  expect(judge(day({}), day({}))).toMatchObject({ verdict: 'good' })
})

test.each([
  // half a kelvin more than 1, or a quarter of it
  ['deviation', { deviationK: 1.5 }, { deviationK: 1.51 }],
  // a fifth of 0.5 is a tenth
  ['run_ratio', { runRatio: 0.6 }, { runRatio: 0.61 }],
])('without a band of its own %s is held against the day before', (figure, same, more) => {
  expect(worse(judge(day({}), day(same)))).toEqual([])
  const found = judge(day({}), day(more))
  expect([found.verdict, worse(found)]).toEqual(['worse', [figure]])
})

test('silence, too few readings and figures that nothing is known of are not good', () => {
  expect(judge(day({}), null).verdict).toBe('unknown')
  expect(judge(day({}), day({ coverage: 0.74 })).verdict).toBe('unknown')
  expect(judge(day({}), day({ runRatio: null })).verdict).toBe('unknown')
  expect(judge(null, day({})).verdict).toBe('unknown')
})

test('an alarm that began is worse', () => {
  expect(worse(judge(day({}), day({}), { alarms: 1 }))).toEqual(['alarms'])
})

test('a coil that ends its defrosts colder is worse, where its ends say so', () => {
  const before = day({}, { count: 3, meanMinutes: 20, endsC: [8, 10.5, 9] })
  const after = (...endsC: number[]) => day({}, { count: 3, meanMinutes: 20, endsC })
  // the coldest of each day: 8, and a kelvin below it
  expect(worse(judge(before, after(8.5, 7, 9)))).toEqual(['defrost_end'])
  expect(worse(judge(before, after(8.5, 7.1, 9)))).toEqual([])
  expect(judge(before, after(7.1, 9), { isDefrostTouched: true }).verdict).toBe('good')
  // one alone says nothing, which is enough only where nothing of its defrosts was changed
  expect(judge(before, after(9)).verdict).toBe('good')
  expect(judge(before, after(9), { isDefrostTouched: true }).verdict).toBe('unknown')
})

test('defrosts that are gone, or come more than twice as often, are worse', () => {
  const before = day({}, { count: 4, meanMinutes: 20 })
  expect(worse(judge(before, day({}, { count: 0 })))).toEqual(['defrost_count'])
  expect(worse(judge(before, day({}, { count: 9, meanMinutes: 20 })))).toEqual(['defrost_count'])
  expect(worse(judge(before, day({}, { count: 8, meanMinutes: 20 })))).toEqual([])
  // half as long again is 30
  expect(worse(judge(before, day({}, { count: 4, meanMinutes: 31 })))).toEqual(['defrost_minutes'])
})
