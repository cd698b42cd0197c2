import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import golden from '../../../../device-models/frames/golden.json'
import { insertAccount, insertPermissionType } from '../accounts/sign-in-queries'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { quickHash } from '../testing/quick-hash'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { type WriteServer, writeServer, writeTo } from '../testing/write-server'

const UNSAID = ['other', '', null, null, null, null, null, 'other', null, 0, false, null, null]
/** The thermostat of the write rig: its set point is read in tenths of a degree. */
const SET = ['Nordwind', 'T3', 'set', '', '06 03 55 VV VV', '06 03 55 VV VV', false, true, true]
const SET_TARGET = ['setpoint', 'Set point', null, -40, 20, null, null, 'other', null, 0, false, null, null]

describeEachDatabase('the test bench for writes', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
  })
  afterAll(() => server.close())
  beforeEach(() => rig.reset())

  const bench = (row: readonly unknown[], trial: object, headers = {}) =>
    server.send('POST', '/api/v2/append-poll/test-bench/write', {
      as: 'admin',
      body: { row, ...trial },
      headers,
    })
  const set = (trial: object) => bench([...SET, ...SET_TARGET], { unit_id: 1, reply_hex: '', ...trial })

  test.each(golden.writes)('judges the golden write $name as its maker says', async (frame) => {
    const { requestHex, expectedReplyHex, includesUnitId, appendsCrc, replyHasCrc } = frame
    const texts = [requestHex, expectedReplyHex, includesUnitId, appendsCrc, replyHasCrc]
    const { status, body } = await bench(['Golden', 'G1', frame.name, '', ...texts, ...UNSAID], {
      unit_id: frame.unitId,
      reply_hex: frame.reply,
    })
    expect([status, body.request_hex]).toEqual([200, frame.request])
    expect(body.outcome).toBe(frame.isSuccess ? 'success' : 'refused')
    expect(body.length).toBe(frame.reply.split(' ').length)
    expect(body.bytes.map(({ found }: { found: string | null }) => found).filter(Boolean)).toEqual(
      frame.reply.split(' '),
    )
  })

  test('shows a refusal in words, and each byte next to the one that was expected', async () => {
    const row = ['Golden', 'G1', 'cut-out', '', '06 00 63 00 14', '06 00 63 XX XX', false, true, true]
    const refused = await bench([...row, ...UNSAID], { unit_id: 5, reply_hex: '05 86 03 43 A0' })
    expect(refused.body).toMatchObject({
      expected_hex: '05 06 00 63 XX XX XX XX',
      message: 'The write failed. The device refused with exception 3: it does not accept this value.',
      crc: { found: '43 A0', expected: '43 A0' },
      expected_length: 8,
    })
    const echoed = await bench([...row, ...UNSAID], { unit_id: 5, reply_hex: '05 06 00 64 00 14 C9 9E' })
    // the CRC of 05 06 00 64 00 14 by the standard
    expect(echoed.body).toMatchObject({ outcome: 'bytes', crc: { found: 'C9 9E', expected: 'C9 9E' } })
    expect(echoed.body.bytes).toEqual([
      { part: 'unit_id', expected: '05', found: '05', match: 'equal' },
      { part: 'text', expected: '06', found: '06', match: 'equal' },
      { part: 'text', expected: '00', found: '00', match: 'equal' },
      { part: 'text', expected: '63', found: '64', match: 'different' },
      { part: 'any', expected: 'XX', found: '00', match: 'any' },
      { part: 'any', expected: 'XX', found: '14', match: 'any' },
      { part: 'crc', expected: 'C9', found: 'C9', match: 'equal' },
      { part: 'crc', expected: '9E', found: '9E', match: 'equal' },
    ])
  })

  test('puts the value in as the node of the draft is read', async () => {
    // −20.0 in tenths is FF 38
    const done = await set({ value: -20, reply_hex: '01 06 03 55 FF 38 D9 BC' })
    expect(done.body).toMatchObject({ request_hex: '01 06 03 55 FF 38 D9 BC', outcome: 'success' })
    expect(done.body.bytes[4]).toEqual({ part: 'value', expected: 'FF', found: 'FF', match: 'equal' })
    expect((await set({ value: -20, reply_hex: '01 06 03 55 FF 38 D9 BD' })).body.outcome).toBe('crc')
    expect((await set({ value: -20, reply_hex: '01 06 03 55' })).body.outcome).toBe('length')
    expect((await set({ value: -20 })).body).toMatchObject({ outcome: 'timeout', crc: null })
    const japanese = await bench(
      [...SET, ...SET_TARGET],
      { unit_id: 1, value: -20, reply_hex: '' },
      { language: 'ja' },
    )
    expect(japanese.body.message).toContain('応答がありません')
  })

  describe('refuses at its field', () => {
    const fixed = ['Nordwind', 'T3', 'set', '', '06 03 55 FF 38', '06 03 55 FF 38']
    test.each([
      ['half a byte', { value: -20, reply_hex: '01 0' }, { reply_hex: 'format' }],
      ['257 bytes', { value: -20, reply_hex: 'AA'.repeat(257) }, { reply_hex: 'length' }],
      ['broadcast', { value: -20, unit_id: 0 }, { unit_id: 'range' }],
      ['a unit that cannot be', { value: -20, unit_id: 248 }, { unit_id: 'range' }],
      ['no value', {}, { value: 'missing' }],
      ['a value below the bounds', { value: -40.1 }, { value: 'range' }],
      ['a value between two steps', { value: -20.05 }, { value: 'choice' }],
      ['a value that is a text', { value: '-20' }, { value: 'type' }],
    ])('%s', async (_, trial, fields) => {
      const { status, body } = await set(trial)
      expect([status, body.code, body.fields]).toEqual([400, 'request.malformed', fields])
    })
    test.each([
      ['a value where none is taken', [...fixed, false, true, true], 1, { value: 'unknown' }],
      [
        'another unit than the text names',
        [...fixed.slice(0, 4), '02 06 03 55 FF 38', '02 06 03 55 FF 38', true, true, true],
        null,
        { unit_id: 'choice' },
      ],
      [
        'a read',
        [...fixed.slice(0, 4), '03 03 55 00 01', ...fixed.slice(5), false, true, true],
        null,
        { 'row.4': 'choice' },
      ],
      [
        'half a byte in the row',
        [...fixed.slice(0, 5), '06 0', false, true, true],
        null,
        { 'row.5': 'format' },
      ],
    ])('%s', async (_, row, value, fields) => {
      const { status, body } = await bench([...row, ...UNSAID], { unit_id: 1, value, reply_hex: '' })
      expect([status, body.code, body.fields]).toEqual([400, 'request.malformed', fields])
    })
    test.each([
      ['a node that the model lacks', SET, 'Nowhere', 'no node with this name'],
      [
        'a node of another size',
        [...SET.slice(0, 4), '06 03 55 00 VV', '06 03 55 00 VV', ...SET.slice(6)],
        'Set point',
        'bytes',
      ],
      ['a model that nobody knows', ['Nobody', 'X', ...SET.slice(2)], 'Set point', 'no node with this name'],
    ])('%s', async (_, row, node, why) => {
      const trial = { unit_id: 1, value: 1, reply_hex: '' }
      const { status, body } = await bench([...row, 'setpoint', node, null, -40, 20, null, null], trial)
      expect([status, body.code, body.fields]).toEqual([400, 'instruction.not_tried', { 'row.10': 'choice' }])
      expect(body.message).toContain(why)
    })
    test('whoever lacks the page', async () => {
      const body = { row: [...SET, ...SET_TARGET], unit_id: 1, reply_hex: '' }
      expect(
        (await server.send('POST', '/api/v2/append-poll/test-bench/write', { as: 'north', body })).status,
      ).toBe(403)
    })
  })

  test('keeps nothing of what was tried', async () => {
    const rows = async () =>
      (await server.send('GET', '/api/v2/append-poll/write-mid', { as: 'admin' })).body.length
    const before = await rows()
    await bench(['New', 'N1', ...SET.slice(2, 4), '06 00 01 00 02', '06', false, true, true, ...UNSAID], {
      unit_id: 1,
      reply_hex: '',
    })
    expect(await rows()).toBe(before)
    const models = (await server.send('GET', '/api/v2/device/brand-model', { as: 'admin' })).body
    expect(models.brands).not.toContain('New')
  })

  describe('replies of devices', () => {
    const setRow = async () => {
      const rows = (await server.send('GET', '/api/v2/append-poll/write-mid?brand=Nordwind', { as: 'admin' }))
        .body
      return rows.find(({ value }: { value: string[] }) => value[2] === 'set')
    }
    const captured = async (mid: string, as = 'admin') =>
      (await server.send('GET', `/api/v2/append-poll/test-bench/write/captured?mid=${mid}`, { as })).body
    /** Writes to the freezer of a store, which answers. */
    const answered = async (value: number, packet: string | null) => {
      const { alder } = server.fleet.stores
      expect((await rig.requestWrite(writeTo(alder, 'set', value))).status).toBe(200)
      const commandId = (await rig.commands(alder)).at(-1)?.commandId as string
      server.clock.advance(seconds(2))
      await rig.reportResult(alder, commandId, {
        st: packet === null ? 'failed' : 'done',
        ...(packet === null && { err: { code: 'E_TIMEOUT', text: '' } }),
        out: { request: '', ...(packet !== null && { packet }), writtenAt: NOON },
      })
    }
    const draft = async (login: string) => ({
      login,
      name: login,
      email: '',
      passwordHash: await quickHash(PASSWORD),
      permissionTypeIds: [await insertPermissionType(server.db, `Everything of ${login}`, pageKeys)],
    })
    const account = async (login: string, departmentId: DepartmentId, equipmentTypeIds: never[] = []) =>
      insertAccount(server.db, { ...(await draft(login)), departmentId, equipmentTypeIds }, NOON)

    test('are offered newest first, with the value that was written; silence is none', async () => {
      const { mid } = await setRow()
      expect(await captured(mid)).toEqual([])
      await answered(-20, '01 06 03 55 FF 38 D9 BC')
      await answered(-21, null)
      await answered(-22, '01 06 03 55 FF 24 D8 75')
      const place = { store: { code: 'N001', name: 'Alder Street' }, device_name: 'Freezer 1', unit_id: 1 }
      expect(await captured(mid)).toEqual([
        { ...place, value: -22, reply_hex: '01 06 03 55 FF 24 D8 75', at: '2026-11-20T04:00:06.000Z' },
        { ...place, value: -20, reply_hex: '01 06 03 55 FF 38 D9 BC', at: '2026-11-20T04:00:02.000Z' },
      ])
      expect(
        (
          await server.send('GET', '/api/v2/append-poll/test-bench/write/captured?mid=999999', {
            as: 'admin',
          })
        ).body.code,
      ).toBe('instruction.unknown')
    })

    test('to what the row was before it was changed are not', async () => {
      const { mid } = await setRow()
      await answered(-20, '01 06 03 55 FF 38 D9 BC')
      const asks = (requestHex: string) =>
        server.db.updateTable('writeCommand').set({ requestHex }).where('commandCode', '=', 'set').execute()
      await asks('06 03 58 VV VV')
      expect(await captured(mid)).toEqual([])
      await asks('06 03 55 VV VV')
      expect(await captured(mid)).toHaveLength(1)
    })

    test('of stores of others and of equipment that is withheld are not', async () => {
      const { mid } = await setRow()
      await answered(-20, '01 06 03 55 FF 38 D9 BC')
      await account('southern', server.fleet.south)
      await account('northern', server.fleet.north)
      const cases = await insertEquipmentType(server.db, 'Cases', { sees: ['c4'], writes: [] })
      await account('no-rooms', server.fleet.north, [cases] as never[])
      expect(await captured(mid, 'southern')).toEqual([])
      expect(await captured(mid, 'northern')).toHaveLength(1)
      expect(await captured(mid, 'no-rooms')).toHaveLength(1)
      const setType = (type: 'walk_in' | 'doored_case') =>
        server.db
          .updateTable('device')
          .set({ type })
          .where('deviceId', '=', server.fleet.stores.alder.freezer.deviceId)
          .execute()
      await setType('walk_in')
      expect(await captured(mid, 'no-rooms')).toEqual([])
      expect(await captured(mid, 'northern')).toHaveLength(1)
      await setType('doored_case')
      expect(
        (
          await server.send('GET', `/api/v2/append-poll/test-bench/write/captured?mid=${mid}`, {
            as: 'north',
          })
        ).status,
      ).toBe(403)
    })
  })
})
