import { Problem } from '@coldkeep/contract/problem'
import type { VendorId } from '@coldkeep/domain/ids'
import { addDays, daysBetween, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { type Scope, selectScope, selectStoreInScope } from '../../http/scope'
import { presentConnectionRate } from '../../present/connection-rate'
import { selectCommonZone, selectConnectionByDay, selectConnectionByDevice, servesScope } from './queries'

const LONGEST_PERIOD_DAYS = 62
const DEFAULT_PERIOD_DAYS = 7

type AnalysisCall = 'connectionRatePageInfo' | 'connectionRate'

export const analysisHandlers = {
  connectionRatePageInfo: async ({ db, user, clock, translate }) => {
    const zone = await selectCommonZone(db, await selectScope(db, user))
    const today = localDateOf(zone, clock.now())
    return {
      default_date: addDays(today, 1 - DEFAULT_PERIOD_DAYS),
      duration: DEFAULT_PERIOD_DAYS,
      duration_title: translate('units.days', { count: DEFAULT_PERIOD_DAYS }),
      pre_title: translate('shell.words.previousPeriod'),
      next_title: translate('shell.words.nextPeriod'),
    }
  },

  connectionRate: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const scope = await selectScope(db, user, query.depart)
    const store = query.storeid === null ? null : await selectStoreInScope(db, scope, query.storeid)
    if (query.vendor !== null) await refuseForeignVendor(db, await selectScope(db, user), query.vendor)
    const filter = { scope, storeId: store?.storeId ?? null, vendorId: query.vendor, ...days }
    const figures = {
      ...days,
      storeName: store?.name ?? null,
      byDevice: await selectConnectionByDevice(db, filter),
      byDay: await selectConnectionByDay(db, filter),
      now: clock.now(),
    }
    return presentConnectionRate(figures, { language, translate })
  },
} satisfies Pick<Handlers, AnalysisCall>

/** The days that a filter names. @throws Problem `period.reversed` or `period.too_long` */
function chosenDays(start: string, end: string): { first: LocalDate; last: LocalDate } {
  const first = localDate(start.slice(0, 10))
  const last = localDate(end.slice(0, 10))
  if (end < start) throw new Problem('period.reversed')
  if (daysBetween(first, last) >= LONGEST_PERIOD_DAYS) {
    throw new Problem('period.too_long', { days: LONGEST_PERIOD_DAYS })
  }
  return { first, last }
}

async function refuseForeignVendor(db: Db, scope: Scope, vendorId: VendorId): Promise<void> {
  if (!(await servesScope(db, scope, vendorId))) throw new Problem('vendor.unknown')
}
