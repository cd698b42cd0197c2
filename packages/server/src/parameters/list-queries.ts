import type { parameterDeviceOrders, parameterDeviceStates } from '@coldkeep/contract/areas/parameters'
import type { DeviceId, DeviceModelId, StoreId } from '@coldkeep/domain/ids'
import type { DriftCause } from '@coldkeep/domain/parameters/drift'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { orderOf } from '../db/order-of'
import { sameIn } from '../db/same-in'
import { firmwareOf } from './device-queries'

export type ShownState = (typeof parameterDeviceStates)[number]
type Order = (typeof parameterDeviceOrders)[number]

export interface ParameterDeviceFilter {
  readonly scope: Scope
  readonly storeId: StoreId | null
  readonly modelId: DeviceModelId | null
  /** Only these, whatever else is said. */
  readonly deviceIds: readonly DeviceId[] | null
  readonly state: ShownState | null
  /** Part of the name of a device or its store; empty: all. */
  readonly text: string
}

const shownState = sql<ShownState>`coalesce(parameter_device.state, 'unclaimed')`

const columns: Readonly<Record<Order, RawBuilder<unknown>>> = {
  store: sql`store.code`,
  name: sql`device.name`,
  model: sql`device_model.brand || ' ' || device_model.model`,
  state: sql`array_position(array['rivals', 'impossible', 'absent', 'differs', 'unknown', 'same'], parameter_device.state)`,
  readAt: sql`parameter_device.read_at`,
}

/** The newest change of a device that did not come from here and that no one has looked at. */
const drift = sql<{ cause: DriftCause; at: string; changes: number } | null>`(
  select jsonb_build_object('cause', e.cause, 'at', e.at, 'changes', jsonb_array_length(e.changes))
  from parameter_event e where e.store_id = device.store_id and e.device_id = device.device_id
    and e.seen_at is null and e.cause <> 'own' order by e.at desc limit 1)`

/** One page of devices that have parameters. */
export async function selectParameterDevices(
  db: Db,
  filter: ParameterDeviceFilter,
  sort: Order | `-${Order}`,
  page: { readonly offset: number; readonly limit: number },
) {
  return matching(db, filter)
    .select([
      'device.deviceId',
      'device.name',
      'device.storeId',
      'store.code as storeCode',
      'store.name as storeName',
      'store.zone as timeZone',
      'device.deviceModelId',
      'deviceModel.brand',
      'deviceModel.model',
      'parameterDevice.counts',
      'parameterDevice.readAt',
    ])
    .select([shownState.as('state'), drift.as('drift'), firmwareOf.as('firmware')])
    .$if(filter.state !== null, (query) => query.where(sql<SqlBool>`${shownState} = ${filter.state}`))
    .orderBy(orderOf(columns, sort))
    .orderBy('store.code')
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export type ParameterDevice = Awaited<ReturnType<typeof selectParameterDevices>>[number]

/** How many of all that match are in each state. */
export async function countParameterDevices(
  db: Db,
  filter: ParameterDeviceFilter,
): Promise<ReadonlyMap<ShownState, number>> {
  const rows = await matching(db, filter)
    .select([shownState.as('state'), sql<number>`count(*)::int`.as('count')])
    .groupBy('parameterDevice.state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, count]))
}

function matching(db: Db, { scope, storeId, modelId, deviceIds, text }: ParameterDeviceFilter) {
  const pattern = containing(text)
  return db
    .selectFrom('store')
    .innerJoin('device', 'device.storeId', 'store.storeId')
    .innerJoin('parameterDevice', sameIn('parameterDevice', 'device', 'storeId', 'deviceId'))
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'device.deviceModelId')
    .where('device.removedAt', 'is', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'device'))
    .$if(storeId !== null, (query) => query.where('store.storeId', '=', storeId as StoreId))
    .$if(modelId !== null, (query) => query.where('device.deviceModelId', '=', modelId as DeviceModelId))
    .$if(deviceIds !== null, (query) =>
      query.where(sql<SqlBool>`device.device_id = any(${deviceIds}::bigint[])`),
    )
    .$if(text !== '', (query) =>
      query.where(
        sql<SqlBool>`(device.name ilike ${pattern} or store.code ilike ${pattern} or store.name ilike ${pattern})`,
      ),
    )
}

/** Of these models, those with devices in use that were never compared as what they are. */
export async function selectUncompared(db: Db, models: readonly DeviceModelId[]): Promise<DeviceModelId[]> {
  if (models.length === 0) return []
  const rows = await db
    .selectFrom('device')
    .leftJoin('parameterDevice', sameIn('parameterDevice', 'device', 'storeId', 'deviceId'))
    .select('device.deviceModelId')
    .distinct()
    .where('device.removedAt', 'is', null)
    .where('device.deviceModelId', 'in', models)
    .where(sql<SqlBool>`parameter_device.device_model_id is distinct from device.device_model_id`)
    .execute()
  return rows.map(({ deviceModelId }) => deviceModelId)
}

/** Devices whose parameters were not read since an instant, of terminals that are there, by store. */
export function selectUnread(db: Db, requestedBefore: EpochMs, limit: number) {
  return db
    .selectFrom('parameterDevice')
    .innerJoin('device', sameIn('device', 'parameterDevice', 'storeId', 'deviceId'))
    .innerJoin('terminalState', sameIn('terminalState', 'device', 'storeId', 'terminalId'))
    .select(['device.storeId', 'device.deviceId'])
    .where('parameterDevice.state', 'is not', null)
    .where('device.removedAt', 'is', null)
    .where('terminalState.connection', '=', 'online')
    .where((is) =>
      is.or([
        is('parameterDevice.requestedAt', 'is', null),
        is('parameterDevice.requestedAt', '<', requestedBefore),
      ]),
    )
    .orderBy(sql`parameter_device.requested_at nulls first`)
    .orderBy('device.storeId')
    .orderBy('device.deviceId')
    .limit(limit)
    .execute()
}
