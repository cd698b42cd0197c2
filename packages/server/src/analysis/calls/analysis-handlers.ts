import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import type { StoreId, VendorId } from '@coldkeep/domain/ids'
import { type Scope, scopeOf } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import type { Db } from '../../db/connect'
import { chosenDays, chosenStores, weekPageInfo } from '../../filters/filter'
import { firstStores } from '../../filters/first-stores'
import { figureRules } from '../../settings/figure-rules'
import { selectChosenPlace } from '../../settings/setting-place'
import {
  rankByConnection,
  selectConnectionByDay,
  selectConnectionByDevice,
  selectConnectionByStore,
  servesScope,
} from '../shown-connection-queries'
import { csvOfDevices } from '../store-csv'
import { connectionRows, connectionTableHead, presentConnectionRate } from '../words/connection-rate'

type AnalysisCall = 'connectionRatePageInfo' | 'connectionRate' | 'connectionRateCsv'

export const analysisHandlers = {
  connectionRatePageInfo: weekPageInfo,

  connectionRate: async ({ db, user, query, clock, language, translate }) => {
    const { store, ...filter } = await connectionFilterOf(db, user, query)
    const place = { departmentId: query.departmentId ?? user.departmentId, storeId: query.storeId }
    const [ranked, byDay, classes] = await Promise.all([
      rankByConnection(db, filter),
      selectConnectionByDay(db, filter),
      figureRules.connection.holding(db, await selectChosenPlace(db, user, place)),
    ])
    const tabled = firstStores(filter, ranked)
    const [byStore, byDevice] = await Promise.all([
      selectConnectionByStore(db, filter, ranked.storeIds),
      selectConnectionByDevice(db, tabled.filter),
    ])
    const figures = {
      ...filter,
      isOneStore: store !== null,
      classes: classes.figures,
      byStore,
      byDay,
      byDevice,
      extent: tabled.extent,
      now: clock.now(),
    }
    return presentConnectionRate(figures, { language, translate })
  },

  connectionRateCsv: async ({ db, user, query, language, translate }) => {
    const filter = await connectionFilterOf(db, user, query)
    const words = { language, translate }
    const read = async (storeIds: readonly StoreId[]) =>
      connectionRows(await selectConnectionByDevice(db, { ...filter, storeIds }), words)
    return csvOfDevices(db, filter, { head: connectionTableHead(words), choice: query, read }, words)
  },
} satisfies Pick<Handlers, AnalysisCall>

type ConnectionQuery = CallContext<(typeof calls)['connectionRate']>['query']

async function connectionFilterOf(db: Db, user: SignedIn, query: ConnectionQuery) {
  const days = chosenDays(query.start, query.end)
  const { scope, storeIds, store } = await chosenStores(db, user, query)
  if (query.vendor !== null) await refuseForeignVendor(db, scopeOf(user), query.vendor)
  return { scope, storeIds, store, vendorId: query.vendor, ...days }
}

async function refuseForeignVendor(db: Db, scope: Scope, vendorId: VendorId): Promise<void> {
  if (!(await servesScope(db, scope, vendorId))) throw new Problem('vendor.unknown')
}
