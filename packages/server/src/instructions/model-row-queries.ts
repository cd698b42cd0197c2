import type { PointDefinitionRow } from '@coldkeep/contract/areas/point-definitions'
import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import type { DepartmentId, DeviceModelId, PollCommandId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { isSeenFrom, ownerColumns } from '../access/owned'
import type { Db } from '../db/connect'

interface Wanted {
  /** Whose accounts ask: they see some models and may edit some of these. */
  readonly from: DepartmentId
  readonly brand?: string | undefined
  readonly model?: string | undefined
  readonly ids?: readonly number[]
}

/** Of a brand, a model, or all that are seen; by brand, model and command code. */
export async function selectPollCommands(
  db: Db,
  { from, brand, model, ids }: Wanted,
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
  { from, brand, model, ids }: Wanted,
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
