import { Problem } from '@coldkeep/contract/problem'
import type { VendorId } from '@coldkeep/domain/ids'
import { type Scope, scopeOf } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { chosenDays, chosenStores, weekPageInfo } from '../../filters/filter'
import { firstStores } from '../../filters/first-stores'
import {
  rankByConnection,
  selectConnectionByDay,
  selectConnectionByDevice,
  selectConnectionByStore,
  servesScope,
} from '../shown-connection-queries'
import { presentConnectionRate } from '../words/connection-rate'

type AnalysisCall = 'connectionRatePageInfo' | 'connectionRate'

export const analysisHandlers = {
  connectionRatePageInfo: weekPageInfo,

  connectionRate: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds, store } = await chosenStores(db, user, query)
    if (query.vendor !== null) await refuseForeignVendor(db, scopeOf(user), query.vendor)
    const filter = { scope, storeIds, vendorId: query.vendor, ...days }
    const [ranked, byDay] = await Promise.all([
      rankByConnection(db, filter),
      selectConnectionByDay(db, filter),
    ])
    const tabled = firstStores(filter, ranked)
    const [byStore, byDevice] = await Promise.all([
      selectConnectionByStore(db, filter, ranked.storeIds),
      selectConnectionByDevice(db, tabled.filter),
    ])
    const figures = {
      ...days,
      isOneStore: store !== null,
      byStore,
      byDay,
      byDevice,
      extent: tabled.extent,
      now: clock.now(),
    }
    return presentConnectionRate(figures, { language, translate })
  },
} satisfies Pick<Handlers, AnalysisCall>

async function refuseForeignVendor(db: Db, scope: Scope, vendorId: VendorId): Promise<void> {
  if (!(await servesScope(db, scope, vendorId))) throw new Problem('vendor.unknown')
}
