import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'
import type { ReadPlace } from '../db/parameter-tables'

/** A command that reads parameters. */
interface ParameterRead {
  readonly storeId: StoreId
  readonly commandId: string
  readonly terminalId: TerminalId
  /** What each of its nodes stands for, from number 1. */
  readonly places: readonly ReadPlace[]
  /** On the cycle of the service. */
  readonly isRoutine: boolean
  readonly requestedAt: EpochMs
}

/** Records what a command reads. */
export async function insertRead(trx: Trx, { places, ...read }: ParameterRead): Promise<void> {
  await trx
    .insertInto('parameterRead')
    .values({ ...read, places: JSON.stringify(places) })
    .execute()
}

/** `null` for a command that reads no parameters. */
export async function selectRead(db: Db, storeId: StoreId, commandId: string): Promise<ParameterRead | null> {
  const row = await db
    .selectFrom('parameterRead')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .executeTakeFirst()
  return row ?? null
}

/** Forgets what commands of before an instant have read. */
export async function deleteOldReads(db: Db, before: EpochMs): Promise<void> {
  await db.deleteFrom('parameterRead').where('requestedAt', '<', before).execute()
}
