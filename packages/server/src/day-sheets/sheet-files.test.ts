import { randomUUID } from 'node:crypto'
import type { StoreId } from '@coldkeep/domain/ids'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { hasPoppler, readPdf, WITHOUT_POPPLER } from '../testing/poppler'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'

const YESTERDAY = '2026-11-19'
const DAY = dayPeriod('Asia/Taipei', localDate(YESTERDAY))
const instant = (at: number) => new Date(at).toISOString()
/** On the clock of the store, whose zone has no summer time. */
const local = (at: number) => `${instant(at + hours(8)).slice(0, 19)}+08:00`

describeEachKind('daily sheets as files', (kind) => {
  let database: Database
  let rig: EvidenceRig
  let storeId: number
  let digest: string
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    const { server } = rig
    const { db, fleet } = server
    storeId = fleet.stores.alder.storeId
    for (const name of ['keeper', 'second']) await insertPerson(server, name, fleet.north, ['4-3'])
    await insertPerson(server, 'stranger', fleet.south, ['4-3'])
    const narrow = await insertPerson(server, 'narrow', fleet.north, ['4-3'])
    const equipment = await insertEquipmentType(db, 'No walk-in rooms', { sees: ['c4'], writes: [] })
    await db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId: equipment, given: ['c4'] })
      .execute()
    await db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', rig.freezer.deviceId)
      .execute()
    await insertBreach()
    const place = { storeid: String(storeId), position: 1, name: '=Dairy', device: null, zone: 'C7' }
    await post('/api/v2/hand-checks/places', { places: [{ ...place, low_c: null, high_c: null }] })
    await enter({ value_c: -3.6, note: '@moved', entered_at: instant(DAY.startAt + hours(11)) })
    const { body: shown } = await get(`day-sheets/sheet?storeid=${storeId}&date=${YESTERDAY}`)
    digest = shown.digest
    const signed = { storeid: String(storeId), date: YESTERDAY, digest }
    await post('/api/v2/day-sheets/sign', { ...signed, until: shown.now.until })
    await post('/api/v2/day-sheets/review', { ...signed, note: 'looks right' }, 'second')
    server.clock.advance(hours(1))
    await enter({
      value_c: 5,
      taken_at: instant(DAY.startAt + hours(10)),
      entered_at: instant(DAY.startAt + hours(10)),
    })
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  const get = (address: string, as = 'keeper', language = 'en') =>
    rig.server.send('GET', `/api/v2/${address}`, { as, headers: { language } })
  const post = async (path: string, body: object, as = 'keeper') => {
    const answer = await rig.server.send('POST', path, { as, body })
    expect([path, answer.status, answer.text]).toMatchObject([path, 200, expect.anything()])
  }
  const enter = async (more: object) => {
    const { body } = await get(`hand-checks/places?storeid=${storeId}`)
    const takenAt = instant(DAY.startAt + hours(9))
    const times = { taken_at: takenAt, entered_at: takenAt }
    const ids = { id: randomUUID(), round_id: randomUUID(), place_id: body.places[0].id }
    await post('/api/v2/hand-checks', { ...ids, ...times, ...more })
  }
  const insertBreach = async () => {
    const startedAt = later(DAY.startAt, hours(10))
    const endedAt = later(startedAt, minutes(70))
    await rig.server.db
      .insertInto('breach')
      .values({
        ...{ storeId: rig.server.fleet.stores.alder.storeId, deviceId: rig.chilled.deviceId, zone: 'C7' },
        ...{ firstOn: localDate(YESTERDAY), startedAt, endedAt, through: endedAt },
        ...{ minutes: 70, degreeMinutes: 28, extremeC: 7.4, limitC: 7, state: 'unwritten', writerId: null },
        ...{ recordedAt: NOON, openedAt: NOON, closedAt: null, remindedAt: null },
      })
      .execute()
  }
  const url = (form: 'csv' | 'pdf', store: number | 'all', start = YESTERDAY, end = start) =>
    form === 'csv'
      ? `day-sheets/csv?depart-id=all&storeid=${store}&start=${start}&end=${end}`
      : `day-sheets/pdf?storeid=${store}&start=${start}&end=${end}`
  const csv = async (store: number | 'all', start?: string, end?: string, as?: string) => {
    const answer = await get(url('csv', store, start, end), as)
    return { ...answer, rows: answer.status === 200 ? (parse(answer.text, { bom: true }) as string[][]) : [] }
  }
  const codeOf = async (address: string, as?: string) => {
    const { status, body } = await get(address, as)
    return [status, body?.code]
  }

  test('CSV: the day itself, who stands for it, then all that is in it, as on the page', async () => {
    const { rows, text, headers } = await csv(storeId)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(rows[0]?.slice(3, 11)).toEqual([
      ...['Record', 'Device', 'Zone', 'Lower limit °C', 'Upper limit °C'],
      ...['In limits min', 'Out of limits min', 'Unknown min'],
    ])
    expect(rows.slice(1).every((row) => row.slice(0, 3).join() === `N001,Alder Street,${YESTERDAY}`)).toBe(
      true,
    )
    const known = rows.slice(1).map((row) => row.slice(3).filter((cell) => cell !== ''))
    const at = '2026-11-20T12:00:00+08:00'
    expect(known).toEqual([
      ['Sheet', '2700', '70', '110', '2026-11-20T00:00:00+08:00'],
      ['Signature', at, 'keeper', 'with readings until 2026-11-20 00:00', digest],
      ['Review', at, 'second', 'looks right'],
      [
        'Equipment',
        'Freezer 1',
        expect.any(String),
        '-18',
        '1385',
        '0',
        '55',
        '-20',
        '-20',
        'estimated from the air',
      ],
      // a name that a spreadsheet would not run, and one that it would
      ['Equipment', '冷藏櫃=1', expect.any(String), '0', '7', '1315', '70', '55', '4', '7.4', '1 open alarm'],
      [
        ...['Measured by hand', "'=Dairy", '0', '7', '-3.6', '2026-11-19T09:00:00+08:00', 'keeper'],
        'out of limits; @moved; late: entered 11:00',
      ],
      [
        ...['Measured by hand', "'=Dairy", '0', '7', '5', local(DAY.startAt + hours(10)), 'keeper'],
        'late: came after signing, 2026-11-20 13:00',
      ],
      expect.arrayContaining(['Alarm', '冷藏櫃=1', local(DAY.startAt + hours(10))]),
      ['Open breach', '冷藏櫃=1', local(DAY.startAt + hours(10)), expect.stringMatching(/^B-\d{6}$/)],
    ])
  })

  test('a month of all stores of a department: each begun day has its line, a blank one too', async () => {
    const { rows } = await csv('all', '2026-11-01', '2026-11-30')
    const sheets = rows.filter((row) => row[3] === 'Sheet').map((row) => `${row[0]} ${row[2]}`)
    const dates = Array.from({ length: 20 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
    expect(sheets).toEqual(['N001', 'N002'].flatMap((code) => dates.map((date) => `${code} ${date}`)))
    const blank = rows.filter((row) => row[2] === '2026-11-18' && row[3] === 'Sheet')
    expect(blank.map((row) => row.at(-2))).toEqual(['Not signed yet', 'Not signed yet'])
    // each day of the file is the day by itself
    const { rows: alone } = await csv(storeId)
    expect(rows.filter((row) => row[0] === 'N001' && row[2] === YESTERDAY)).toEqual(alone.slice(1))
  })

  test('withheld equipment stays out of both, and both say that they are partial', async ({ skip }) => {
    const { rows, text } = await csv(storeId, YESTERDAY, YESTERDAY, 'narrow')
    expect(text).not.toContain('Freezer')
    const partial = 'Partial: equipment that is withheld from the reader is not in it.'
    expect(rows[1]?.slice(3).filter(Boolean).slice(0, 4)).toEqual(['Sheet', '1315', '70', '55'])
    expect(rows[1]?.at(-2)).toBe(partial)
    expect((await csv(storeId)).text).not.toContain('Partial')
    // of a store without such equipment nothing is withheld
    const { rows: all } = await csv('all', YESTERDAY, YESTERDAY, 'narrow')
    expect(all.filter((row) => row[3] === 'Sheet').map((row) => row.at(-2)?.includes(partial))).toEqual([
      true,
      false,
    ])
    skip(!hasPoppler, WITHOUT_POPPLER)
    const pages = (await readPdf((await get(url('pdf', storeId), 'narrow')).bytes)).text
    expect(pages).toContain(partial)
    expect(pages).not.toContain('Freezer')
  })

  test('alarms of equipment that was not there on the day have its name', async () => {
    const { db } = rig.server
    const remove = (removedAt: typeof DAY.startAt | null) =>
      db.updateTable('device').set({ removedAt }).where('deviceId', '=', rig.chilled.deviceId).execute()
    await remove(DAY.startAt)
    try {
      const { rows } = await csv(storeId)
      const named = rows.filter((row) => row[4] === '冷藏櫃=1').map((row) => row[3])
      expect(named).toEqual(['Alarm', 'Open breach'])
    } finally {
      await remove(null)
    }
  })

  test('stores of others are in no file; too many days, reversed ones and days to come are refused', async () => {
    expect(await codeOf(url('csv', storeId), 'stranger')).toEqual([404, 'store.unknown'])
    expect(await codeOf(url('pdf', storeId), 'stranger')).toEqual([404, 'store.unknown'])
    const { rows } = await csv('all', YESTERDAY, YESTERDAY, 'stranger')
    expect(rows.filter((row) => row[3] === 'Sheet').map(([code]) => code)).toEqual(['S001', 'S002'])
    expect(new Set(rows.slice(1).map(([code]) => code))).toEqual(new Set(['S001', 'S002']))
    for (const form of ['csv', 'pdf'] as const) {
      const of = (start: string, end: string) => codeOf(url(form, storeId, start, end))
      expect(await of('2026-10-01', '2026-11-01')).toEqual([400, 'period.too_long'])
      expect(await of('2026-11-02', '2026-11-01')).toEqual([400, 'period.reversed'])
    }
    expect(await codeOf(url('pdf', storeId, '2026-11-21'))).toEqual([409, 'sheet.not_begun'])
    expect((await csv(storeId, '2026-11-21')).rows).toHaveLength(1)
  })

  test('a file is of at most 50 stores', async () => {
    const { db, fleet } = rig.server
    const { north } = fleet
    const [like] = await db
      .selectFrom('store')
      .selectAll()
      .where('storeId', '=', fleet.stores.alder.storeId)
      .execute()
    const more = Array.from({ length: 49 }, (_, index) => ({
      ...(like as NonNullable<typeof like>),
      storeId: (9000 + index) as StoreId,
      code: `X${index}`,
      departmentId: north,
    }))
    await db.insertInto('store').values(more).execute()
    try {
      expect(await codeOf(url('csv', 'all'))).toEqual([400, 'sheet.too_many_stores'])
      expect((await csv(storeId)).status).toBe(200)
    } finally {
      await db.deleteFrom('store').where('code', 'like', 'X%').execute()
    }
  })

  test('PDF of a day in four languages: as it was signed, who stands for it, what came later, what is open', async ({
    skip,
  }) => {
    const answer = await get(url('pdf', storeId))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    skip(!hasPoppler, WITHOUT_POPPLER)
    for (const [language, ...words] of [
      [
        'en',
        'Signed by keeper',
        'Reviewed by second',
        'late: entered 11:00',
        'What came after signing',
        'Open breaches',
      ],
      [
        'ja',
        'keeper が署名',
        'second が確認',
        '遅れ：11:00 に入力',
        '署名後に届いた内容',
        '未完了の保証逸脱',
      ],
      ['zh-TW', 'keeper 簽核', 'second 複核', '遲：11:00 輸入', '簽核後才收到的內容', '未結案的未達標事件'],
      ['zh-CN', 'keeper 签核', 'second 复核', '迟：11:00 输入', '签核后才收到的内容', '未结案的未达标事件'],
    ] as const) {
      const { text, fonts } = await readPdf((await get(url('pdf', storeId), 'keeper', language)).bytes)
      const plain = text.replaceAll(/\s+/g, ' ')
      for (const word of [...words, digest, 'N001 Alder Street', '冷藏櫃=1', '1,315', 'looks right'])
        expect(plain).toContain(word)
      expect(plain).toMatch(/B-\d{6} 冷藏櫃=1 2026-11-19 10:00/)
      // each is embedded, and brings the letters to the characters
      for (const row of fonts) expect(row).toMatch(/ yes yes yes /)
    }
  }, 60_000)

  test('PDF of a month: first what became of each day, then each day; pages are numbered', async ({
    skip,
  }) => {
    skip(!hasPoppler, WITHOUT_POPPLER)
    const { text } = await readPdf((await get(url('pdf', storeId, '2026-11-01', '2026-11-30'))).bytes)
    const pages = text.split('\f').slice(0, -1)
    const [cover = ''] = pages
    expect(cover).toContain('2026-11-01 to 2026-11-20')
    expect(cover).toMatch(/2026-11-19\s+keeper\s+second\s+70\s+110\s+2\s+1\s+1/)
    expect(cover).toMatch(/2026-11-18\s+Not signed yet/)
    for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / ${pages.length}`)
    expect(pages.filter((page) => /^\s*Daily sheet.*\n+\s*2026-11-\d\d\n/.test(page))).toHaveLength(20)
  }, 60_000)
})
