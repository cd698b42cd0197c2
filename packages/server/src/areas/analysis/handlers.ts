import { Problem } from '@coldkeep/contract/problem'
import type { VendorId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import { type Scope, selectScope } from '../../http/scope'
import { presentConnectionRate } from '../../present/connection-rate'
import { chosenDays, chosenStores, weekPageInfo } from './filter'
import { firstStores } from './first-stores'
import {
  rankByConnection,
  selectConnectionByDay,
  selectConnectionByDevice,
  selectConnectionByStore,
  servesScope,
} from './queries'

type AnalysisCall = 'connectionRatePageInfo' | 'connectionRate'

export const analysisHandlers = {
  connectionRatePageInfo: weekPageInfo,

  connectionRate: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds, store } = await chosenStores(db, user, query)
    if (query.vendor !== null) await refuseForeignVendor(db, await selectScope(db, user), query.vendor)
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
