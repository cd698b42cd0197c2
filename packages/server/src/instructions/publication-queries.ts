import type { AccountId, DeviceModelId, ModelPublicationId } from '@coldkeep/domain/ids'
import type { ModelTables } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { PublicationState } from '@coldkeep/domain/writes/publication-state'
import type { Db, Trx } from '../db/connect'

/** A version of a model that is to be looked at by a second person. */
export interface Publication {
  readonly modelPublicationId: ModelPublicationId
  readonly deviceModelId: DeviceModelId
  readonly baseVersion: number
  readonly content: ModelTables
  readonly note: string
  readonly accountId: AccountId
  readonly createdBy: string
  readonly createdAt: EpochMs
  readonly approveUntil: EpochMs
}

const columns = [
  'modelPublicationId',
  'deviceModelId',
  'baseVersion',
  'content',
  'note',
  'accountId',
  'createdBy',
  'createdAt',
  'approveUntil',
] as const

/**
 * The waiting version of a model; one whose time is over does not count, even before the next round of the
 * server records that.
 */
export async function selectWaiting(db: Db, id: DeviceModelId, now: EpochMs): Promise<Publication | null> {
  const row = await db
    .selectFrom('modelPublication')
    .select(columns)
    .where('deviceModelId', '=', id)
    .where('state', '=', 'waiting')
    .where('approveUntil', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function insertPublication(
  trx: Trx,
  { content, ...publication }: Omit<Publication, 'modelPublicationId'>,
): Promise<ModelPublicationId> {
  const { modelPublicationId } = await trx
    .insertInto('modelPublication')
    .values({
      ...publication,
      content: JSON.stringify(content),
      state: 'waiting',
      decidedBy: null,
      decidedAt: null,
    })
    .returning('modelPublicationId')
    .executeTakeFirstOrThrow()
  return modelPublicationId
}

/** @param by the account that decided; `null`: none did */
export async function endPublication(
  trx: Trx,
  id: ModelPublicationId,
  state: Exclude<PublicationState, 'waiting'>,
  { by, now, reason = '' }: { readonly by: string | null; readonly now: EpochMs; readonly reason?: string },
): Promise<void> {
  await trx
    .updateTable('modelPublication')
    .set({ state, decidedBy: by, decidedAt: now, decisionNote: reason })
    .where('modelPublicationId', '=', id)
    .execute()
}

/**
 * Ends versions that were not decided on in time.
 * @param only one model, before another version is requested for it
 */
export async function takeExpired(trx: Trx, now: EpochMs, only?: DeviceModelId): Promise<Publication[]> {
  return trx
    .updateTable('modelPublication')
    .set({ state: 'expired', decidedAt: now })
    .where('state', '=', 'waiting')
    .where('approveUntil', '<=', now)
    .$if(only !== undefined, (query) => query.where('deviceModelId', '=', only as DeviceModelId))
    .returning(columns)
    .execute()
}
