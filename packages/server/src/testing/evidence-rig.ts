import type { DownloadId, PointId } from '@coldkeep/domain/ids'
import type { Scan } from '@coldkeep/domain/points/scan'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { judgeScans, lockWatched, noAlarms, writeJudged } from '../alarms/step-scans'
import { insertCoverages } from '../analysis/temperature-day-queries'
import type { Database } from '../db/connect'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { stageTables } from '../storage/staging-queries'
import { insertDevice } from './plant/plant-devices'
import { writeScans } from './plant/write-history'
import { NOON, type TestServer, testServer } from './test-server'
import type { TinyDevice } from './tiny-fleet'

/** Yesterday in Taipei. */
const EVIDENCE_DAY = localDate('2026-11-19')
const DAY = dayPeriod('Asia/Taipei', EVIDENCE_DAY)

/** The real server with a day of readings of two insured devices of the store Alder. */
export interface EvidenceRig {
  readonly server: TestServer
  /**
   * Food at 4 °C, but 7.4 °C from 10:00 to 11:10, read every five minutes but from 14:00 to 15:00; at 16:00 its probe
   * does not answer. A defrost from 12:00 to 12:20, after which the air of 9 °C is at 5 °C again at 12:45.
   */
  readonly chilled: TinyDevice
  /** −20 °C throughout, without food probe. */
  readonly freezer: TinyDevice
  readonly foodPointId: PointId
  /** Orders a pack as the page does, and makes it. */
  order(query?: { as?: string; start?: string; end?: string; language?: string }): Promise<DownloadId>
  /** The file of an order, through its link. */
  fetch(id: DownloadId, as?: string): Promise<Buffer>
  close(): Promise<void>
}

export async function evidenceRig(database: Database): Promise<EvidenceRig> {
  const server = await testServer({ database: database.kysely })
  const { db, fleet } = server
  const { alder } = fleet.stores
  const chilled = await insertDevice(db, {
    storeId: alder.storeId,
    terminalId: alder.terminalId,
    name: '冷藏櫃=1',
    type: 'doored_case',
    zone: 'C7',
    modelId: await insertDeviceModel(db, 'Carel', 'IR33'),
    unitId: 2,
    commissionedAt: epochMs(Date.UTC(2026, 9, 1)),
    periodSeconds: 300,
    revision: 1,
    points: [
      { name: 'Air', kind: 'air_temperature', unit: '°C' },
      { name: 'Food', kind: 'product_temperature', unit: '°C' },
      { name: 'Defrost', kind: 'defrost', unit: '' },
    ],
  })
  const insured = {
    storeId: alder.storeId,
    firstOn: localDate('2026-01-01'),
    lastOn: localDate('2026-12-05'),
  }
  await insertCoverages(db, [
    { ...insured, deviceId: chilled.deviceId, zone: 'C7' },
    { ...insured, deviceId: alder.freezer.deviceId, zone: 'FZ' },
  ])
  // Before the readings are there: afterwards they would be late.
  await raiseAlarm(server, chilled)
  const session = await database.openSession(stageTables)
  const at = (minute: number) => DAY.startAt + minutes(minute)
  const isKnown = (minute: number) => minute < 840 || minute >= 900
  const cycles = Array.from({ length: (1440 + 120) / 5 }, (_, index) => -120 + 5 * index).filter(isKnown)
  const column = (value: (minute: number) => number) => Float32Array.from(cycles, value)
  const about = { storeId: alder.storeId, periodSeconds: 300, counterPoints: [], counters: [] }
  const good = new Uint8Array(cycles.length)
  const times = Float64Array.from(cycles, at)
  await writeScans(
    session,
    [
      {
        ...about,
        ...{ deviceId: chilled.deviceId, pointListId: chilled.pointListId, valuePoints: chilled.pointIds },
        at: times,
        values: [
          column((minute) => (minute >= 720 && minute < 765 ? 9 : 5)),
          column((minute) => (minute === 960 ? Number.NaN : minute >= 600 && minute < 670 ? 7.4 : 4)),
          column((minute) => Number(minute >= 720 && minute < 740)),
        ],
        quality: [good, Uint8Array.from(cycles, (minute) => (minute === 960 ? 1 : 0)), good],
      },
      {
        ...about,
        ...{ deviceId: alder.freezer.deviceId, pointListId: alder.freezer.pointListId },
        valuePoints: alder.freezer.pointIds,
        at: times,
        values: [column(() => -20), column(() => 0)],
        quality: null,
      },
    ],
    NOON,
  )
  await session.close()
  return {
    server,
    chilled,
    freezer: alder.freezer,
    foodPointId: chilled.pointIds[1] as PointId,
    async order({ as = 'admin', start = EVIDENCE_DAY, end = start, language = 'en' } = {}) {
      const body = { store_id: String(alder.storeId), start: `${start}T00:00:00`, end: `${end}T23:59:59` }
      const sent = { as, body, headers: { language } }
      const ordered = await server.send('POST', '/api/v2/qa-temp/dl', sent)
      if (ordered.status !== 200) throw new Error(ordered.text)
      await server.makeDownloads()
      return ordered.body.id
    },
    async fetch(id, as = 'admin') {
      const { body } = await server.send('POST', `/api/v2/downloads/${id}/link`, { as })
      const answer = await server.app.inject({ method: 'GET', url: body.url })
      return answer.rawPayload
    },
    close: () => server.close(),
  }
}

/** Food above 7 °C from 10:00 on, judged as it would be when it comes in; Ada acknowledges at noon of the next day. */
async function raiseAlarm(server: TestServer, chilled: TinyDevice): Promise<void> {
  const { alder } = server.fleet.stores
  for (let minute = 595; minute <= 680; minute += 5) {
    const when = epochMs(DAY.startAt + minutes(minute))
    const scan: Scan = {
      ...{ storeId: alder.storeId, deviceId: chilled.deviceId, pointListId: chilled.pointListId },
      ...{ at: when, receivedAt: when, counters: new Float64Array(), quality: null },
      values: Float32Array.of(5, minute >= 600 && minute < 670 ? 7.4 : 4, 0),
    }
    const step = await server.db.transaction().execute(async (trx) => {
      const watched = await lockWatched(trx, server.alarms.watches, [scan], when)
      return watched === null ? noAlarms : writeJudged(trx, watched, judgeScans(watched, [scan]), when)
    })
    step.committed()
  }
}
