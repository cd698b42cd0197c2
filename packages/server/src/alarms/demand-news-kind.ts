import { type EnteredStage, stageAt } from '@coldkeep/domain/analysis/demand-watch'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import * as z from 'zod/mini'
import type { News, NewsKind } from '../outbox/news-kind'
import type { TargetNews } from '../outbox/target-notice-queries'
import { equipmentOfDemand, selectDemandStores, selectDemandWatches } from './demand-watch-queries'
import type { WatchedMeter } from './demand-watches'
import { demandNewsText } from './words/demand-news-text'

const stages = [1, 2, 3] as const
const instant = z.pipe(z.number(), z.transform(epochMs))
const kept = z.object({
  stage: z.literal(stages),
  at: instant,
  intervalStartAt: instant,
  intervalEndAt: instant,
  forecastKw: z.number(),
  contractedKw: z.number(),
  toShedKw: z.number(),
  /** The departments down to the store, and its day. */
  departments: z.string(),
  day: z.string(),
})

/** The stage as the priority of a message: low, medium, high. */
const ranks = { 1: 4, 2: 3, 3: 2 } as const

/** Stages of stores whose demand comes near to what is contracted, or over it. */
export const demandNews: NewsKind = {
  equipment: equipmentOfDemand,

  async currentStates(db, news, now) {
    const watches = await selectDemandWatches(db, storesOf(news))
    return ({ storeId, rank, detail, step, wasHeld }) => {
      const { stage } = z.parse(kept, detail)
      const watch = watches.get(storeId)
      const isLeft = watch === undefined || stageAt(watch, now) < stage
      const isLate = step > 0 || wasHeld
      return { rank, settled: isLate && isLeft ? 'over' : null, isChattering: false }
    }
  },

  async select(db, news) {
    const stores = await selectDemandStores(db, storesOf(news))
    return ({ storeId, detail }) => {
      const store = stores.get(storeId)
      if (store === undefined) return null
      const { departments, day, ...entered } = z.parse(kept, detail)
      return {
        text: (words) => demandNewsText({ store, entered }, words),
        path: `/ElectricPowerRequirement?dep=${departments}&store=${storeId}&date=${day}&days=1`,
        isUrgent: entered.stage === 3,
        topic: `demand-${storeId}`,
      }
    }
  },

  placeOf({ detail }) {
    const { departments, day } = z.parse(kept, detail)
    return { demand: { departments, day } }
  },
}

interface EnteredOfStore extends EnteredStage {
  readonly storeId: StoreId
  readonly meter: WatchedMeter
}

/** A stage that was entered, as it is put into the outbox. */
export function targetNewsOf(
  { storeId, meter, ...entered }: EnteredOfStore,
  path: readonly DepartmentId[],
): TargetNews {
  const { stage, at, intervalStartAt, intervalEndAt, forecastKw, contractedKw, toShedKw } = entered
  const day = localDateOf(meter.timeZone, intervalStartAt)
  return {
    storeId,
    subjectKind: 'demand',
    subjectId: meter.deviceId,
    eventKey: `demand.${meter.deviceId}.${at}.${stage}`,
    kind: 'demand',
    rank: ranks[stage],
    detail: {
      ...{ stage, at, intervalStartAt, intervalEndAt, forecastKw, contractedKw, toShedKw },
      departments: path.join('.'),
      day,
    },
  }
}

function storesOf(news: readonly News[]): StoreId[] {
  return [...new Set(news.map(({ storeId }) => storeId))]
}
