import type { DeviceModelId } from '@coldkeep/domain/ids'
import type { ModelTables } from '@coldkeep/domain/polling/device-model'
import type { Db, Trx } from '../db/connect'

/** The tables of a model as they are being edited: commands and writes by their code, nodes in their order. */
export async function selectModelTables(db: Db, deviceModelId: DeviceModelId): Promise<ModelTables> {
  const commands = await db
    .selectFrom('pollCommand')
    .selectAll()
    .where('deviceModelId', '=', deviceModelId)
    .orderBy('commandCode')
    .execute()
  const points = await db
    .selectFrom('pointDefinition')
    .innerJoin('pollCommand', 'pollCommand.pollCommandId', 'pointDefinition.pollCommandId')
    .selectAll('pointDefinition')
    .where('pollCommand.deviceModelId', '=', deviceModelId)
    .orderBy('position')
    .orderBy('pointDefinitionId')
    .execute()
  const writes = await db
    .selectFrom('writeCommand')
    .selectAll()
    .where('deviceModelId', '=', deviceModelId)
    .orderBy('commandCode')
    .execute()
  return {
    commands: commands.map(({ pollCommandId, deviceModelId: _, revision: __, ...command }) => ({
      ...command,
      points: points
        .filter((point) => point.pollCommandId === pollCommandId)
        .map(({ pointDefinitionId: _, pollCommandId: __, revision: ___, ...point }) => point),
    })),
    writes: writes.map(({ writeCommandId: _, deviceModelId: __, revision: ___, ...write }) => write),
  }
}

/** Puts other tables in the place of those of a model. */
export async function replaceModelTables(
  trx: Trx,
  deviceModelId: DeviceModelId,
  { commands, writes }: ModelTables,
): Promise<void> {
  await trx.deleteFrom('pollCommand').where('deviceModelId', '=', deviceModelId).execute()
  await trx.deleteFrom('writeCommand').where('deviceModelId', '=', deviceModelId).execute()
  for (const { points, ...command } of commands) {
    const { pollCommandId } = await trx
      .insertInto('pollCommand')
      .values({ ...command, deviceModelId })
      .returning('pollCommandId')
      .executeTakeFirstOrThrow()
    if (points.length === 0) continue
    await trx
      .insertInto('pointDefinition')
      .values(points.map((point) => ({ ...point, pollCommandId })))
      .execute()
  }
  if (writes.length > 0) {
    await trx
      .insertInto('writeCommand')
      .values(writes.map((write) => ({ ...write, deviceModelId })))
      .execute()
  }
}

/** Changes of one model follow one another, so that what is judged is what is written. */
export async function lockModel(trx: Trx, deviceModelId: DeviceModelId): Promise<void> {
  await trx
    .selectFrom('deviceModel')
    .select('deviceModelId')
    .where('deviceModelId', '=', deviceModelId)
    .forUpdate()
    .execute()
}

/** Whether the tables of a model that are being edited have any command. */
export async function hasPollCommands(db: Db, deviceModelId: DeviceModelId): Promise<boolean> {
  const polled = await db
    .selectFrom('pollCommand')
    .select('pollCommandId')
    .where('deviceModelId', '=', deviceModelId)
    .limit(1)
    .executeTakeFirst()
  return polled !== undefined
}
