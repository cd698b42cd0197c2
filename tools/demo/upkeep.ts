import { randomUUID } from 'node:crypto'
import { addUpkeepPlans, listUpkeepPlans, type SentUpkeepPlan } from '@coldkeep/contract/areas/upkeep-plans'
import { completeUpkeep } from '@coldkeep/contract/areas/upkeep-records'
import { days, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Fleet } from '@coldkeep/simulator/fleet/fleet'
import { below, randomStream } from '@coldkeep/simulator/random'
import type { Visitor } from './visitor'

const KEPT_STORES = 8
/** Of the days between two times that work is due. */
const STARTED_BEFORE = 2
const WORK_MINUTES = 25

/** Work as chains have it done. */
const works = [
  {
    item: 'Clean condensers',
    every: 3,
    unit: 'month',
    everyDays: 90,
    note: 'From behind, with the fans switched off',
    tasks: ['Switch off the fans', 'Brush the fins', 'Vacuum the dust', 'Switch on and listen'],
  },
  {
    item: 'Check door seals',
    every: 4,
    unit: 'week',
    everyDays: 28,
    note: 'All doors of freezers',
    tasks: ['Wipe the seals', 'Paper test at four corners'],
  },
  {
    item: 'Rinse drains',
    every: 2,
    unit: 'week',
    everyDays: 14,
    note: 'Warm water, no bleach',
    tasks: ['Remove the grille', 'Rinse', 'Look for ice'],
  },
] as const

/**
 * Plans work for some stores, each from a day in the past on, and has some of it done, unless anything is planned. What was not
 * done is overdue.
 * @throws Error where the server refuses any of it
 */
export async function planUpkeep(
  visitor: Visitor,
  { fleet, now }: { readonly fleet: Fleet; readonly now: EpochMs },
): Promise<void> {
  const everything = {
    departmentId: null,
    storeId: null,
    state: 'all',
    search: '',
    sort: 'due',
    page: 1,
  } as const
  const list = () => visitor.call(listUpkeepPlans, { query: { ...everything, pageSize: 200 } })
  if ((await list()).total > 0) return
  const plans = fleet.stores.slice(0, KEPT_STORES).flatMap((store) => {
    const random = randomStream(fleet.seed, 'upkeep', store.index)
    return works.map(({ everyDays, ...work }): SentUpkeepPlan => {
      const startedAgo = below(random, everyDays * STARTED_BEFORE)
      return { ...work, storeCode: store.code, startsOn: addDays(localDateOf(store.zone, now), -startedAgo) }
    })
  })
  await visitor.call(addUpkeepPlans, { body: plans })
  const random = randomStream(fleet.seed, 'upkeep', 'done')
  for (const plan of (await list()).rules) {
    // every fourth is left to the visitor
    if (plan.dueOn === null || plan.dueInDays === null || plan.dueInDays > 0 || below(random, 4) === 0)
      continue
    const doneAt = doneOn(plan.dueOn as LocalDate, plan.dueInDays, now)
    const hasFinding = below(random, 4) === 0
    await visitor.call(completeUpkeep, {
      body: {
        id: randomUUID(),
        planId: plan.id,
        dueOn: plan.dueOn,
        doneAt,
        enteredAt: Math.min(later(doneAt, minutes(WORK_MINUTES)), now),
        result: hasFinding ? 'findings' : 'good',
        note: hasFinding ? 'One fan is loud; told to the maintenance company' : '',
        tasks: plan.tasks.map((text) => ({ text, isDone: true })),
        photos: [],
      },
    })
  }
}

/** A day after it was due, in the morning in Asia. */
function doneOn(dueOn: LocalDate, dueInDays: number, now: EpochMs): EpochMs {
  const morning = Date.parse(`${dueOn}T02:00:00Z`) + (dueInDays < -1 ? days(1) : 0)
  return Math.min(morning, later(now, -minutes(WORK_MINUTES))) as EpochMs
}
