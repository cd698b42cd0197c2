import type { DeviceId } from '@coldkeep/domain/ids'
import { epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { upsertHealthStoreDays } from '../analysis/health-queries'
import { packTenths } from '../analysis/median-tenths'
import { refreshInsurance } from '../analysis/store-insurance-queries'
import { addAudit, SERVER } from '../audit/add-audit'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { insertConnectionDay } from './connection-days'
import { alarmWriter } from './notice-rig'
import { insertDevice } from './plant/plant-devices'
import {
  insertOperationDay,
  insertScores,
  insertTemperatureDay,
  insertTemperatureStoreDay,
} from './result-days'
import type { TestServer } from './test-server'
import { insertFurtherStore, type TinyDevice, type TinyStore } from './tiny-fleet'
import { plantRecords } from './twin-records'
import { plantUpdates } from './twin-updates'

/** What one of two sites has that is not seen: so many devices in a store, by how much their figures are greater, */
export interface Unseen {
  readonly devices: number
  readonly factor: number
  /** and stores, each of a department of its own, where the unseen is elsewhere. */
  readonly furtherStores: readonly string[]
}

const FIRST = localDate('2026-11-14')
const DAYS = 7

/** Figures of everything that both sites have alike, and then of what only their numbers tell apart. */
export async function plantSite(
  server: TestServer,
  where: 'withheld' | 'elsewhere',
  { devices, factor, furtherStores }: Unseen,
): Promise<readonly DeviceId[]> {
  const { db, fleet, clock } = server
  const { alder, birch, cedar, dogwood } = fleet.stores
  for (const store of [alder, birch]) {
    await plantDays(server, store, store.freezer, 1)
    await plantEvents(server, store, store.freezer, 1)
    await plantRecords(server, store, 1)
  }
  const stores = where === 'withheld' ? [alder, birch] : [cedar, dogwood]
  if (where === 'elsewhere') {
    for (const name of furtherStores) stores.push(await insertFurtherStore(db, fleet, name, clock.now()))
  }
  await plantUpdates(server, where === 'elsewhere' ? stores : [], factor)
  const unseen: DeviceId[] = []
  for (const store of stores) {
    if (where === 'elsewhere') await plantRecords(server, store, factor + 1)
    for (let place = 0; place < devices; place++) {
      const room = await insertRoom(server, store, place, factor)
      unseen.push(room.deviceId)
      await plantDays(server, store, room, factor + 1)
      await plantEvents(server, store, room, factor + 1)
    }
  }
  return unseen
}

/** A walk-in room at 4 °C: withheld from whom either is withheld from. */
async function insertRoom(
  { db }: TestServer,
  { storeId, terminalId }: TinyStore,
  place: number,
  factor: number,
): Promise<TinyDevice> {
  return insertDevice(db, {
    storeId,
    terminalId,
    name: `Unseen room ${place} of ${factor}`,
    type: 'walk_in',
    zone: 'C4',
    // models are everybody's
    modelId: await insertDeviceModel(db, 'Nordwind', 'Room'),
    unitId: 100 + place,
    commissionedAt: epochMs(Date.UTC(2026, 9, 1)),
    periodSeconds: 300,
    revision: 1,
    points: [
      { name: 'Air', kind: 'air_temperature', unit: '°C' },
      { name: 'Defrost', kind: 'defrost', unit: '' },
    ],
  })
}

async function plantDays(
  { db, clock }: TestServer,
  { storeId }: TinyStore,
  { deviceId }: TinyDevice,
  factor: number,
): Promise<void> {
  for (let day = 0; day < DAYS; day++) {
    const on = addDays(FIRST, day)
    await insertConnectionDay(db, storeId, deviceId, on, {
      ok: 280,
      deviceLost: factor,
      hostLost: 2 * factor,
    })
    const verdict = factor === 1 ? ('protected' as const) : ('breach' as const)
    await insertTemperatureDay(db, storeId, deviceId, on, { steadyC: -20 + factor, verdict })
    await insertTemperatureStoreDay(db, storeId, on, {
      protected: 1,
      breach: factor - 1,
      coveredMinutes: 1440 * factor,
    })
    const cooling = { cooling: 100 * factor, standby: 500, runs: 9 * factor, longestRunMinutes: 60 * factor }
    await insertOperationDay(db, storeId, deviceId, on, { ...cooling, compressorMinutes: 100 * factor })
    const judged = { score: 90 - 10 * factor, class: factor === 1 ? ('good' as const) : ('poor' as const) }
    const firstAt = later(clock.now(), -hours(24 * (DAYS - day)))
    await insertScores(db, storeId, deviceId, { on, firstAt, scores: [90 - 10 * factor] })
    await db
      .updateTable('healthDay')
      .set({ ...judged, medianScore: judged.score })
      .where('deviceId', '=', deviceId)
      .execute()
    const none = { good: 0, fair: 0, watch: 0, poor: 0, noScore: 0 }
    await upsertHealthStoreDays(db, [
      {
        storeId,
        on,
        ...none,
        good: 1,
        poor: factor - 1,
        medianTenths: packTenths([judged.score]),
        computedAt: clock.now(),
      },
    ])
  }
  const until = { firstOn: '2026-01-01', lastOn: factor === 1 ? '2026-12-31' : '2026-11-30' }
  await db
    .insertInto('insuredCoverage')
    .values({ storeId, deviceId, zone: 'FZ', ...until } as never)
    .execute()
  await refreshInsurance(db, [storeId])
}

async function plantEvents(
  server: TestServer,
  store: TinyStore,
  device: TinyDevice,
  factor: number,
): Promise<void> {
  const { db, clock } = server
  const { storeId } = store
  const { deviceId, pointListId } = device
  const now = clock.now()
  for (let one = 0; one < factor; one++)
    await alarmWriter(db, clock).raise({ ...store, freezer: device }, 'critical')
  await db
    .insertInto('latest')
    .values({
      storeId,
      deviceId,
      pointListId,
      at: later(now, factor),
      values: [61.73 * factor, 0],
      counters: [],
      quality: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const score = 90 - 10 * factor
  const health = { scoredAt: now, score, class: factor === 1 ? 'good' : 'poor', noScore: null, hint: null }
  const course = {
    baselineFrom: null,
    baseline: null,
    frozenOn: null,
    intensity: null,
    usualScore: null,
    watch: null,
  }
  await db
    .insertInto('deviceHealth')
    .values({ storeId, deviceId, ...health, ...course, losses: JSON.stringify([]), computedAt: now } as never)
    .execute()
  const raised = { kind: 'score', raisedAt: later(now, -hours(factor)), value: score, limitValue: 60 }
  const open = { judgedMinutes: 60, score, clearedAt: null, reason: null }
  await db
    .insertInto('earlyWarning')
    .values({ storeId, deviceId, ...raised, ...open } as never)
    .execute()
  const entry = { at: now, by: SERVER, storeId, deviceIds: [deviceId], kind: 'equipment.change' }
  await addAudit(db, {
    ...entry,
    subject: String(deviceId),
    detail: { name: 61.73 * factor },
    outcome: 'done',
  })
}
