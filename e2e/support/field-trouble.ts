import { days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { addBusCounts } from '@coldkeep/server/bundles/add-bus-counts'
import type { Db } from '@coldkeep/server/db/connect'
import { knownDays } from '@coldkeep/server/storage/partitions'
import type { TinyDevice, TinyFleet, TinyStore } from '@coldkeep/server/testing/tiny-fleet'

const INTERVAL_MS = minutes(15)
const INTERVALS = 96
const EPOCH = 'k3f9a1c2'

/** Counted requests of two devices, messages that could not be stored, and what a terminal reported. */
export async function insertFieldTrouble(db: Db, { stores }: TinyFleet, now: EpochMs): Promise<void> {
  const { alder, cedar } = stores
  // requests, answers, timeouts, bad frames, exceptions, overruns, response ms
  await insertIntervals(db, alder, alder.meter, now, () => [6, 6, 0, 0, 0, 0, 34])
  await insertIntervals(db, cedar, cedar.freezer, now, (index) =>
    index < 8 ? [6, 0, 6, 0, 0, 0, Number.NaN] : [6, 5, 0, 1, 0, 0, 120],
  )
  const { storeId, terminalId } = cedar
  const event = { storeId, terminalId, epoch: EPOCH, receivedAt: now }
  const gap = { how: 'one_per_15_min', count: 192, from: later(now, -days(2)), to: later(now, -days(1)) }
  await db
    .insertInto('terminalEvent')
    .values([
      {
        ...event,
        sequence: 1,
        kind: 'start',
        at: later(now, -days(3)),
        detail: { version: '1.2.0', revision: 1 },
      },
      { ...event, sequence: 2, kind: 'gap', at: later(now, -hours(23)), detail: gap },
      {
        ...event,
        sequence: 3,
        kind: 'device',
        at: later(now, -hours(2)),
        detail: { port: 'p1', unit: 1, state: 'silent' },
      },
    ])
    .execute()
  const old = later(now, -days(450))
  const [air] = alder.freezer.pointIds
  const message = { v: 1, e: EPOCH, s: 7, t: old, cfg: 1, r: [[air, 0, -20.5]] }
  await db
    .insertInto('quarantine')
    .values([
      quarantined(alder, 'E_TIME', Buffer.from(JSON.stringify(message)), later(now, -minutes(30))),
      quarantined(cedar, 'E_FORM', Buffer.from([9, 9, 9]), later(now, -minutes(20))),
    ])
    .execute()
}

function quarantined(store: TinyStore, reason: string, body: Uint8Array, receivedAt: EpochMs) {
  const { storeId, terminalId } = store
  return { storeId, terminalId, receivedAt, topic: `rf/1/t/${terminalId}/up/back`, reason, body }
}

async function insertIntervals(
  db: Db,
  store: TinyStore,
  { deviceId }: TinyDevice,
  now: EpochMs,
  valuesOf: (index: number) => number[],
): Promise<void> {
  const place = { storeId: store.storeId, deviceId }
  await addBusCounts(db, place, { periodSeconds: INTERVAL_MS / 1000, revision: 1 })
  const { pointListId } = await db
    .selectFrom('pointList')
    .select('pointListId')
    .where('storeId', '=', store.storeId)
    .where('deviceId', '=', deviceId)
    .where('countsBus', '=', true)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: INTERVALS }, (_, index) => ({
    ...place,
    pointListId,
    at: later(now, -INTERVAL_MS * (index + 1)),
    values: valuesOf(index),
    counters: [],
    quality: null,
    receivedAt: now,
  }))
  const newest = rows[0]
  if (newest === undefined) throw new RangeError('no intervals')
  await knownDays().ensure(
    db,
    rows.map((row) => row.at),
  )
  await db.insertInto('scan').values(rows).execute()
  const { receivedAt: _, ...latest } = newest
  await db.insertInto('latest').values(latest).execute()
}
