import { epochMs, hours } from '@coldkeep/domain/time/instant'
import type { DeviceFault } from '@coldkeep/simulator/faults'
import { equipment } from '@coldkeep/simulator/fleet/equipment'
import { describe, expect, test } from 'vitest'
import { readModels } from '../demo/models'
import { followRepair } from './follow-repair'
import { dayOfStore } from './measure-device'
import { simulateStore } from './simulate-store'
import type { TrialDevice } from './trial-plan'

const SEEDS = [1, 2, 3]
const DAY_HOURS = 24
/** Days from the first; the baseline is made of the 21 before. */
const ENDS = 26.4
const models = readModels()

type Kind = 'chilledCase' | 'drinksCase' | 'frozenCase' | 'iceCreamCase'
type During = NonNullable<TrialDevice['during']>

/** The cases of some simulated devices with one fault, followed until so many hours after its last end. */
function follow(
  seed: number,
  of: { fault: DeviceFault; kinds: readonly Kind[]; during: During },
  hoursAfter: number,
) {
  const { kinds, fault, during } = of
  const store = simulateStore(
    seed,
    {
      ...{ index: 0, season: 2, weather: 'taipei', warmerK: 0, isOpenAllDay: false, pollSecond: 0 },
      devices: kinds.map((kindName) => ({
        kind: equipment[kindName],
        kindName,
        fault: { kind: fault, severity: 1 },
        during,
      })),
    },
    models,
  )
  const endedAt = dayOfStore(store)(0).startAt + (during.at(-1)?.to ?? 0) * hours(DAY_HOURS)
  return store.devices.map((device) => {
    const followed = followRepair(store, device, epochMs(endedAt + hours(hoursAfter)))
    const hoursOf = (at: number) => (at - endedAt) / hours(1)
    return { ...followed, proposedAfter: followed.proposals.map(({ at }) => hoursOf(at)) }
  })
}

describe.each(SEEDS)('a simulated device, seed %d', (seed) => {
  test.each([
    ['contactor_dead', 4, ['chilledCase', 'drinksCase', 'frozenCase', 'iceCreamCase']],
    ['door_ajar', 10, ['chilledCase', 'drinksCase']],
  ] as const)(
    'of which %s ends proposes to close between 24 and 26 hours later, once',
    (fault, length, kinds) => {
      const during = [{ from: ENDS - length / DAY_HOURS, to: ENDS }]
      for (const { alarms, proposedAfter, proposals, withdrawn } of follow(
        seed,
        { fault, kinds, during },
        40,
      )) {
        expect(alarms.length).toBeGreaterThan(0)
        expect(proposedAfter).toHaveLength(1)
        expect(proposedAfter[0]).toBeGreaterThanOrEqual(24)
        expect(proposedAfter[0]).toBeLessThanOrEqual(26)
        expect(proposals[0]?.evidence.figures.map(({ figure }) => figure)).toEqual(
          expect.arrayContaining(['deviation', 'run_ratio']),
        )
        expect(withdrawn).toEqual([])
      }
    },
  )

  // the condition of a fault is what was seen of it: it ends when the device is back in its limits, which a cold case that
  // was warm is hours after the repair, and one that leaks on a cool night perhaps before it
  test.each([
    ['leak', 24, ['chilledCase', 'frozenCase', 'iceCreamCase']],
    ['contactor_dead', 10, ['chilledCase', 'frozenCase', 'iceCreamCase']],
  ] as const)(
    'of which %s lasts for long proposes once, a day after it is back in its limits; at most 28 hours after that, or 26 after the repair, whichever is later',
    (fault, length, kinds) => {
      const during = [{ from: ENDS - length / DAY_HOURS, to: ENDS }]
      for (const { alarms, proposals, proposedAfter } of follow(seed, { fault, kinds, during }, 40)) {
        const backAt = Math.max(...alarms.map((alarm) => alarm.endedAt ?? Number.POSITIVE_INFINITY))
        expect(proposals).toHaveLength(1)
        const afterBack = ((proposals[0]?.at ?? 0) - backAt) / hours(1)
        expect(afterBack).toBeGreaterThanOrEqual(24)
        // of its last 24 hours the mean is in band once nearly all of them are
        expect(Math.min(afterBack - 28, (proposedAfter[0] ?? 0) - 26)).toBeLessThanOrEqual(0)
      }
    },
  )

  test('whose fault comes and goes proposes nothing', () => {
    const during = [0, 1, 2, 3, 4, 5].map((n) => ({
      from: 22 + (20 * n) / DAY_HOURS,
      to: 22 + (20 * n + 3) / DAY_HOURS,
    }))
    const kinds = ['chilledCase', 'drinksCase', 'iceCreamCase'] as const
    for (const one of follow(seed, { fault: 'contactor_dead', kinds, during }, 20)) {
      expect(one.reportedAt).not.toBeNull()
      expect(one.proposals).toEqual([])
    }
  })

  test('that is broken again takes its proposal back and proposes anew a day after that', () => {
    const during = [
      { from: 22, to: 22 + 4 / DAY_HOURS },
      { from: 24.5, to: 24.5 + 4 / DAY_HOURS },
    ]
    const followed = follow(seed, { fault: 'contactor_dead', kinds: ['chilledCase'], during }, 30)
    for (const { proposedAfter, withdrawn } of followed) {
      expect(withdrawn).toHaveLength(1)
      expect(proposedAfter).toHaveLength(2)
      expect(proposedAfter[0]).toBeLessThan(-24)
      expect(proposedAfter[1]).toBeGreaterThanOrEqual(24)
      expect(proposedAfter[1]).toBeLessThanOrEqual(26)
    }
  })
})
