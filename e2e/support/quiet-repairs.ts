import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { days, type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { connect, type Database, type Session } from '@coldkeep/server/db/connect'
import { proposeClosing } from '@coldkeep/server/repair/propose-closing'
import type { RunningServer } from '@coldkeep/server/start-server'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { insertRepair } from '@coldkeep/server/testing/insert-repair'
import { writeScans } from '@coldkeep/server/testing/plant/write-history'
import { insertFaultyDay, insertHealth, insertHighAlarm } from '@coldkeep/server/testing/repair-rig'
import { throwing } from '@coldkeep/server/testing/throwing'
import { insertTinyFleet, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { startOwnServer } from './own-server'

const PERIOD_SECONDS = 300
const HISTORY_DAYS = 6
/** The fault, in hours before now. */
const BEGAN = 60
const REPORTED = 58
const ENDED = 54

/** A server with two freezers that have been well since a repair; one of them was repaired a week before as well. */
export async function openQuietRepairs(): Promise<{ server: RunningServer; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-quiet-'))
  const dataFolder = join(folder, 'server')
  await putMigratedDatabase(dataFolder)
  const database = await connect({ folder: dataFolder })
  try {
    await plant(database)
  } finally {
    await database.close()
  }
  const place = { dataFolder, httpPort: await freePort(), mqttPort: await freePort() }
  const server = await startOwnServer(place, async () => {})
  return {
    server,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function plant(database: Database): Promise<void> {
  const db = database.kysely
  const now = epochMs(Date.now())
  const { stores } = await insertTinyFleet(db, now)
  const session = await database.openSession(stageTables)
  const earlier = await insertRepair(db, stores.alder, later(now, -days(9)))
  await earlier.end('repaired')
  for (const store of [stores.alder, stores.birch]) {
    await writeAir(session, store, now)
    await insertHighAlarm(db, store, later(now, -hours(BEGAN)), later(now, -hours(ENDED)))
    await insertRepair(db, store, later(now, -hours(REPORTED)))
    const on = localDateOf('Asia/Taipei', later(now, -hours(BEGAN)))
    await insertFaultyDay(db, store, on, { deviationK: 6.4, runRatio: 0.93, pullDownKPerMinute: 0.05 })
    await insertHealth(db, store, now, { runRatio: 0.51 })
  }
  await session.close()
  await proposeClosing({ db, aside: throwing, shouldStop: () => false }, now, false)
}

async function writeAir(session: Session, { storeId, freezer }: TinyStore, now: EpochMs): Promise<void> {
  const count = (HISTORY_DAYS * days(1)) / (1000 * PERIOD_SECONDS)
  const at = Float64Array.from({ length: count }, (_, index) => now - minutes(5) * (count - 1 - index))
  const block = {
    ...{ storeId, deviceId: freezer.deviceId, pointListId: freezer.pointListId },
    ...{ periodSeconds: PERIOD_SECONDS, valuePoints: freezer.pointIds, counterPoints: [] },
    ...{ at, counters: [], quality: null },
    values: [Float32Array.from(at, (instant) => airC((now - instant) / hours(1))), new Float32Array(count)],
  }
  await writeScans(session, [block], now)
}

/** −21 °C, and up to −14 °C while it is broken. */
function airC(hoursAgo: number): number {
  const swing = 0.8 * Math.sin(hoursAgo * 9)
  if (hoursAgo > BEGAN || hoursAgo < ENDED) return -21 + swing
  return -21 + swing + 7 * Math.sin((Math.PI * (BEGAN - hoursAgo)) / (BEGAN - ENDED))
}
