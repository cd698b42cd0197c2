import { localDate } from '@coldkeep/domain/time/local-date'
import { makeClimate } from '@coldkeep/simulator/textbook/climate'
import { recordUnit } from '@coldkeep/simulator/textbook/record-unit'
import { unitKinds } from '@coldkeep/simulator/textbook/unit-kinds'
import type { TextbookTrial } from './plan-textbook'
import type { SimulatedStore } from './simulate-store'
import { seasons } from './trial-plan'

const HOUR_MS = 3_600_000

/** What a shop with this unit alone measured over the whole trial. */
export function simulateUnit({ plan, season }: TextbookTrial): SimulatedStore {
  const kind = unitKinds[plan.kind]
  const { points, trueProduct } = recordUnit(plan)
  const climate = makeClimate(plan.seed, plan.climate, plan.fromMs, plan.days)
  return {
    season,
    zone: 'Asia/Taipei',
    firstDay: localDate((seasons[season] as (typeof seasons)[number]).startsOn),
    openingHours: plan.shop,
    devices: [
      {
        trial: { kind, kindName: plan.kind, fault: plan.fault },
        pollSeconds: plan.poll.periodSeconds,
        setpointC: plan.setpointC,
        differentialK: plan.differentialK,
        points,
        trueProduct,
      },
    ],
    outdoorMeanC: (fromMs, toMs) => {
      const count = Math.max(1, Math.round((toMs - fromMs) / HOUR_MS))
      let sum = 0
      for (let hour = 0; hour < count; hour++) sum += climate.outdoorC(fromMs + (hour + 0.5) * HOUR_MS)
      return sum / count
    },
  }
}
