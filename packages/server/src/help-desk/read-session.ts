import type { HelpSession } from '@coldkeep/contract/areas/help-desk'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import { readPictures as readOrders } from '../cameras/read-pictures'
import type { Db } from '../db/connect'
import type { ServerKeys } from '../db/server-keys'
import { selectPhotosOf } from '../photos/photo-queries'
import { presentPhotos } from '../photos/present-photos'
import { type RepairEvent, selectRepairEvents } from '../repair/event-queries'
import type { Words } from '../wording/words'
import { readWrites } from '../writes/read-writes'
import { selectMarks } from './mark-queries'
import { type HelpSessionRow, selectDeviceNames } from './session-queries'
import { presentPictures, presentSession } from './words/present-session'

export interface SessionReader extends Words {
  readonly db: Db
  readonly user: SignedIn
  readonly clock: Clock
  readonly keys: Pick<ServerKeys, 'download'>
}

/** A session with all that its reader may see of it. */
export async function readSession(
  reader: SessionReader,
  row: HelpSessionRow,
  revision: string,
): Promise<HelpSession> {
  const { db, user, clock, translate } = reader
  const { storeId, helpSessionId } = row
  const [devices, events, pictures, orders] = await Promise.all([
    selectDeviceNames(db, storeId, row.deviceIds),
    selectRepairEvents(db, row),
    readPictures(reader, [row]),
    readOrders(db, { storeId, subject: 'help', subjectId: helpSessionId }),
  ])
  const ids = writesOf(events, helpSessionId)
  const writes = await readWrites({ db, user, now: clock.now(), translate }, storeId, ids)
  const parts = { revision, devices, events, orders, pictures: pictures.get(helpSessionId) ?? [], writes }
  return presentSession(row, user.accountId, parts, reader)
}

/** The pictures of some sessions of one store, by their session. */
export async function readPictures(
  { db, user, clock, keys }: Omit<SessionReader, keyof Words>,
  sessions: readonly HelpSessionRow[],
) {
  const [first] = sessions
  if (first === undefined) return new Map<string, ReturnType<typeof presentPictures>>()
  const ids = sessions.map(({ helpSessionId }) => helpSessionId)
  const rows = await selectPhotosOf(db, first.storeId, 'help', ids)
  const photos = await presentPhotos(rows, { user, keys, clock })
  const marks = await selectMarks(db, first.storeId, ids)
  return new Map(
    ids.map((id) => {
      const own = rows.flatMap((row, place) => {
        const photo = photos[place]
        return row.subjectId === id && photo !== undefined ? [{ row, photo }] : []
      })
      const drawn = marks.filter(({ helpSessionId }) => helpSessionId === id)
      return [id, presentPictures(own, drawn, user.accountId)] as const
    }),
  )
}

/** Ids of the writes that were requested in a session, by the history of its case. */
export function writesOf(events: readonly RepairEvent[], session: string): string[] {
  return events.flatMap((event) =>
    event.kind === 'help' && event.detail.session === session && event.detail.act === 'write'
      ? [...event.detail.writes]
      : [],
  )
}
