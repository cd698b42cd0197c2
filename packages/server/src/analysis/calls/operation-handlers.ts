import type { StoreId } from '@coldkeep/domain/ids'
import type { Handlers } from '../../calls/bind-call'
import { chosenDays, chosenStores, weekPageInfo } from '../../filters/filter'
import { firstStores, MOST_STORES } from '../../filters/first-stores'
import { rankStores } from '../rank-stores'
import { selectOperationByDay, selectOperationByDevice } from '../shown-operation-queries'
import { csvOfDevices } from '../store-csv'
import { operationRows, operationTableHead, presentOperation } from '../words/operation'

export const operationHandlers = {
  operationPageInfo: weekPageInfo,

  operation: async ({ db, user, query, clock, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const { scope, storeIds } = await chosenStores(db, user, query)
    const filter = { scope, storeIds, ...days }
    const [busiest, byDay] = await Promise.all([
      rankStores(db, 'operation', filter, MOST_STORES),
      selectOperationByDay(db, filter),
    ])
    const tabled = firstStores(filter, busiest)
    const figures = {
      ...days,
      byDay,
      byDevice: await selectOperationByDevice(db, tabled.filter),
      extent: tabled.extent,
      now: clock.now(),
    }
    return presentOperation(figures, { language, translate })
  },

  operationCsv: async ({ db, user, query, language, translate }) => {
    const days = chosenDays(query.start, query.end)
    const filter = { ...(await chosenStores(db, user, query)), ...days }
    const words = { language, translate }
    const read = async (storeIds: readonly StoreId[]) =>
      operationRows(await selectOperationByDevice(db, { ...filter, storeIds }), words)
    return csvOfDevices(db, filter, { head: operationTableHead(words), choice: query, read }, words)
  },
} satisfies Pick<Handlers, 'operationPageInfo' | 'operation' | 'operationCsv'>
