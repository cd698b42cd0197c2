import type { VerdictCounts } from '@coldkeep/domain/analysis/protection-verdict'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import { shownStoreDays } from '../analysis/shown-day-queries'
import { verdictSums, withVerdicts } from '../analysis/shown-temperature-queries'
import { areaDays } from '../analysis/summed-day-queries'
import type { Db } from '../db/connect'

interface Days {
  readonly first: LocalDate
  readonly last: LocalDate
}

/** Insured devices of the stores of one zone on one day. */
export interface ZoneVerdicts extends VerdictCounts {
  readonly zone: string
  readonly on: LocalDate
  readonly computedAt: EpochMs
}

export interface BreachedStore {
  readonly name: string
  readonly zone: string
  readonly on: LocalDate
  readonly breach: number
}

/** Enough to name the worst of one day out of a few. */
const MOST_BREACHED = 20

export async function selectZoneVerdicts(db: Db, scope: Scope, days: Days): Promise<ZoneVerdicts[]> {
  const rows = await areaDays(db, 'temperature', { scope, ...days })
    .select(['day.zone', 'day.on', ...verdictSums])
    .select(({ fn }) => fn.max('day.computedAt').as('computedAt'))
    .groupBy(['day.zone', 'day.on'])
    .execute()
  return rows.map((row) => ({ ...withVerdicts(row), on: localDate(row.on) }))
}

/** Stores with breaches, those with most first. */
export async function selectBreachedStores(db: Db, scope: Scope, days: Days): Promise<BreachedStore[]> {
  const rows = await storeDays(db, scope, days)
    .select(['store.name', 'store.zone', 'temperatureStoreDay.on', 'temperatureStoreDay.breach'])
    .where('temperatureStoreDay.breach', '>', 0)
    .orderBy('temperatureStoreDay.breach', 'desc')
    .orderBy('store.name')
    .limit(MOST_BREACHED)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

function storeDays(db: Db, scope: Scope, { first, last }: Days) {
  return db
    .selectFrom('store')
    .innerJoin(
      shownStoreDays('temperature', scope, { first, last }),
      'temperatureStoreDay.storeId',
      'store.storeId',
    )
    .where(isInScope(scope))
    .where('temperatureStoreDay.on', '>=', first)
    .where('temperatureStoreDay.on', '<=', last)
}
