import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { insertPerson } from '../testing/insert-person'
import { hasPoppler, readPdf, WITHOUT_POPPLER } from '../testing/poppler'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'

const YESTERDAY = localDate('2026-11-19')
const DAY = dayPeriod('Asia/Taipei', YESTERDAY)

describeEachKind('a day that was signed at 08:30, later', (kind) => {
  let database: Database
  let rig: EvidenceRig
  let storeId: number
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    const { server } = rig
    storeId = server.fleet.stores.alder.storeId
    for (const name of ['keeper', 'reader']) await insertPerson(server, name, server.fleet.north, ['4-3'])
    const ids = await insertBreaches()
    server.clock.set(later(DAY.startAt, minutes(510)))
    const { digest, now } = await sheet('keeper')
    const body = { storeid: String(storeId), date: YESTERDAY, digest, until: now.until }
    const answer = await server.send('POST', '/api/v2/day-sheets/sign', { as: 'keeper', body })
    expect(answer.status).toBe(200)
    server.clock.set(NOON)
    const { db } = server
    for (const [index, breachId] of ids.slice(0, 2).entries())
      await db
        .updateTable('breach')
        .set({ state: index === 0 ? 'void' : 'closed', closedAt: NOON })
        .where('breachId', '=', breachId)
        .execute()
    await db
      .updateTable('device')
      .set({ name: 'Corner chest' })
      .where('deviceId', '=', rig.freezer.deviceId)
      .execute()
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })

  const sheet = async (as: string) =>
    (await rig.server.send('GET', `/api/v2/day-sheets/sheet?storeid=${storeId}&date=${YESTERDAY}`, { as }))
      .body
  const pdf = async (start: string, end: string) => {
    const address = `/api/v2/day-sheets/pdf?storeid=${storeId}&start=${start}&end=${end}`
    const sent = { as: 'reader', headers: { language: 'en' } }
    const { text } = await readPdf((await rig.server.send('GET', address, sent)).bytes)
    return text
  }
  const insertBreaches = async () => {
    const breach = (daysBefore: number) => {
      const startedAt = later(DAY.startAt, hours(8 - 24 * daysBefore))
      const endedAt = later(startedAt, hours(1))
      return {
        ...{ storeId: rig.server.fleet.stores.alder.storeId, deviceId: rig.chilled.deviceId },
        ...{
          zone: 'C7' as const,
          firstOn: addDays(YESTERDAY, -daysBefore),
          startedAt,
          endedAt,
          through: endedAt,
        },
        ...{ minutes: 60, degreeMinutes: 90, extremeC: 9, limitC: 7, state: 'unwritten' as const },
        ...{ writerId: null, recordedAt: startedAt, openedAt: startedAt, closedAt: null, remindedAt: null },
      }
    }
    const rows = await rig.server.db
      .insertInto('breach')
      .values([4, 3, 2].map(breach))
      .returning('breachId')
      .execute()
    return rows.map(({ breachId }) => breachId)
  }

  test('the sheet that was signed keeps its names, and says what became of its breaches', async () => {
    const { signed, now } = await sheet('reader')
    const part = ({ rows, breaches }: typeof now) => [
      rows.map(({ device }: { device: { name: string } }) => device.name),
      breaches.map((one: { state: string; device_name: string }) => [one.state, one.device_name]),
    ]
    expect(part(signed.sheet)).toEqual([
      ['Freezer 1', '冷藏櫃=1'],
      [
        ['void', '冷藏櫃=1'],
        ['closed', '冷藏櫃=1'],
        ['open', '冷藏櫃=1'],
      ],
    ])
    expect(part(now)).toEqual([['Corner chest', '冷藏櫃=1'], [['open', '冷藏櫃=1']]])
  })

  test('the PDF has the rest of the day and its alarm apart from what was signed', async ({ skip }) => {
    skip(!hasPoppler, WITHOUT_POPPLER)
    const plain = (await pdf(YESTERDAY, YESTERDAY)).replaceAll(/\s+/g, ' ')
    const [signed = '', rest = '', ...more] = plain.split('What came after signing')
    expect(more).toEqual([])
    expect(signed).toMatch(/Readings counted until 2026-11-19 08:\d\d, (4|5)\d\d minutes/)
    expect(signed).toContain('No alarms.')
    expect(signed).toMatch(/2026-11-15 08:00 \(withdrawn since, by late readings\)/)
    expect(signed).toMatch(/2026-11-16 08:00 \(closed since\)/)
    expect(signed).toMatch(/2026-11-17 08:00(?! \()/)
    expect([signed.includes('Freezer 1'), signed.includes('Corner chest')]).toEqual([true, false])
    expect(rest).toContain('Readings counted until 2026-11-20 00:00, 1,440 minutes')
    expect(rest).toContain('1,315 70 55')
    expect(rest).toMatch(/2026-11-19 10:00 冷藏櫃=1 Above the limit/)
    expect([rest.includes('Freezer 1'), rest.includes('Corner chest')]).toEqual([false, true])
  }, 60_000)

  test('the first page of a month says what is of now, and which seal is broken', async ({ skip }) => {
    skip(!hasPoppler, WITHOUT_POPPLER)
    const cover = async () => (await pdf('2026-11-18', YESTERDAY)).split('\f')[0] ?? ''
    const before = await cover()
    expect(before).toContain('open breaches as known now')
    expect(before).not.toContain('no longer has')
    const { content } = await rig.server.db.selectFrom('daySheet').select('content').executeTakeFirstOrThrow()
    await rig.server.db
      .updateTable('daySheet')
      .set({ content: `${content} ` })
      .execute()
    expect(await cover()).toMatch(/keeper;[\s\S]*no longer has/)
  }, 60_000)
})
