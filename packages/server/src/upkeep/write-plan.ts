import type { SentUpkeepPlan, UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import { type FieldProblem, Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { type DoneUpkeep, type UpkeepFault, upkeepFault } from '@coldkeep/domain/upkeep/upkeep-plan'
import type { Scope } from '../access/scope'
import type { Trx } from '../db/connect'
import {
  insertUpkeepPlan,
  selectPlannable,
  selectStoreNumbered,
  type UpkeepPlanContent,
  updateUpkeepPlan,
} from './plan-queries'
import { dueOf } from './running-hours'

const faultFields: Readonly<Record<UpkeepFault, string>> = { cycle_range: 'every', grace_range: 'graceDays' }

/** What a plan starts with where it is not said. */
const usual = {
  unit: 'day',
  base: 'due',
  graceDays: 0,
  deviceId: null,
  group: null,
  tasks: [],
  leastPhotos: 0,
} as const satisfies Partial<UpkeepPlanContent>

export interface PlanWriting {
  readonly scope: Scope
  /** Where the plan is in what was sent, for refusals. */
  readonly at: string
}

/** @throws Problem that names what is wrong with the plan */
export async function addPlan(
  trx: Trx,
  sent: SentUpkeepPlan,
  writing: PlanWriting,
  now: Parameters<typeof insertUpkeepPlan>[4],
) {
  const storeId = await storeOf(trx, sent, writing)
  const content = { ...contentOf(sent), ...withDefaults(sent, usual) }
  await check(trx, storeId, content, writing)
  await insertUpkeepPlan(trx, storeId, content, await dueOf(trx, storeId, content, null), now)
}

/** @throws Problem that names what is wrong with the plan */
export async function changePlan(
  trx: Trx,
  before: UpkeepPlanRow,
  sent: SentUpkeepPlan,
  writing: PlanWriting,
) {
  const storeId = await storeOf(trx, sent, writing)
  if (storeId !== before.storeId) throw refusal(writing, 'storeCode', 'choice')
  const content = { ...contentOf(sent), ...withDefaults(sent, before) }
  // a device that has been retired since then stays the one that it is about
  await check(trx, storeId, content, writing, before.deviceId)
  await updateUpkeepPlan(trx, before, content, await dueOf(trx, storeId, content, lastOf(before)))
}

function lastOf({ lastDueOn, lastDoneOn }: UpkeepPlanRow): DoneUpkeep | null {
  if (lastDueOn === null || lastDoneOn === null) return null
  return { dueOn: localDate(lastDueOn), doneOn: localDate(lastDoneOn) }
}

function contentOf({ item, note, every, startsOn }: SentUpkeepPlan) {
  return { item, note, every, startsOn: localDate(startsOn) }
}

type Extras = Pick<UpkeepPlanContent, keyof typeof usual>

function withDefaults(sent: SentUpkeepPlan, instead: Extras): Extras {
  const {
    unit = instead.unit,
    base = instead.base,
    graceDays = instead.graceDays,
    deviceId = instead.deviceId,
    group = instead.group,
    tasks = instead.tasks,
    leastPhotos = instead.leastPhotos,
  } = sent
  return { unit, base, graceDays, deviceId, group, tasks, leastPhotos }
}

/** @throws Problem `store.unknown`, the same for one that does not exist and for one that is out of reach */
async function storeOf(
  trx: Trx,
  { storeCode, storeName }: Pick<SentUpkeepPlan, 'storeCode' | 'storeName'>,
  writing: PlanWriting,
): Promise<StoreId> {
  const store = await selectStoreNumbered(trx, writing.scope, storeCode)
  if (store === undefined) throw new Problem('store.unknown', {}, { [`${writing.at}.storeCode`]: 'choice' })
  // people write both: a number of another store is a slip
  if (storeName !== undefined && storeName !== '' && storeName !== store.name)
    throw refusal(writing, 'storeName', 'choice')
  return store.storeId
}

async function check(
  trx: Trx,
  storeId: StoreId,
  content: UpkeepPlanContent,
  writing: PlanWriting,
  knownDevice: UpkeepPlanContent['deviceId'] = null,
): Promise<void> {
  const fault = upkeepFault(content, content.graceDays)
  if (fault !== null) throw refusal(writing, faultFields[fault], 'range')
  const { deviceId, group } = content
  if (content.unit === 'running_hour' && deviceId === null) throw refusal(writing, 'deviceId', 'missing')
  if (deviceId !== null && group !== null) throw refusal(writing, 'group', 'choice')
  if (group === 'walk_in' && writing.scope.hidden.has('walk_in')) throw refusal(writing, 'group', 'choice')
  if (deviceId === null || deviceId === knownDevice) return
  const plannable = await selectPlannable(trx, writing.scope, storeId)
  if (!plannable.some(({ id }) => id === deviceId))
    throw new Problem('device.unknown', {}, { [`${writing.at}.deviceId`]: 'choice' })
}

function refusal({ at }: PlanWriting, field: string, problem: FieldProblem): Problem {
  return new Problem('request.malformed', {}, { [`${at}.${field}`]: problem })
}
