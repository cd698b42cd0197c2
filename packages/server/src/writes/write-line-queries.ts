import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sameIn } from '../db/same-in'
import type { WriteTables } from '../db/write-tables'

interface Line {
  readonly storeId: StoreId
  readonly writeId: string
  readonly deviceId: DeviceId
}

/** The command of a line. */
interface LineCommand {
  readonly storeId: StoreId
  readonly commandId: string
}

export async function insertLine(trx: Trx, line: Insertable<WriteTables['writeLine']>): Promise<void> {
  await trx.insertInto('writeLine').values(line).execute()
}

/** What is to be sent of a write, in order. */
export function selectLinesToSend(trx: Trx, storeId: StoreId, writeId: string) {
  return trx
    .selectFrom('writeLine')
    .select(['deviceId', 'commandCode', 'value', 'arg'])
    .where('storeId', '=', storeId)
    .where('writeId', '=', writeId)
    .orderBy('position')
    .execute()
}

/** Records by which command a line was sent, or what was in the way. */
export async function updateLine(
  trx: Trx,
  line: Line,
  change: { readonly fault: string } | { readonly commandId: string },
): Promise<void> {
  await trx
    .updateTable('writeLine')
    .set(change)
    .where('storeId', '=', line.storeId)
    .where('writeId', '=', line.writeId)
    .where('deviceId', '=', line.deviceId)
    .execute()
}

/** Records why the command of a line was withdrawn. */
export async function updateFault(
  trx: Trx,
  { storeId, commandId }: LineCommand,
  fault: string,
): Promise<void> {
  await trx
    .updateTable('writeLine')
    .set({ fault })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .execute()
}

/** Records when the terminal first reported that it has the command of a line. */
export async function updateDelivered(
  trx: Trx,
  { storeId, commandId }: LineCommand,
  deliveredAt: EpochMs,
): Promise<void> {
  await trx
    .updateTable('writeLine')
    .set({ deliveredAt })
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .execute()
}

/** What a command writes, and to which device; `null` for one that was not requested here. */
export async function selectLine(db: Db, storeId: StoreId, commandId: string) {
  const row = await placed(db)
    .select([
      'writeLine.writeId',
      'writeLine.commandCode',
      'writeLine.pointName',
      'writeLine.value',
      'writeLine.unit',
      'writeLine.knownValue',
      'writeLine.deliveredAt',
      'device.deviceId',
      'device.name',
      'device.type',
      'device.zone',
    ])
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.commandId', '=', commandId)
    .executeTakeFirst()
  return row ?? null
}

export type CommandLine = NonNullable<Awaited<ReturnType<typeof selectLine>>>

/** How a write to one device stands. */
export function selectOnlyLine(db: Db, storeId: StoreId, writeId: string) {
  return db
    .selectFrom('writeRequest')
    .innerJoin('writeLine', sameIn('writeLine', 'writeRequest', 'storeId', 'writeId'))
    .leftJoin('command', sameIn('command', 'writeLine', 'storeId', 'commandId'))
    .select(['writeRequest.approval', 'writeRequest.approveUntil', 'writeLine.fault', 'writeLine.pointName'])
    .select(['command.state', 'command.errorCode', 'command.outcome'])
    .where('writeRequest.storeId', '=', storeId)
    .where('writeRequest.writeId', '=', writeId)
    .executeTakeFirst()
}

/** The devices of a write, in the order of its lines. */
export function selectWrittenDevices(db: Db, storeId: StoreId, writeId: string) {
  return placed(db)
    .select(['device.deviceId', 'device.name'])
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.writeId', '=', writeId)
    .orderBy('writeLine.position')
    .execute()
}

/** Lines of a write, those included that the caller may not see. */
export async function countLines(db: Db, storeId: StoreId, writeId: string): Promise<number> {
  const { count } = await db
    .selectFrom('writeLine')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('storeId', '=', storeId)
    .where('writeId', '=', writeId)
    .executeTakeFirstOrThrow()
  return count
}

function placed(db: Db) {
  return db.selectFrom('writeLine').innerJoin('device', sameIn('device', 'writeLine', 'storeId', 'deviceId'))
}
