import { USUAL_PLAN } from '@coldkeep/contract/areas/firmware-jobs'
import { expect, test } from 'vitest'
import { type PlanDraft, planDraft, planOf, withWave } from './plan-draft'

const usual = planDraft()
const faultOf = (patch: Partial<PlanDraft>) => planOf({ ...usual, ...patch })

test('the usual plan is 2 %, 20 % and the rest, and comes back as it was', () => {
  expect(usual.waves.map(({ percent }) => percent)).toEqual([2, 20])
  expect(usual).toMatchObject({ soakMinutes: 60, maxFailPercent: 5, hasWindow: true, from: '01:00' })
  expect(planOf(usual)).toEqual({ plan: USUAL_PLAN })
})

test('shares are whole hundredths of a percent', () => {
  // 0.07 times 100 is 7.000000000000001 in binary
  const plan = {
    ...USUAL_PLAN,
    waves: [
      { share: 0.07, least: 2 },
      { share: 1, least: 1 },
    ],
  }
  expect(planDraft(plan).waves).toEqual([{ key: 0, percent: 7, least: 2 }])
  expect(planOf(planDraft(plan))).toEqual({ plan })
})

test('without waves before it the last one has all', () => {
  expect(faultOf({ waves: [] })).toMatchObject({ plan: { waves: [{ share: 1, least: 1 }] } })
})

test('a further wave is half-way from the last share to all, under a key of its own', () => {
  expect(withWave(usual).waves.at(-1)).toEqual({ key: 2, percent: 60, least: 1 })
  expect(withWave({ ...usual, waves: [] }).waves).toEqual([{ key: 0, percent: 50, least: 1 }])
})

test('no window is any time', () => {
  expect(faultOf({ hasWindow: false })).toMatchObject({ plan: { window: null } })
})

const wave = (percent: number | null, least: number | null = 1, key = 0) => ({ key, percent, least })

test.each<[string, Partial<PlanDraft>, string]>([
  ['a wave without a share', { waves: [wave(null)] }, 'waves'],
  ['a wave of nothing', { waves: [wave(0)] }, 'waves'],
  ['a wave of more than all', { waves: [wave(101)] }, 'waves'],
  ['a wave of at least half a terminal', { waves: [wave(5, 0.5)] }, 'waves'],
  ['a wave that is no larger than the one before', { waves: [wave(20), wave(20, 1, 1)] }, 'ascending'],
  ['a wave of all before the last one', { waves: [wave(100)] }, 'ascending'],
  [
    'ten waves before the last one',
    { waves: Array.from({ length: 10 }, (_, at) => wave(at + 1, 1, at)) },
    'waves',
  ],
  ['no time to observe', { soakMinutes: null }, 'soakMinutes'],
  ['more than 14 days to observe', { soakMinutes: 14 * 24 * 60 + 1 }, 'soakMinutes'],
  ['a failed share above all', { maxFailPercent: 101 }, 'maxFailShare'],
  ['no failed terminal at all', { maxFailCount: 0 }, 'maxFailCount'],
  ['a window from no time', { from: '25:00' }, 'window'],
  ['more than 2,000 at once', { rate: 2001 }, 'rate'],
])('%s is wrong', (_, patch, fault) => {
  expect(faultOf(patch)).toEqual({ fault })
})
