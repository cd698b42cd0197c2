import { randomUUID } from 'node:crypto'
import type { PhotoSubject } from '@coldkeep/contract/areas/photos'
import { PICTURE_PATH } from '@coldkeep/contract/mqtt/camera-order'
import { Problem } from '@coldkeep/contract/problem'
import type { AccountId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type Clock, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { makeCommand } from '../commands/make-command'
import type { Db } from '../db/connect'
import type { Rounds } from '../tasks/rounds'
import { listCameras } from './list-cameras'
import { countCommandsSince, insertPicture, lockPictures, selectWaiting } from './picture-queries'

/** To take the order, to get the picture, and to bring it over a slow line. */
const WAITED_MS = seconds(60)
/** Of one store: a camera is no window to look through. */
const MOST_A_MINUTE = 6

export interface PictureOrder {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly cameraId: string
  /** What the photo will belong to. */
  readonly subject: PhotoSubject
  readonly subjectId: string
  readonly by: { readonly accountId: AccountId; readonly name: string }
}

interface OrderParts {
  readonly db: Db
  readonly clock: Clock
  readonly field: Pick<Rounds, 'wake'>
}

/**
 * Orders a picture of now. The caller has made sure that who orders it may see the store and the subject. What comes
 * of it is in {@link readPictures}, and a photo of the subject; one that is ordered while another of the same camera is on
 * its way comes of the same picture.
 * @returns the id of the order
 * @throws Problem `camera.unknown`, `camera.offline`, `camera.too_many`
 */
export function orderPicture(
  { db, clock, field }: OrderParts,
  { storeId, terminalId, cameraId, subject, subjectId, by }: PictureOrder,
): Promise<string> {
  const now = clock.now()
  return db
    .transaction()
    .execute(async (trx) => {
      await lockPictures(trx, storeId)
      const camera = (await listCameras(trx, storeId)).find(
        (one) => one.terminalId === terminalId && one.cameraId === cameraId,
      )
      if (camera === undefined) throw new Problem('camera.unknown')
      const waiting = await selectWaiting(trx, { storeId, terminalId, cameraId }, now)
      const same = waiting.find((one) => one.subjectKind === subject && one.subjectId === subjectId)
      if (same !== undefined) return same.cameraPictureId
      const [shared] = waiting
      if (shared === undefined && !camera.isOnline) throw new Problem('camera.offline')
      if (
        shared === undefined &&
        (await countCommandsSince(trx, storeId, later(now, -minutes(1)))) >= MOST_A_MINUTE
      )
        throw new Problem('camera.too_many')
      const arg = (commandId: string) => ({ cameraId, url: `${PICTURE_PATH}${commandId}` })
      const draft = { terminalId, storeId, op: 'camera.snapshot', arg, by } as const
      const commandId = shared?.commandId ?? (await makeCommand(trx, draft, now))
      const cameraPictureId = randomUUID()
      await insertPicture(trx, {
        ...{ storeId, cameraPictureId, commandId, terminalId, cameraId, subjectId },
        cameraName: camera.name,
        subjectKind: subject,
        accountId: by.accountId,
        accountName: by.name,
        orderedAt: now,
        expiresAt: shared?.expiresAt ?? later(now, WAITED_MS),
        state: 'ordered',
        reason: null,
        settledAt: null,
        capturedAt: null,
        unchangedSince: null,
        clockDifferenceMs: null,
        photoId: null,
      })
      return cameraPictureId
    })
    .finally(() => field.wake())
}
