import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { CameraTables } from '../db/camera-tables'
import type { Db, Trx } from '../db/connect'
import { sameIn } from '../db/same-in'

export type PictureRow = Selectable<CameraTables['cameraPicture']>

/** What the terminals of a store that is in use say of its cameras, those first that are connected. */
export function selectCameras(db: Db, storeId: StoreId) {
  return db
    .selectFrom('terminal')
    .innerJoin('terminalState', sameIn('terminalState', 'terminal', 'storeId', 'terminalId'))
    .select(['terminal.terminalId', 'terminalState.connection', 'terminalState.cameras'])
    .where('terminal.storeId', '=', storeId)
    .where('terminal.isEnabled', '=', true)
    .orderBy(sql`terminal_state.connection is distinct from 'online'`)
    .orderBy('terminal.terminalId')
    .execute()
}

/** Until the end of the transaction no one else orders pictures in this store. */
export async function lockPictures(trx: Trx, storeId: StoreId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`camera pictures of ${storeId}`}, 0))`.execute(
    trx,
  )
}

/** An order to a camera that still waits. */
export async function selectWaiting(
  db: Db,
  { storeId, terminalId, cameraId }: Pick<PictureRow, 'storeId' | 'terminalId' | 'cameraId'>,
  now: EpochMs,
): Promise<PictureRow[]> {
  return db
    .selectFrom('cameraPicture')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('cameraId', '=', cameraId)
    .where('state', '=', 'ordered')
    .where('expiresAt', '>', now)
    .execute()
}

/** How many commands a store was given for pictures since a moment. */
export async function countCommandsSince(db: Db, storeId: StoreId, since: EpochMs): Promise<number> {
  const { n } = await db
    .selectFrom('cameraPicture')
    .select(({ fn }) => fn.count<number>('commandId').distinct().as('n'))
    .where('storeId', '=', storeId)
    .where('orderedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertPicture(
  trx: Trx,
  picture: Insertable<CameraTables['cameraPicture']>,
): Promise<void> {
  await trx.insertInto('cameraPicture').values(picture).execute()
}

/** What one command of a terminal was given for and still waits, in one order everywhere. */
export function selectAwaited(
  db: Db,
  { storeId, commandId, terminalId }: Pick<PictureRow, 'storeId' | 'commandId' | 'terminalId'>,
): Promise<PictureRow[]> {
  return db
    .selectFrom('cameraPicture')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('commandId', '=', commandId)
    .where('terminalId', '=', terminalId)
    .where('state', '=', 'ordered')
    .orderBy('orderedAt')
    .orderBy('cameraPictureId')
    .execute()
}

/** What an order has come to. */
export type SettledPicture = Pick<PictureRow, 'state' | 'settledAt'> &
  Partial<Pick<PictureRow, 'reason' | 'capturedAt' | 'unchangedSince' | 'clockDifferenceMs' | 'photoId'>>

/** @returns false where it was settled before */
export async function updateSettled(
  trx: Trx,
  { storeId, cameraPictureId }: Pick<PictureRow, 'storeId' | 'cameraPictureId'>,
  settled: SettledPicture,
): Promise<boolean> {
  const row = await trx
    .updateTable('cameraPicture')
    .set(settled)
    .where('storeId', '=', storeId)
    .where('cameraPictureId', '=', cameraPictureId)
    .where('state', '=', 'ordered')
    .returning('cameraPictureId')
    .executeTakeFirst()
  return row !== undefined
}

/** Orders that were waited for long enough, of all stores. */
export async function updateExpired(trx: Trx, now: EpochMs): Promise<void> {
  await trx
    .updateTable('cameraPicture')
    .set({ state: 'expired', settledAt: now })
    .where('state', '=', 'ordered')
    .where('expiresAt', '<=', now)
    .execute()
}

const MOST_LISTED = 500

/** What was ordered for one thing, the oldest first. */
export function selectPicturesOf(
  db: Db,
  {
    storeId,
    subject,
    subjectId,
  }: { storeId: StoreId; subject: PictureRow['subjectKind']; subjectId: string },
): Promise<PictureRow[]> {
  return db
    .selectFrom('cameraPicture')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('subjectKind', '=', subject)
    .where('subjectId', '=', subjectId)
    .orderBy('orderedAt')
    .orderBy('cameraPictureId')
    .limit(MOST_LISTED)
    .execute()
}

export async function deleteOldPictures(db: Db, storeId: StoreId, before: EpochMs): Promise<void> {
  await db
    .deleteFrom('cameraPicture')
    .where('storeId', '=', storeId)
    .where('orderedAt', '<', before)
    .execute()
}
