import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, ParameterApplyId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { AppliedState, ApplyFault, ApplyStep } from '@coldkeep/domain/parameters/apply'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../access/scope'
import { isInScope, isShown } from '../../access/scope-queries'
import type { Db, Trx } from '../../db/connect'
import { instantText } from '../../db/instants'
import { sameIn } from '../../db/same-in'

/** A device of an apply. */
export interface Applied {
  readonly storeId: StoreId
  readonly parameterApplyId: ParameterApplyId
  readonly deviceId: DeviceId
  /** 0: the first device. */
  readonly wave: number
  readonly steps: readonly ApplyStep[]
  readonly state: AppliedState
  readonly fault: ApplyFault | null
  readonly writeId: string | null
  readonly beganAt: EpochMs | null
  readonly changedAt: EpochMs
}

export type NewApplied = Pick<Applied, 'storeId' | 'deviceId' | 'wave' | 'steps'>

/** Adds devices of an apply of which nothing is done yet, in one statement. */
export async function insertApplied(
  trx: Trx,
  id: ParameterApplyId,
  devices: readonly NewApplied[],
  now: EpochMs,
): Promise<void> {
  await sql`
    insert into parameter_apply_device (store_id, parameter_apply_id, device_id, wave, steps, state, changed_at)
    select store_id, ${id}::bigint, device_id, wave, steps::jsonb, 'planned', ${instantText(now)}::timestamptz
    from unnest(${devices.map(({ storeId }) => storeId)}::int[], ${devices.map(({ deviceId }) => deviceId)}::bigint[],
      ${devices.map(({ wave }) => wave)}::int[], ${devices.map(({ steps }) => JSON.stringify(steps))}::text[])
      as u (store_id, device_id, wave, steps)`.execute(trx)
}

const columns = [
  'storeId',
  'parameterApplyId',
  'deviceId',
  'wave',
  'steps',
  'state',
  'fault',
  'writeId',
  'beganAt',
  'changedAt',
] as const

/** Devices of an apply in a store that nothing was written to yet, kept from others until the transaction ends. */
export function lockPlanned(trx: Trx, id: ParameterApplyId, storeId: StoreId): Promise<Applied[]> {
  return trx
    .selectFrom('parameterApplyDevice')
    .select(columns)
    .where('storeId', '=', storeId)
    .where('parameterApplyId', '=', id)
    .where('state', '=', 'planned')
    .orderBy('deviceId')
    .forUpdate()
    .execute()
}

/** The device for which a write is under way; `undefined`: for none. */
export function lockWritten(trx: Trx, storeId: StoreId, writeId: string): Promise<Applied | undefined> {
  return trx
    .selectFrom('parameterApplyDevice')
    .select(columns)
    .where('storeId', '=', storeId)
    .where('writeId', '=', writeId)
    .where('state', '=', 'writing')
    .forUpdate()
    .executeTakeFirst()
}

export async function updateApplied(
  trx: Trx,
  { storeId, parameterApplyId, deviceId }: Pick<Applied, 'storeId' | 'parameterApplyId' | 'deviceId'>,
  { steps, ...changes }: Partial<Omit<Applied, 'storeId' | 'parameterApplyId' | 'deviceId'>>,
): Promise<void> {
  await trx
    .updateTable('parameterApplyDevice')
    .set({ ...changes, ...(steps && { steps: JSON.stringify(steps) }) })
    .where('storeId', '=', storeId)
    .where('parameterApplyId', '=', parameterApplyId)
    .where('deviceId', '=', deviceId)
    .execute()
}

/** Gives up what has not begun: all of an apply, or of one store. */
export async function skipPlanned(
  trx: Trx,
  id: ParameterApplyId,
  to: { readonly state: 'skipped' | 'failed'; readonly fault: ApplyFault | null },
  now: EpochMs,
  storeIds?: readonly StoreId[],
): Promise<void> {
  await trx
    .updateTable('parameterApplyDevice')
    .set({ ...to, changedAt: now })
    .where('parameterApplyId', '=', id)
    .where('state', '=', 'planned')
    .$if(storeIds !== undefined, (query) => query.where('storeId', 'in', storeIds ?? []))
    .execute()
}

/** How far the devices of an apply are. */
export function selectMembers(db: Db, id: ParameterApplyId) {
  return db
    .selectFrom('parameterApplyDevice')
    .select(['storeId', 'deviceId', 'wave', 'state', 'beganAt', 'changedAt'])
    .where('parameterApplyId', '=', id)
    .execute()
}

export type Member = Awaited<ReturnType<typeof selectMembers>>[number]

/** The first device of an apply. */
export function selectTrial(db: Db, id: ParameterApplyId): Promise<Applied | undefined> {
  return db
    .selectFrom('parameterApplyDevice')
    .select(columns)
    .where('parameterApplyId', '=', id)
    .where('wave', '=', 0)
    .executeTakeFirst()
}

/** All devices of an apply with their steps. */
export function selectAllApplied(db: Db, id: ParameterApplyId): Promise<Applied[]> {
  return db
    .selectFrom('parameterApplyDevice')
    .select(columns)
    .where('parameterApplyId', '=', id)
    .orderBy('storeId')
    .orderBy('deviceId')
    .execute()
}

/** Writes that are under way for devices, and that have ended without a word of the terminal: expired, taken back, rejected. */
export function selectEndedWrites(db: Db, limit: number) {
  return db
    .selectFrom('parameterApplyDevice')
    .innerJoin('writeLine', sameIn('writeLine', 'parameterApplyDevice', 'storeId', 'writeId'))
    .innerJoin('writeRequest', sameIn('writeRequest', 'parameterApplyDevice', 'storeId', 'writeId'))
    .leftJoin('command', sameIn('command', 'writeLine', 'storeId', 'commandId'))
    .select(['parameterApplyDevice.storeId', 'parameterApplyDevice.writeId'])
    .where('parameterApplyDevice.state', '=', 'writing')
    .where(
      sql<SqlBool>`case when command.command_id is null
        then write_line.fault is not null or write_request.approval in ('rejected', 'expired', 'withdrawn')
        else command.state not in ('queued', 'sent', 'accepted', 'running') end`,
    )
    .orderBy('parameterApplyDevice.changedAt')
    .limit(limit)
    .execute()
}

/** Stores whose devices a job has given up. */
export async function selectRefusedStores(db: Db, id: ParameterApplyId): Promise<readonly StoreId[]> {
  const rows = await db
    .selectFrom('parameterApply')
    .innerJoin('jobTarget', 'jobTarget.jobId', 'parameterApply.jobId')
    .select('jobTarget.storeId')
    .where('parameterApply.parameterApplyId', '=', id)
    .where('jobTarget.state', '=', 'refused')
    .execute()
  return rows.map(({ storeId }) => storeId)
}

function shown(db: Db, scope: Scope, id: ParameterApplyId) {
  return db
    .selectFrom('parameterApplyDevice')
    .innerJoin('store', 'store.storeId', 'parameterApplyDevice.storeId')
    .innerJoin('device', sameIn('device', 'parameterApplyDevice', 'storeId', 'deviceId'))
    .where('parameterApplyDevice.parameterApplyId', '=', id)
    .where(isInScope(scope))
    .where(isShown(scope, 'parameterApplyDevice'))
}

/** Devices of an apply that the caller sees, the first one in front. */
export function selectShownApplied(
  db: Db,
  scope: Scope,
  id: ParameterApplyId,
  state: AppliedState | undefined,
  page: { readonly offset: number; readonly limit: number },
) {
  return shown(db, scope, id)
    .selectAll('parameterApplyDevice')
    .select(['device.name', 'store.code as storeCode', 'store.name as storeName', 'store.zone as timeZone'])
    .$if(state !== undefined, (query) =>
      query.where('parameterApplyDevice.state', '=', state as AppliedState),
    )
    .orderBy('parameterApplyDevice.wave')
    .orderBy('store.code')
    .orderBy('device.name')
    .orderBy('device.deviceId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export type ShownApplied = Awaited<ReturnType<typeof selectShownApplied>>[number]

/** How many devices of applies that the caller sees are in each state. */
export function countApplied(db: Db, scope: Scope, ids: readonly ParameterApplyId[]) {
  return db
    .selectFrom('parameterApplyDevice')
    .innerJoin('store', 'store.storeId', 'parameterApplyDevice.storeId')
    .select(['parameterApplyDevice.parameterApplyId', 'parameterApplyDevice.state'])
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<SqlBool>`parameter_apply_device.parameter_apply_id = any(${ids}::bigint[])`)
    .where(isInScope(scope))
    .where(isShown(scope, 'parameterApplyDevice'))
    .groupBy(['parameterApplyDevice.parameterApplyId', 'parameterApplyDevice.state'])
    .execute()
}

/** What an apply is for: kinds of devices, and how many of them there are. */
export interface AppliedKinds {
  readonly kinds: readonly { readonly type: DeviceType; readonly zone: TemperatureZone | null }[]
  readonly total: number
}

/** What applies are for, whoever sees it. */
export async function selectKinds(
  db: Db,
  ids: readonly ParameterApplyId[],
): Promise<ReadonlyMap<ParameterApplyId, AppliedKinds>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('parameterApplyDevice')
    .innerJoin('device', sameIn('device', 'parameterApplyDevice', 'storeId', 'deviceId'))
    .select(['parameterApplyDevice.parameterApplyId as id', 'device.type', 'device.zone'])
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<SqlBool>`parameter_apply_device.parameter_apply_id = any(${ids}::bigint[])`)
    .groupBy(['parameterApplyDevice.parameterApplyId', 'device.type', 'device.zone'])
    .execute()
  return new Map(
    [...groupBy(rows, ({ id }) => id)].map(([id, kinds]) => [
      id,
      { kinds, total: kinds.reduce((sum, { count }) => sum + count, 0) },
    ]),
  )
}

/** Of these, the devices for which an apply is under way. */
export async function selectBusy(db: Db, devices: readonly DeviceId[]): Promise<ReadonlySet<DeviceId>> {
  if (devices.length === 0) return new Set()
  const rows = await db
    .selectFrom('parameterApplyDevice')
    .select('deviceId')
    .where(sql<SqlBool>`device_id = any(${devices}::bigint[])`)
    .where('state', 'in', ['planned', 'writing'])
    .execute()
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/** Marks a device of an apply as set back. */
export async function markUndone(
  trx: Trx,
  { storeId, parameterApplyId, deviceId }: Pick<Applied, 'storeId' | 'parameterApplyId' | 'deviceId'>,
  now: EpochMs,
): Promise<void> {
  await trx
    .updateTable('parameterApplyDevice')
    .set({ state: 'undone', changedAt: now })
    .where('storeId', '=', storeId)
    .where('parameterApplyId', '=', parameterApplyId)
    .where('deviceId', '=', deviceId)
    .execute()
}
