/** What changes a unit's readings although nothing is broken. */
export const confounders = [
  'stock_loading',
  'cleaning',
  'promotion',
  'moved_setpoint',
  'replaced_meter',
  'changed_schedule',
  'new_night_setback',
  'heat_wave',
  'season',
  'holiday',
] as const
type Confounder = (typeof confounders)[number]

export interface ConfounderPlan {
  readonly kind: Confounder
  readonly startMs: number
  /** How much of it, 0 to 1. */
  readonly amount: number
}

/** What a confounder does at one moment. */
export interface Disturbance {
  /** Goods put in during this step: K above the shelf, as a share of all goods. */
  warmShare: number
  warmerK: number
  isSwitchedOff: boolean
  customers: number
  setpointK: number
  nightSetbackK: number
  /** Minutes by which clock defrosts are moved. */
  scheduleMinutes: number
}

export function noDisturbance(): Disturbance {
  return {
    warmShare: 0,
    warmerK: 0,
    isSwitchedOff: false,
    customers: 1,
    setpointK: 0,
    nightSetbackK: 0,
    scheduleMinutes: 0,
  }
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const LOADED_C = 8
const PROMOTION_DAYS = 6

/**
 * Sets what the confounder does between two instants: goods at 8 °C (chilled) or 8 K above the shelf (frozen) come every
 * second morning; a case is switched off and emptied for three hours; doors open up to four times as often for six days;
 * the set point is moved by up to 2 K for good, and so on. Weather, closed days and meters are data of their own plans.
 */
export function setDisturbance(
  to: Disturbance,
  { kind, startMs, amount }: ConfounderPlan,
  atMs: number,
  dtMs: number,
  setpointC: number,
): void {
  const since = atMs - startMs
  to.warmShare = 0
  if (since < 0) return
  switch (kind) {
    case 'stock_loading': {
      const inCycle = since % (2 * DAY_MS)
      if (inCycle < dtMs) {
        to.warmShare = 0.15 + 0.35 * amount
        to.warmerK = setpointC > -10 ? LOADED_C : LOADED_C + 2 * amount
      }
      return
    }
    case 'cleaning':
      to.isSwitchedOff = since < 3 * HOUR_MS
      if (to.isSwitchedOff && since < dtMs) {
        to.warmShare = 1
        to.warmerK = 0
      }
      return
    case 'promotion':
      to.customers = since < PROMOTION_DAYS * DAY_MS ? 1 + 3 * amount : 1
      return
    case 'moved_setpoint':
      to.setpointK = amount > 0.5 ? -2 * amount : 1 + amount
      return
    case 'changed_schedule':
      to.scheduleMinutes = 60 + Math.round(180 * amount)
      return
    case 'new_night_setback':
      to.nightSetbackK = 1 + amount
      return
    default:
      return
  }
}
