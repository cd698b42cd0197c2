import type { HelpPicture, HelpSession } from '@coldkeep/contract/areas/help-desk'
import type { WirePhoto } from '@coldkeep/contract/areas/photos'
import type { WireWrite } from '@coldkeep/contract/areas/writes'
import type { AccountId, DeviceId } from '@coldkeep/domain/ids'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import type { OrderedPicture } from '../../cameras/read-pictures'
import { presentReason } from '../../cameras/words/picture-words'
import type { PhotoRow } from '../../photos/photo-queries'
import type { RepairEvent } from '../../repair/event-queries'
import { helpLines } from '../../repair/words/help-lines'
import type { Words } from '../../wording/words'
import type { MarkRow } from '../mark-queries'
import type { HelpSessionRow } from '../session-queries'

export function presentSessionName(row: HelpSessionRow, accountId: AccountId) {
  const { storeId, code, storeName: name, timeZone: zone } = row
  return {
    id: row.helpSessionId,
    store: { id: storeId, code, name, zone },
    repairCase: { id: row.repairCaseId, ticket: ticketOf(row.repairCaseId), fault: row.fault },
    by: row.accountName,
    isOwn: row.accountId === accountId,
    openedAt: row.openedAt,
    endedAt: row.endedAt,
    outcome: row.outcome,
  }
}

/** A photo of a session as it is kept, and as its reader can fetch it. */
export interface ShownPhoto {
  readonly row: PhotoRow
  readonly photo: WirePhoto
}

/** Pictures of one session with what is drawn on each, the newest first. */
export function presentPictures(
  photos: readonly ShownPhoto[],
  marks: readonly MarkRow[],
  accountId: AccountId,
): HelpPicture[] {
  return [...photos].reverse().map(({ row, photo }) => ({
    photo,
    sha256: Buffer.from(row.sha256).toString('hex'),
    marks: marks
      .filter(({ photoId }) => photoId === row.photoId)
      .map(({ helpMarkId: id, mark, accountName: by, drawnAt: at, accountId: owner }) => {
        const { kind, color, text } = mark
        const points = mark.points.map(([x, y]): [number, number] => [x, y])
        return { id, kind, color, points, text, by, at, isOwn: owner === accountId }
      }),
  }))
}

const MOST_ORDERS = 20

export interface SessionParts {
  readonly revision: string
  readonly devices: readonly { readonly deviceId: DeviceId; readonly name: string }[]
  readonly pictures: readonly HelpPicture[]
  /** The oldest first. */
  readonly orders: readonly OrderedPicture[]
  /** Of its case; those of other sessions are left out. */
  readonly events: readonly RepairEvent[]
  readonly writes: readonly WireWrite[]
}

export function presentSession(
  row: HelpSessionRow,
  accountId: AccountId,
  { revision, devices, pictures, orders, events, writes }: SessionParts,
  words: Words,
): HelpSession {
  return {
    ...presentSessionName(row, accountId),
    devices: devices.map(({ deviceId: id, name }) => ({ id, name })),
    note: row.note,
    revision,
    pictures: [...pictures],
    orders: orders
      .slice(-MOST_ORDERS)
      .reverse()
      .map(({ id, cameraName: camera, state, reason, orderedAt, ...facts }) => {
        const { capturedAt, unchangedSince, clockDifferenceMs, photoId } = facts
        const why = reason === null ? null : presentReason(reason, words.translate)
        return {
          id,
          camera,
          state,
          reason: why,
          orderedAt,
          capturedAt,
          unchangedSince,
          clockDifferenceMs,
          photoId,
        }
      }),
    events: events.flatMap((event) =>
      event.kind === 'help' && event.detail.session === row.helpSessionId
        ? [{ at: event.happenedAt, by: event.accountName, lines: helpLines(event.detail, words) }]
        : [],
    ),
    writes: [...writes],
  }
}
