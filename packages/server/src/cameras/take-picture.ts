import { randomUUID } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import type { Clock, EpochMs } from '@coldkeep/domain/time/instant'
import { epochMs, later, seconds } from '@coldkeep/domain/time/instant'
import type { KnownTerminal } from '../access/known-terminal'
import type { Db, Trx } from '../db/connect'
import { addPhoto, type PhotoStore } from '../photos/add-photo'
import { type KeptPicture, keepPicture } from '../photos/keep-picture'
import { type PictureRow, type SettledPicture, selectAwaited, updateSettled } from './picture-queries'
import { FULL } from './picture-reason'

/** A picture that is older than this when it is ordered is of another moment; what clocks differ by is on top. */
const MOST_AGE_MS = seconds(10 + 5)

interface TakeParts {
  readonly db: Db
  readonly clock: Clock
  readonly photos: PhotoStore
}

interface BroughtPicture {
  readonly commandId: string
  readonly capturedAt: EpochMs
  readonly unchangedSince: EpochMs | null
  readonly clockDifferenceMs: number | null
}

/** True where a terminal is waited for with the picture of this command. */
export async function isAwaited(
  { db, clock }: Pick<TakeParts, 'db' | 'clock'>,
  { storeId, terminalId }: KnownTerminal,
  commandId: string,
): Promise<boolean> {
  return (await selectUnexpired(db, { storeId, terminalId, commandId }, clock.now())).length > 0
}

/**
 * Makes a photo of a picture for everything that it was ordered for.
 * @returns false where it is not waited for any more
 * @throws Problem where it is none, or of another moment: then nothing comes of its orders
 */
export async function takePicture(
  { db, clock, photos }: TakeParts,
  { storeId, terminalId }: KnownTerminal,
  { commandId, ...facts }: BroughtPicture,
  bytes: Uint8Array,
): Promise<boolean> {
  const key = { storeId, terminalId, commandId }
  const now = clock.now()
  const [first] = await selectUnexpired(db, key, now)
  if (first === undefined) return false
  if (facts.capturedAt < later(first.orderedAt, -MOST_AGE_MS)) throw new Problem('photo.damaged')
  const picture = await keepPicture(photos.files, bytes)
  const isTaken = await db.transaction().execute(async (trx) => {
    const awaited = await selectUnexpired(trx, key, now)
    for (const order of awaited) {
      const outcome = await photoOf(trx, order, picture, { ...facts, now }, photos)
      const isSettled = await updateSettled(trx, order, { ...outcome, settledAt: now })
      // of two uploads at once the second takes its photo back
      if (!isSettled) throw new Problem('route.unknown')
    }
    return awaited.length > 0
  })
  await picture.keepAgain()
  return isTaken
}

async function photoOf(
  trx: Trx,
  { storeId, subjectKind, subjectId, accountId, accountName, cameraName }: PictureRow,
  picture: KeptPicture,
  { now, ...facts }: Omit<BroughtPicture, 'commandId'> & { readonly now: EpochMs },
  photos: PhotoStore,
): Promise<Omit<SettledPicture, 'settledAt'>> {
  const photoId = randomUUID()
  const owner = { storeId, deviceIds: [], title: cameraName }
  const photo = {
    ...{ photoId, subject: subjectKind, subjectId, picture },
    takenAt: facts.capturedAt,
    takenFrom: 'camera',
    enteredAt: now,
    by: { accountId, name: accountName },
  } as const
  try {
    await addPhoto(trx, owner, photo, photos, now)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'photo.too_many') throw error
    return { state: 'refused', reason: FULL }
  }
  return { state: 'arrived', ...facts, capturedAt: epochMs(Math.min(facts.capturedAt, now)), photoId }
}

async function selectUnexpired(
  db: Db,
  key: Pick<PictureRow, 'storeId' | 'commandId' | 'terminalId'>,
  now: EpochMs,
): Promise<PictureRow[]> {
  return (await selectAwaited(db, key)).filter(({ expiresAt }) => expiresAt > now)
}
