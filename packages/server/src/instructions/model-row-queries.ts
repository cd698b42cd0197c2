import type { PointDefinitionRow } from '@coldkeep/contract/areas/point-definitions'
import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import type {
  DepartmentId,
  DeviceModelId,
  PointDefinitionId,
  PollCommandId,
  WriteCommandId,
} from '@coldkeep/domain/ids'
import type { ModelPoint } from '@coldkeep/domain/polling/device-model'
import type { PollCommandDraft, WriteCommandDraft } from '@coldkeep/domain/polling/poll-command'
import { sql } from 'kysely'
import { isSeenFrom, ownerColumns } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

interface ModelRowFilter {
  /** Whose accounts ask: they see some models and may edit some of these. */
  readonly from: DepartmentId
  readonly brand?: string | undefined
  readonly model?: string | undefined
  readonly ids?: readonly number[]
}

/** Of a brand, a model, or all that are seen; by brand, model and command code. */
export async function selectPollCommands(
  db: Db,
  { from, brand, model, ids }: ModelRowFilter,
): Promise<(PollCommandRow & { readonly deviceModelId: DeviceModelId })[]> {
  return db
    .selectFrom('pollCommand')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'pollCommand.deviceModelId')
    .select([
      'pollCommandId as id',
      'pollCommand.deviceModelId',
      'brand',
      'model',
      'commandCode',
      'pollCommand.note',
      'requestHex',
      'responseLengthBytes',
      'includesUnitId',
      'appendsCrc',
      'decoderId',
      'revision',
      sql<number>`(select count(*)::int from point_definition p
        where p.poll_command_id = poll_command.poll_command_id)`.as('points'),
    ])
    .select(ownerColumns(from, 'deviceModel'))
    .where(isSeenFrom(from, 'deviceModel'))
    .$if(brand !== undefined, (query) => query.where('brand', '=', brand as string))
    .$if(model !== undefined, (query) => query.where('model', '=', model as string))
    .$if(ids !== undefined, (query) => query.where('pollCommandId', 'in', ids as PollCommandId[]))
    .orderBy('brand')
    .orderBy('model')
    .orderBy('commandCode')
    .orderBy('deviceModel.deviceModelId')
    .execute()
}

/** The nodes of a command in their order. */
export async function selectPointDefinitions(
  db: Db,
  pollCommandId: PollCommandId,
): Promise<PointDefinitionRow[]> {
  const rows = await db
    .selectFrom('pointDefinition')
    .selectAll()
    .where('pollCommandId', '=', pollCommandId)
    .orderBy('position')
    .orderBy('pointDefinitionId')
    .execute()
  return rows.map(({ pointDefinitionId, pollCommandId: _, ...row }) => ({ ...row, id: pointDefinitionId }))
}

export async function selectWriteCommands(
  db: Db,
  { from, brand, model, ids }: ModelRowFilter,
): Promise<(WriteCommandRow & { readonly deviceModelId: DeviceModelId })[]> {
  return db
    .selectFrom('writeCommand')
    .innerJoin('deviceModel', 'deviceModel.deviceModelId', 'writeCommand.deviceModelId')
    .select([
      'writeCommandId as id',
      'writeCommand.deviceModelId',
      'brand',
      'model',
      'commandCode',
      'writeCommand.note',
      'requestHex',
      'expectedReplyHex',
      'includesUnitId',
      'appendsCrc',
      'replyHasCrc',
      'effect',
      'pointName',
      'setsTo',
      'lowest',
      'highest',
      'usualLow',
      'usualHigh',
      'group',
      'factoryValue',
      'applyOrder',
      'isVolatile',
      'mostPerDay',
      'mostPerYear',
      'revision',
    ])
    .select(ownerColumns(from, 'deviceModel'))
    .where(isSeenFrom(from, 'deviceModel'))
    .$if(brand !== undefined, (query) => query.where('brand', '=', brand as string))
    .$if(model !== undefined, (query) => query.where('model', '=', model as string))
    .$if(ids !== undefined, (query) => query.where('writeCommandId', 'in', ids as WriteCommandRow['id'][]))
    .orderBy('brand')
    .orderBy('model')
    .orderBy('commandCode')
    .orderBy('deviceModel.deviceModelId')
    .execute()
}

/** Held until the transaction ends. */
export async function lockPollCommand(trx: Trx, id: PollCommandId): Promise<void> {
  await trx
    .selectFrom('pollCommand')
    .select('pollCommandId')
    .where('pollCommandId', '=', id)
    .forUpdate()
    .execute()
}

export async function insertPollCommand(
  trx: Trx,
  deviceModelId: DeviceModelId,
  columns: Omit<PollCommandDraft, 'brand' | 'model'>,
): Promise<void> {
  await trx
    .insertInto('pollCommand')
    .values({ ...columns, deviceModelId })
    .execute()
}

/** Also counts up the revision that a row had before. */
export async function updatePollCommand(
  trx: Trx,
  { id, revision }: Pick<PollCommandRow, 'id' | 'revision'>,
  deviceModelId: DeviceModelId,
  columns: Omit<PollCommandDraft, 'brand' | 'model'>,
): Promise<void> {
  await trx
    .updateTable('pollCommand')
    .set({ ...columns, deviceModelId, revision: revision + 1 })
    .where('pollCommandId', '=', id)
    .execute()
}

export async function deletePollCommand(trx: Trx, id: PollCommandId): Promise<void> {
  await trx.deleteFrom('pollCommand').where('pollCommandId', '=', id).execute()
}

/** The model that a command belongs to. */
export async function selectModelOfCommand(db: Db, id: PollCommandId): Promise<DeviceModelId> {
  const { deviceModelId } = await db
    .selectFrom('pollCommand')
    .select('deviceModelId')
    .where('pollCommandId', '=', id)
    .executeTakeFirstOrThrow()
  return deviceModelId
}

/** Held until the transaction ends. */
export async function lockWriteCommand(trx: Trx, id: WriteCommandId): Promise<void> {
  await trx
    .selectFrom('writeCommand')
    .select('writeCommandId')
    .where('writeCommandId', '=', id)
    .forUpdate()
    .execute()
}

export async function insertWriteCommand(
  trx: Trx,
  deviceModelId: DeviceModelId,
  columns: Omit<WriteCommandDraft, 'brand' | 'model'>,
): Promise<void> {
  await trx
    .insertInto('writeCommand')
    .values({ ...columns, deviceModelId })
    .execute()
}

/** Also counts up the revision that a row had before. */
export async function updateWriteCommand(
  trx: Trx,
  { id, revision }: Pick<WriteCommandRow, 'id' | 'revision'>,
  deviceModelId: DeviceModelId,
  columns: Omit<WriteCommandDraft, 'brand' | 'model'>,
): Promise<void> {
  await trx
    .updateTable('writeCommand')
    .set({ ...columns, deviceModelId, revision: revision + 1 })
    .where('writeCommandId', '=', id)
    .execute()
}

export async function deleteWriteCommand(trx: Trx, id: WriteCommandId): Promise<void> {
  await trx.deleteFrom('writeCommand').where('writeCommandId', '=', id).execute()
}

/** The command that a node belongs to; `null` where there is no such node. */
export async function selectCommandOfPoint(db: Db, id: PointDefinitionId): Promise<PollCommandId | null> {
  const found = await db
    .selectFrom('pointDefinition')
    .select('pollCommandId')
    .where('pointDefinitionId', '=', id)
    .executeTakeFirst()
  return found?.pollCommandId ?? null
}

export async function insertPointDefinitions(
  trx: Trx,
  pollCommandId: PollCommandId,
  rows: readonly ModelPoint[],
): Promise<void> {
  await trx
    .insertInto('pointDefinition')
    .values(rows.map((row) => ({ ...row, pollCommandId })))
    .execute()
}

/** Also counts up the revision that a node had before. */
export async function updatePointDefinition(
  trx: Trx,
  { id, revision }: Pick<PointDefinitionRow, 'id' | 'revision'>,
  draft: ModelPoint,
): Promise<void> {
  await trx
    .updateTable('pointDefinition')
    .set({ ...draft, revision: revision + 1 })
    .where('pointDefinitionId', '=', id)
    .execute()
}

export async function deletePointDefinition(trx: Trx, id: PointDefinitionId): Promise<void> {
  await trx.deleteFrom('pointDefinition').where('pointDefinitionId', '=', id).execute()
}
