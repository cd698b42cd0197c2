import type { EpochMs } from '@coldkeep/domain/time/instant'
import { compareDates, type LocalDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { selectZones } from './zone-queries'

/** The day that the stores furthest east have begun: what was raised there a minute ago lies on it. */
export async function selectNewestDay(db: Db, scope: Scope, now: EpochMs): Promise<LocalDate> {
  return (await selectDays(db, scope, now)).at(-1) ?? localDateOf('UTC', now)
}

/** The day that the stores furthest west still have: those before it are over everywhere. */
export async function selectOldestDay(db: Db, scope: Scope, now: EpochMs): Promise<LocalDate> {
  return (await selectDays(db, scope, now))[0] ?? localDateOf('UTC', now)
}

/** What the calendars of the stores show now, the oldest first. */
async function selectDays(db: Db, scope: Scope, now: EpochMs): Promise<LocalDate[]> {
  return (await selectZones(db, scope)).map((zone) => localDateOf(zone, now)).sort(compareDates)
}
