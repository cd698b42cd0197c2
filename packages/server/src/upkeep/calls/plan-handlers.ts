import {
  type SentUpkeepPlan,
  type UpkeepPlanRow,
  wireUpkeepPlan,
} from '@coldkeep/contract/areas/upkeep-plans'
import { Problem } from '@coldkeep/contract/problem'
import type { UpkeepPlanId } from '@coldkeep/domain/ids'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, type Editing, removeRow } from '../../calls/edit-rows'
import {
  countUpkeepPlans,
  endUpkeepPlan,
  lockUpkeepPlan,
  selectPlannable,
  selectStoreNumbered,
  selectUpkeepPlans,
} from '../plan-queries'
import { presentDueDay } from '../words/present-calendar'
import { writeCalendar } from '../write-calendar'
import { addPlan, changePlan } from '../write-plan'

type PlanCall =
  | 'upkeepCalendar'
  | 'listUpkeepPlans'
  | 'listUpkeepDevices'
  | 'addUpkeepPlans'
  | 'changeUpkeepPlans'
  | 'removeUpkeepPlan'

const MOST_CALENDAR_DAYS = 2_000

const at = (index: number) => `rules.${index}`

export const upkeepPlanHandlers: Pick<Handlers, PlanCall> = {
  listUpkeepPlans: async ({ db, user, query, clock }) => {
    const { departmentId, storeId, state, search, sort, page, pageSize } = query
    const now = clock.now()
    const scope = await selectScope(db, user, departmentId)
    if (storeId !== null) await selectStoreInScope(db, scope, storeId)
    const filter = { scope, storeId, state, text: search }
    const paged = { offset: (page - 1) * pageSize, limit: pageSize }
    return {
      rules: await selectUpkeepPlans(db, filter, sort, paged, now),
      total: await countUpkeepPlans(db, filter, now),
      page,
      pageSize,
    }
  },

  upkeepCalendar: async ({ db, user, query, clock, translate }) => {
    const now = clock.now()
    const scope = await selectScope(db, user, query.departmentId)
    const filter = { scope, storeId: null, state: 'all', text: '' } as const
    const plans = await selectUpkeepPlans(db, filter, 'due', { offset: 0, limit: MOST_CALENDAR_DAYS }, now)
    const days = plans.flatMap((plan) => {
      const { state, dueOn } = plan
      return state === 'retired' || dueOn === null ? [] : [presentDueDay({ ...plan, dueOn }, { translate })]
    })
    return { from: 'memory', bytes: new TextEncoder().encode(writeCalendar(days, now)) }
  },

  listUpkeepDevices: async ({ db, user, query: { storeCode } }) => {
    const scope = scopeOf(user)
    const store = await selectStoreNumbered(db, scope, storeCode)
    if (store === undefined) throw new Problem('store.unknown', {}, { 'query.storeCode': 'choice' })
    return { devices: await selectPlannable(db, scope, store.storeId) }
  },

  addUpkeepPlans: async (context) => {
    await addRows(plansOf(context), context, context.body, at)
    return {}
  },

  changeUpkeepPlans: async (context) => {
    await changeRows(plansOf(context), context, context.body, at)
    return {}
  },

  removeUpkeepPlan: async (context) => {
    await removeRow(plansOf(context), context, context.query)
    return {}
  },
}

function plansOf({ user, clock }: Editing): EditedTable<SentUpkeepPlan, UpkeepPlanRow> {
  const scope = scopeOf(user)
  return {
    kind: 'upkeep_plan',
    unknown: 'upkeep.plan_unknown',
    shape: wireUpkeepPlan,
    lock: (trx, id) => lockUpkeepPlan(trx, scope, id as UpkeepPlanId, clock.now()),
    taken: (where) => new Problem('upkeep.plan_exists', {}, { [`${where}.item`]: 'choice' }),
    insert: (trx, sent, where) => addPlan(trx, sent, { scope, at: where }, clock.now()),
    update: (trx, before, sent, where) => changePlan(trx, before, sent, { scope, at: where }),
    remove: (trx, row) => endUpkeepPlan(trx, row, clock.now()),
    placeOf: async (trx, { storeCode, deviceId }) => {
      const store = await selectStoreNumbered(trx, scope, storeCode)
      return {
        storeId: store?.storeId ?? null,
        deviceIds: deviceId === undefined || deviceId === null ? [] : [deviceId],
      }
    },
    nameOf: ({ storeCode, item }) => [storeCode, item],
  }
}
