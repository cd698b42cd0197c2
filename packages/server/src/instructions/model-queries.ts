import type { NamedOwner } from '@coldkeep/contract/wire/owner'
import type { DepartmentId, DeviceModelId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { depthOf, isSeenFrom, isUsedIn, ownerColumns } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

export interface ModelName {
  readonly brand: string
  readonly model: string
  /** Which of several of that name; the nearest to the caller's department when left out. */
  readonly owner?: NamedOwner
}

type BareName = Pick<ModelName, 'brand' | 'model'>

/** Models of one name are made one after the other. */
export async function lockModelName(trx: Trx, { brand, model }: BareName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`model ${brand} ${model}`}, 0))`.execute(trx)
}

/** Whether a department sees any model of a name. */
export async function isModelNameSeen(
  db: Db,
  departmentId: DepartmentId,
  { brand, model }: BareName,
): Promise<boolean> {
  const known = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('brand', '=', brand)
    .where('model', '=', model)
    .where(isSeenFrom(departmentId, 'deviceModel'))
    .executeTakeFirst()
  return known !== undefined
}

export async function insertOwnedModel(
  trx: Trx,
  departmentId: DepartmentId,
  { brand, model }: BareName,
): Promise<DeviceModelId> {
  const { deviceModelId } = await trx
    .insertInto('deviceModel')
    .values({ brand, model, departmentId })
    .returning('deviceModelId')
    .executeTakeFirstOrThrow()
  return deviceModelId
}

/** The models of a name that a department sees: those that are used there first, the nearest of them before others. */
export function selectNamedModels(db: Db, here: DepartmentId, { brand, model, owner }: ModelName) {
  return db
    .selectFrom('deviceModel')
    .select(['deviceModelId', 'departmentId', 'brand', 'model', 'source', 'note'])
    .select(ownerColumns(here, 'deviceModel'))
    .select(sql<boolean>`${isUsedIn(here, 'deviceModel')}`.as('isUsed'))
    .where('brand', '=', brand)
    .where('model', '=', model)
    .where(isSeenFrom(here, 'deviceModel'))
    .$if(owner === 'product', (query) => query.where('departmentId', 'is', null))
    .$if(typeof owner === 'number', (query) => query.where('departmentId', '=', owner as DepartmentId))
    .orderBy(isUsedIn(here, 'deviceModel'), 'desc')
    .orderBy(depthOf('deviceModel'), 'desc')
    .execute()
}

/** The nearest model of a name that is used in a department; `null` where none is. */
export async function selectUsedModel(
  db: Db,
  departmentId: DepartmentId,
  { brand, model }: BareName,
): Promise<DeviceModelId | null> {
  const row = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('brand', '=', brand)
    .where('model', '=', model)
    .where(isUsedIn(departmentId, 'deviceModel'))
    .orderBy(depthOf('deviceModel'), 'desc')
    .executeTakeFirst()
  return row?.deviceModelId ?? null
}

/**
 * Models that accounts of a department see.
 * @param user only those that are used in this department; `null`: all
 */
export function selectSeenModels(db: Db, here: DepartmentId, user: DepartmentId | null) {
  return db
    .selectFrom('deviceModel')
    .select(['brand', 'model'])
    .select(ownerColumns(here, 'deviceModel'))
    .where(isSeenFrom(here, 'deviceModel'))
    .$if(user !== null, (query) => query.where(isUsedIn(user as DepartmentId, 'deviceModel')))
    .orderBy('brand')
    .orderBy('model')
    .orderBy('deviceModelId')
    .execute()
}

/** Whether a model may be chosen for devices of a department. */
export async function isModelUsedIn(db: Db, departmentId: DepartmentId, id: DeviceModelId): Promise<boolean> {
  const row = await db
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('deviceModelId', '=', id)
    .where(isUsedIn(departmentId, 'deviceModel'))
    .executeTakeFirst()
  return row !== undefined
}

/** How a model is called, and the department that it belongs to. */
export function selectModelById(db: Db, deviceModelId: DeviceModelId) {
  return db
    .selectFrom('deviceModel')
    .select(['brand', 'model', 'departmentId'])
    .where('deviceModelId', '=', deviceModelId)
    .executeTakeFirstOrThrow()
}

/** Records where the tables of a model come from. */
export async function updateModelSource(
  trx: Trx,
  id: DeviceModelId,
  { source, note }: { readonly source: string; readonly note: string },
): Promise<void> {
  await trx.updateTable('deviceModel').set({ source, note }).where('deviceModelId', '=', id).execute()
}
