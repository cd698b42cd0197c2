import { randomBytes } from 'node:crypto'
import { writeReadings } from '@coldkeep/contract/mqtt/readings'
import type { StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import { type MutableAliveMinutes, markAliveThrough } from '@coldkeep/domain/points/alive-minutes'
import { quality, type Reading } from '@coldkeep/domain/points/reading'
import { type Clock, days, type EpochMs, epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { insertCoverages } from '@coldkeep/server/analysis/temperature-day-queries'
import type { Database, Db, Session } from '@coldkeep/server/db/connect'
import { startSchedule } from '@coldkeep/server/schedule'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { connectTerminal, type TestTerminal } from '@coldkeep/server/testing/ingest-rig'
import {
  type HistoryBlock,
  writeAliveMinutes,
  writeScans,
} from '@coldkeep/server/testing/plant/write-history'
import {
  insertTinyFleet,
  type TinyDevice,
  type TinyFleet,
  type TinyStore,
} from '@coldkeep/server/testing/tiny-fleet'
import { pino } from 'pino'
import { insertFieldTrouble } from './field-trouble'
import { insertClosedAlarms, insertOpenAlarms } from './open-alarms'
import { insertPastNotices } from './past-notices'
import { insertPastTasks } from './past-tasks'
import { insertPastWarning } from './past-warning'
import { insertQuayStore, type QuayStore } from './quay-store'

const HISTORY_DAYS = 3
const PERIOD_SECONDS = 300
const PERIOD_MS = 1000 * PERIOD_SECONDS
/** The load of a store goes over it for some hours of every day. */
const CONTRACTED_KW = 28
/** How long Dogwood's terminal has been silent. */
const SILENT_MS = hours(3)
/** Cedar's freezer does not answer in this part of every day. */
const isMute = (at: number) => (at / hours(1)) % 24 < 1

/** Five stores with three days of readings and the figures of these days; some of them in trouble. */
export async function plantSmallFleet(database: Database, clock: Clock): Promise<TinyFleet> {
  const now = clock.now()
  const fleet = await insertTinyFleet(database.kysely, now)
  const quay = await insertQuayStore(database.kysely, fleet, now)
  await database.kysely
    .updateTable('device')
    .set({ commissionedAt: epochMs(now - days(HISTORY_DAYS)) })
    .execute()
  await insure(database.kysely, fleet, quay, now)
  await database.kysely
    .updateTable('device')
    .set({ contractedKw: CONTRACTED_KW })
    .where('type', '=', 'main_meter')
    .execute()
  const session = await database.openSession(stageTables)
  for (const store of Object.values(fleet.stores)) {
    const until = epochMs(store === fleet.stores.dogwood ? now - SILENT_MS : now)
    await writeStore(session, store, until, store === fleet.stores.cedar ? isMute : () => false, now)
  }
  await writeQuayStore(session, quay, now)
  await session.close()
  const schedule = await startSchedule({ database, clock, log: pino({ level: 'error' }) })
  await schedule.minute()
  await schedule.close()
  await insertOpenAlarms(database.kysely, fleet, now)
  await insertPastNotices(database.kysely, now)
  await insertClosedAlarms(database.kysely, fleet, now)
  await insertPastTasks(database.kysely, now)
  await insertPastWarning(database.kysely, fleet, now)
  await insertFieldTrouble(database.kysely, fleet, now)
  return fleet
}

/** An insured device in three stores: one that has run out, one that soon will, and one with much time left. */
async function insure(db: Db, { stores }: TinyFleet, quay: QuayStore, now: EpochMs): Promise<void> {
  const cover = (storeId: StoreId, device: TinyDevice, zone: TemperatureZone, daysLeft: number) => ({
    storeId,
    deviceId: device.deviceId,
    zone,
    firstOn: localDate('2025-01-01'),
    lastOn: addDays(localDateOf('Asia/Taipei', now), daysLeft),
  })
  await insertCoverages(db, [
    cover(stores.alder.storeId, stores.alder.freezer, 'FZ', 400),
    cover(stores.cedar.storeId, stores.cedar.freezer, 'FZ', 12),
    ...quay.cases.map((one) => cover(quay.storeId, one, 'C4', -3)),
  ])
}

async function writeStore(
  session: Session,
  store: TinyStore,
  until: EpochMs,
  isMuteAt: (at: number) => boolean,
  now: EpochMs,
): Promise<void> {
  const at = cyclesUntil(until, now)
  const air = at.filter((instant) => !isMuteAt(instant))
  const freezer = history(store, store.freezer, air, {
    values: [Float32Array.from(air, airC), Float32Array.from(air, isDefrosting)],
    counters: [],
  })
  const meter = history(store, store.meter, at, {
    values: [Float32Array.from(at, powerKw)],
    counters: [Float64Array.from(at, energyKwh)],
  })
  await writeScans(session, [freezer, meter], now)
  await writeAlive(session, store, at, until)
}

async function writeQuayStore(session: Session, store: QuayStore, now: EpochMs): Promise<void> {
  const at = cyclesUntil(now, now)
  const columns = {
    values: [Float32Array.from(at, chilledAirC), Float32Array.from(at, isCompressorOn)],
    counters: [],
  }
  const blocks = store.cases.map((device) => history(store, device, at, columns))
  await writeScans(session, blocks, now)
  await writeAlive(session, store, at, now)
}

function cyclesUntil(until: EpochMs, now: EpochMs): Float64Array {
  const first = Math.ceil((now - days(HISTORY_DAYS)) / PERIOD_MS) * PERIOD_MS
  const count = Math.floor((until - first) / PERIOD_MS)
  return Float64Array.from({ length: count }, (_, i) => first + i * PERIOD_MS)
}

async function writeAlive(
  session: Session,
  store: Pick<TinyStore, 'storeId' | 'terminalId'>,
  at: Float64Array,
  until: EpochMs,
): Promise<void> {
  const alive: MutableAliveMinutes = new Map()
  markAliveThrough(alive, { startAt: epochMs(at[0] ?? until), endAt: until })
  await writeAliveMinutes(session, store, alive)
}

function history(
  { storeId }: Pick<TinyStore, 'storeId'>,
  { deviceId, pointListId, pointIds }: TinyDevice,
  at: Float64Array,
  columns: Pick<HistoryBlock, 'values' | 'counters'>,
): HistoryBlock {
  const counted = columns.counters.length
  return {
    storeId,
    deviceId,
    pointListId,
    periodSeconds: PERIOD_SECONDS,
    counterPoints: pointIds.slice(0, counted),
    valuePoints: pointIds.slice(counted),
    at,
    ...columns,
    quality: null,
  }
}

/** Keeps three of the four terminals online and sends a cycle of each now, and then one per poll period. */
export async function keepAlive(
  fleet: TinyFleet,
  brokerPort: number,
  clock: Clock,
): Promise<() => Promise<void>> {
  const { alder, birch, cedar } = fleet.stores
  const terminals = await Promise.all(
    [alder, birch, cedar].map(async (store) => ({
      store,
      terminal: await connectTerminal(brokerPort, store.terminalId),
      epoch: randomBytes(5).toString('hex').slice(0, 8),
    })),
  )
  let sequence = 0
  const send = async () => {
    const at = epochMs(Math.floor(clock.now() / PERIOD_MS) * PERIOD_MS)
    for (const { store, terminal, epoch } of terminals) {
      for (const readings of [
        readingsOf(store.freezer, [airC, isDefrosting], at),
        readingsOf(store.meter, [energyKwh, powerKw], at),
      ]) {
        sequence += 1
        await terminal.say('live', writeReadings({ epoch, sequence, at, revision: 1, readings }))
      }
    }
  }
  for (const { terminal } of terminals) await reportOnline(terminal, clock.now())
  await send()
  const timer = setInterval(() => void send(), minutes(5))
  return async () => {
    clearInterval(timer)
    await Promise.all(terminals.map(({ terminal }) => terminal.client.endAsync(true)))
  }
}

function readingsOf(device: TinyDevice, values: readonly ((at: number) => number)[], at: EpochMs): Reading[] {
  return device.pointIds.flatMap((pointId, index) => {
    const value = values[index]?.(at)
    return value === undefined ? [] : [{ pointId, at, value, quality: quality.good }]
  })
}

async function reportOnline(terminal: TestTerminal, at: EpochMs): Promise<void> {
  await terminal.say('st', {
    v: 1,
    on: 1,
    cn: randomBytes(4).toString('hex'),
    at,
    prog: '1.0.0',
    cfg: 1,
    q: { n: 0, old: null },
    up: 60,
  })
}

const isDefrosting = (at: number) => ((at / hours(1)) % 8 < 0.5 ? 1 : 0)
const airC = (at: number) => -21 + Math.sin(at / minutes(20)) + 6 * isDefrosting(at)
const isCompressorOn = (at: number) => (Math.sin(at / minutes(20)) > 0 ? 1 : 0)
const chilledAirC = (at: number) => 4 + Math.sin(at / minutes(20))
const powerKw = (at: number) => 24 + 8 * Math.sin(at / hours(4))
const energyKwh = (at: number) => Math.round((at % days(400)) / minutes(2.5))
