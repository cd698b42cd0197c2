import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { busKinds, isCounter } from '@coldkeep/domain/points/point'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'
import type { BundleRevision } from './bundle-queries'
import type { OwnPoint } from './compile-bundle'

/** What may be read from a terminal's devices that are not retired; counts of its buses are no such points. */
export async function selectOwnPoints(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<Map<PointId, OwnPoint>> {
  const rows = await db
    .selectFrom('device')
    .innerJoin('point', sameIn('point', 'device', 'storeId', 'deviceId'))
    .select(['point.pointId', 'point.deviceId', 'point.kind'])
    .where('device.storeId', '=', storeId)
    .where('device.terminalId', '=', terminalId)
    .where('device.removedAt', 'is', null)
    .where('point.kind', 'not in', busKinds)
    .execute()
  return new Map(
    rows.map(({ pointId, deviceId, kind }) => [pointId, { deviceId, isCounter: isCounter(kind) }]),
  )
}

/** What is read from a device in each cycle. */
export interface ListDraft {
  readonly deviceId: DeviceId
  readonly periodSeconds: number
  readonly valuePoints: PointId[]
  readonly counterPoints: PointId[]
}

/** Lists of the present, without those of counts: a terminal counts its buses whatever it polls. */
export function selectOpenLists(db: Db, storeId: StoreId, terminalId: TerminalId) {
  return db
    .selectFrom('pointList')
    .innerJoin('device', sameIn('device', 'pointList', 'storeId', 'deviceId'))
    .select([
      'pointList.pointListId',
      'pointList.deviceId',
      'pointList.periodSeconds',
      'pointList.valuePoints',
      'pointList.counterPoints',
    ])
    .where('pointList.storeId', '=', storeId)
    .where('device.terminalId', '=', terminalId)
    .where('pointList.lastRevision', 'is', null)
    .where('pointList.countsBus', '=', false)
    .execute()
}

/** @param lastRevision whose readings are the last of them */
export async function endLists(
  trx: Db,
  storeId: StoreId,
  lists: readonly PointListId[],
  lastRevision: number,
): Promise<void> {
  await trx
    .updateTable('pointList')
    .set({ lastRevision })
    .where('storeId', '=', storeId)
    .where('pointListId', 'in', lists)
    .execute()
}

/** Opens lists with a revision. */
export async function insertLists(
  trx: Db,
  storeId: StoreId,
  drafts: readonly ListDraft[],
  firstRevision: number,
): Promise<void> {
  await trx
    .insertInto('pointList')
    .values(drafts.map((draft) => ({ ...draft, storeId, firstRevision, lastRevision: null })))
    .execute()
}

/** Ends the open lists of later revisions, and opens those that a revision had. */
export async function reopenLists(trx: Db, { storeId, terminalId, revision }: BundleRevision): Promise<void> {
  const own = sql`l.store_id = ${storeId} and l.device_id in (
    select device_id from device where store_id = ${storeId} and terminal_id = ${terminalId})`
  await sql`update point_list l set last_revision = first_revision
    where ${own} and l.first_revision > ${revision} and l.last_revision is null`.execute(trx)
  await sql`update point_list l set last_revision = null
    where ${own} and l.first_revision <= ${revision} and l.last_revision >= ${revision}`.execute(trx)
}

/** The newest revision with which any list of a terminal was opened; `null` where it has none. */
export async function selectListedRevision(
  db: Db,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<number | null> {
  const listed = await db
    .selectFrom('pointList')
    .innerJoin('device', sameIn('device', 'pointList', 'storeId', 'deviceId'))
    .select(({ fn }) => fn.max('pointList.firstRevision').as('revision'))
    .where('pointList.storeId', '=', storeId)
    .where('device.terminalId', '=', terminalId)
    .executeTakeFirst()
  return listed?.revision ?? null
}
