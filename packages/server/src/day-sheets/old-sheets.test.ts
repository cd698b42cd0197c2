import { randomUUID } from 'node:crypto'
import { epochMs, hours } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type CorrectionRig, correctionRig } from '../testing/correction-rig'
import { insertPerson } from '../testing/insert-person'
import { describeEachKind, testDatabase } from '../testing/test-database'

const YESTERDAY = '2026-11-19'

describeEachKind('sheets whose readings are gone', (kind) => {
  let database: Database
  let rig: CorrectionRig
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await correctionRig(database)
    for (const name of ['keeper', 'kept', 'gone'])
      await insertPerson(rig.server, name, rig.server.fleet.north, ['4-3'])
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  const storeId = () => String(rig.server.fleet.stores.alder.storeId)
  const read = async (as: string, on = YESTERDAY) =>
    (await rig.server.send('GET', `/api/v2/day-sheets/sheet?storeid=${storeId()}&date=${on}`, { as })).body
  const figures = (view: { rows: Record<string, unknown>[] }) =>
    view.rows.map((row) => [row.in_limits, row.out_of_limits, row.unknown, row.has_late_readings])
  const marks = ({ checks, marks: ofSheet }: { checks: { marks: string[] }[]; marks: string[] }) => [
    checks.map((check) => check.marks),
    ofSheet,
  ]
  /** Beside food at 4 and air at 5 °C. */
  const measure = async (...values: number[]) => {
    const place = { storeid: storeId(), position: 1, name: 'Dairy', device: String(rig.chilled.deviceId) }
    const places = [{ ...place, zone: null, low_c: null, high_c: null }]
    await rig.server.send('POST', '/api/v2/hand-checks/places', { as: 'keeper', body: { places } })
    const listed = await rig.server.send('GET', `/api/v2/hand-checks/places?storeid=${storeId()}`, {
      as: 'keeper',
    })
    for (const [index, value] of values.entries()) {
      const at = new Date(
        dayPeriod('Asia/Taipei', localDate(YESTERDAY)).startAt + hours(8 + index),
      ).toISOString()
      const body = {
        ...{ id: randomUUID(), round_id: randomUUID(), place_id: listed.body.places[0].id, value_c: value },
        ...{ taken_at: at, entered_at: at },
      }
      expect((await rig.server.send('POST', '/api/v2/hand-checks', { as: 'keeper', body })).status).toBe(200)
    }
  }
  const csv = async (as: string) =>
    (
      await rig.server.send(
        'GET',
        `/api/v2/day-sheets/csv?depart-id=all&storeid=${storeId()}&start=${YESTERDAY}&end=${YESTERDAY}`,
        { as, headers: { language: 'en' } },
      )
    ).text

  test('show what was judged, and that it is not known any more whether readings came late', async () => {
    await measure(4.2, 8.3, 1)
    const { digest, now } = await read('keeper')
    expect(marks(now)).toEqual([[[], ['contradicts_sensor'], ['contradicts_sensor']], ['contradicts_sensor']])
    const body = { storeid: storeId(), date: YESTERDAY, digest, until: now.until }
    expect((await rig.server.send('POST', '/api/v2/day-sheets/sign', { as: 'keeper', body })).status).toBe(
      200,
    )
    // the last day of the 24th month after it
    rig.server.clock.set(epochMs(Date.UTC(2028, 10, 30, 12)))
    const kept = await read('kept')
    expect(kept.are_readings_kept).toBe(true)
    expect(figures(kept.now)).toEqual([
      [1385, 0, 55, false],
      [1315, 70, 55, false],
    ])
    // a day leans on the one before it: the first two of the oldest month have lost a part of that
    const edge = await Promise.all(
      ['2026-11-01', '2026-11-02', '2026-11-03'].map(
        async (on) => (await read('kept', on)).are_readings_kept,
      ),
    )
    expect(edge).toEqual([false, false, true])
    rig.server.clock.set(epochMs(Date.UTC(2028, 11, 1, 12)))
    await rig.server.db.deleteFrom('scan').execute()
    const gone = await read('gone')
    expect(gone.are_readings_kept).toBe(false)
    expect(figures(gone.now)).toEqual([
      [1385, 0, 55, null],
      [1315, 70, 55, null],
    ])
    expect(figures(gone.signed.sheet)).toEqual(figures(kept.signed.sheet))
    // what differed from the probe was seen when it was signed
    expect(marks(gone.now)).toEqual(marks(now))
    const file = await csv('gone')
    expect(file).toContain('The readings of this day are no longer kept.')
    expect(file).toContain('nor which values differ from the fixed probe')
    expect(file.match(/out of limits; no corrective note; differs from the fixed probe/g)).toHaveLength(1)
  })

  test('a part of the day that is still there does not stand for the whole', async () => {
    // from 10:00 on: two hours at 4 °C
    await rig.readLate(`${YESTERDAY}T10:00`, Array(24).fill(4))
    const { now } = await read('gone')
    expect(figures(now)).toContainEqual([1315, 70, 55, null])
  })
})
