import { drawUnit, type UnitRole } from '@coldkeep/simulator/textbook/draw-unit'
import type { UnitPlan } from '@coldkeep/simulator/textbook/unit-plan'
import { seasons, timetable } from './trial-plan'

/** A unit of the second family of equipment, followed as long as the devices of the first. */
export interface TextbookTrial {
  readonly season: number
  readonly role: UnitRole
  readonly plan: UnitPlan
}

const roles: readonly UnitRole[] = ['faulty', 'healthy', 'confounded']
/** Local midnight of shops in Taipei. */
const UTC_OFFSET_MS = 8 * 3_600_000

/** So many units of each role and season; every kind, fault and confounder in turn. */
export function planTextbook(seed: number, seasonCount: number, units: number): TextbookTrial[] {
  return seasons.slice(0, seasonCount).flatMap(({ startsOn }, season) =>
    Array.from({ length: units }, (_, index) => index + season * units).flatMap((turn) =>
      roles.map((role) => {
        const fromMs = Date.parse(`${startsOn}T00:00:00Z`) - UTC_OFFSET_MS
        const { ends: days, faultStarts: changeDay, rampDays } = timetable
        return { season, role, plan: drawUnit(seed, turn, role, { fromMs, days, changeDay, rampDays }) }
      }),
    ),
  )
}
