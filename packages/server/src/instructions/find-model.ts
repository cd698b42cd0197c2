import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, DeviceModelId } from '@coldkeep/domain/ids'
import { selectScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db, Trx } from '../db/connect'
import {
  insertOwnedModel,
  isModelNameSeen,
  lockModelName,
  type ModelName,
  selectNamedModels,
  selectUsedModel,
} from './model-queries'

/**
 * A model that the caller sees. Of several with one name the nearest above the caller's department is meant,
 * or the only one below it.
 * @throws Problem `model.unknown`; `model.several` where the owner has to be given
 */
export async function selectModel(db: Db, user: SignedIn, name: ModelName) {
  const found = await findModel(db, user, name)
  if (found === null) throw new Problem('model.unknown')
  return found
}

/**
 * The same of one that the caller may edit.
 * @throws Problem also `access.owner`
 */
export async function selectOwnModel(db: Db, user: SignedIn, name: ModelName) {
  const found = await selectModel(db, user, name)
  refuseForeign(found)
  return found
}

/** @throws Problem `access.owner` for what the caller sees and does not own */
export function refuseForeign(row: { readonly canEdit: boolean }): void {
  if (!row.canEdit) throw new Problem('access.owner')
}

/**
 * The model that rows are to be written to; made for a department where the caller sees none of that name.
 * @param department to which it belongs; the caller's own when left out
 * @throws Problem `access.owner`, `department.unknown`, and `model.exists` where the name means something else there
 */
export async function modelToWrite(
  trx: Trx,
  user: SignedIn,
  name: Pick<ModelName, 'brand' | 'model'>,
  department?: DepartmentId | undefined,
): Promise<DeviceModelId> {
  const found = await findModel(trx, user, { ...name, ...(department && { owner: department }) })
  if (found === null) return insertModel(trx, user, name, department ?? user.departmentId)
  refuseForeign(found)
  return found.deviceModelId
}

/**
 * A new model of a department. Its name must not be used there, nor belong to a department below: where both are seen
 * one name would mean two models.
 * @throws Problem `department.unknown`, `model.exists`
 */
export async function insertModel(
  trx: Trx,
  user: SignedIn,
  name: Pick<ModelName, 'brand' | 'model'>,
  departmentId: DepartmentId,
): Promise<DeviceModelId> {
  await selectScope(trx, user, departmentId)
  await lockModelName(trx, name)
  if (await isModelNameSeen(trx, departmentId, name))
    throw new Problem('model.exists', {}, { model: 'choice' })
  return insertOwnedModel(trx, departmentId, name)
}

/** As {@link selectModel}; `null` where the caller sees none. */
export async function findModel(db: Db, user: SignedIn, name: ModelName) {
  const found = await selectNamedModels(db, user.departmentId, name)
  const [first = null] = found
  if (first !== null && !first.isUsed && found.length > 1) throw new Problem('model.several')
  return first
}

/**
 * The model that a name means in a department: the nearest of the departments above, or that of the product.
 * @throws Problem `model.unknown` at `model`: models come with their instruction tables, not with a device
 */
export async function modelUsedIn(
  db: Db,
  departmentId: DepartmentId,
  name: Pick<ModelName, 'brand' | 'model'>,
): Promise<DeviceModelId> {
  const id = await selectUsedModel(db, departmentId, name)
  if (id === null) throw new Problem('model.unknown', {}, { model: 'choice' })
  return id
}
