import { randomUUID } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWarning } from '../alarms/early-warnings'
import { insertPerson } from '../testing/insert-person'
import { picture } from '../testing/picture'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { hasPoppler, readPdf } from '../testing/poppler'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('a case on paper', (openDatabase) => {
  let server: TestServer
  let id: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, stores } = server.fleet
    await insertPerson(server, 'una', north, ['4-4'])
    const narrow = await insertPerson(server, 'narrow', north, ['4-4'])
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId, given: ['c4'] })
      .execute()
    const { storeId, freezer } = stores.alder
    const figures = {
      startedAt: later(NOON, -hours(2)),
      raisedAt: later(NOON, -hours(1)),
      value: 61,
      limit: 70,
    }
    await server.db
      .transaction()
      .execute((trx) =>
        openWarning(trx, { storeId, deviceId: freezer.deviceId, kind: 'threshold' }, figures, NOON),
      )
    const [alarm] = (await server.send('GET', `/api/v2/alarms?storeid=${storeId}`, { as: 'admin' })).body
      .alarms
    const made = await send('POST', '', {
      ...{ key: randomUUID(), storeid: storeId, device: freezer.deviceId, fault: '風扇異音 Ice on the coil' },
      alarms: [alarm.id],
    })
    id = made.case.id
    const { progresses } = (await server.send('GET', '/api/v2/fix/progresses', { as: 'una' })).body
    await send('PATCH', `/${id}`, {
      ...{
        key: randomUUID(),
        revision: made.case.revision,
        cause: 'Drain is frozen',
        note: 'Coil is being cleaned',
      },
      'progress-id': progresses[2].id,
    })
    const at = (ms: number) => new Date(later(NOON, ms)).toISOString()
    await send('POST', `/${id}/labour`, {
      ...{ key: randomUUID(), who: 'Lin', from: at(-minutes(120)), to: at(-minutes(30)) },
    })
    await send('POST', `/${id}/parts`, {
      key: randomUUID(),
      name: 'Drain heater',
      number: 'DH-7',
      quantity: 2,
    })
    const times = { taken_at: at(0), taken_from: 'clock', entered_at: at(0) }
    const query = new URLSearchParams({ subject: 'repair', of: made.case.key, ...times })
    const sent = await server.send('PUT', `/api/v2/photos/${randomUUID()}?${query}`, {
      as: 'una',
      body: Buffer.from(picture(1)),
      headers: { 'content-type': 'image/png' },
    })
    expect(sent.status).toBe(200)
  })
  afterAll(() => server.close())

  const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await server.send(method, `/api/v2/fix/cases${path}`, { as: 'una', body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const pdf = async (as: string, language = 'en') => {
    const headers = { 'accept-language': language }
    return server.send('GET', `/api/v2/fix/cases/${id}/pdf`, { as, headers })
  }
  test.runIf(hasPoppler).each([
    ['en', 'Repair record', 'On site', 'Alarms of this case', 'History', 'Photos', 'Hant'],
    ['zh-TW', '維修紀錄', '到場處理中', '此案件的告警', '歷程', '照片', 'Hant'],
    ['zh-CN', '维修记录', '到场处理中', '此案件的告警', '历程', '照片', 'Hans'],
    ['ja', '修理記録', '現地対応中', 'この案件のアラーム', '履歴', '写真', 'JP'],
  ])('in %s it has all of the case, in fonts of its own', async (language, ...words) => {
    const { text, fonts, images } = await readPdf((await pdf('una', language)).bytes)
    const plain = text.replaceAll(/\s+/g, ' ')
    for (const word of words.slice(0, -1)) expect(plain).toContain(word)
    for (const fact of [
      'N001 Alder Street',
      'Freezer 1',
      'TB-N001 / 1',
      '風扇異音 Ice on the coil',
      'Drain is frozen',
      'Coil is being cleaned',
      'Lin: 2026-11-20 10:00',
      '2 × Drain heater (DH-7)',
    ])
      expect(plain).toContain(fact)
    expect(fonts.length).toBeGreaterThan(0)
    // each is embedded, and brings the letters to the characters
    for (const row of fonts) expect(row).toMatch(/ yes yes yes /)
    expect(fonts.join()).toContain(words.at(-1))
    expect(images).toBeGreaterThan(0)
  })

  test('is for who may see the case, with its photos', async () => {
    const { status, headers } = await pdf('una')
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await pdf('una', 'ja')).bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await pdf('南')).body.code).toBe('repair.unknown')
    expect((await server.send('GET', `/api/v2/fix/cases/${id}/pdf`)).status).toBe(401)
    expect((await pdf('narrow')).status).toBe(200)
    const { freezer } = server.fleet.stores.alder
    const setType = (type: 'walk_in' | 'doored_case') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', freezer.deviceId).execute()
    await setType('walk_in')
    expect((await pdf('narrow')).body.code).toBe('repair.unknown')
    await setType('doored_case')
  })
})
