import { guardedKinds } from '@coldkeep/domain/access/equipment'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, DeviceId } from '@coldkeep/domain/ids'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAudit, SERVER } from '../audit/add-audit'
import { newsKinds } from '../news-kinds'
import { sendNotices } from '../notices/send-notices'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { alarmWriter, insertNoticeTarget, outboxOf } from '../testing/notice-rig'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { quickHash } from '../testing/quick-hash'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import { PASSWORD, type TinyStore } from '../testing/tiny-fleet'
import { newWriteId } from '../testing/write-rig'
import { codeOf, type WriteServer, writeServer, writeTo } from '../testing/write-server'
import { insertAccount, insertPermissionType } from './sign-in-queries'

/** Every page of North, walk-in rooms and 4 °C withheld, all else to be written to. */
const KEEPER = 'keeper'

describeEachDatabase('withheld equipment', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  let keeper: AccountId
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
    const { db, fleet } = server
    await db
      .updateTable('device')
      .set({ name: 'Withheld room', type: 'walk_in' })
      .where('deviceId', '=', alder.freezer.deviceId)
      .execute()
    const other = await insertEquipmentType(db, 'Other equipment', { sees: [], writes: ['other'] })
    const pages = await insertPermissionType(db, 'All pages of a keeper', pageKeys)
    const passwordHash = await quickHash(PASSWORD)
    const draft = { login: KEEPER, name: 'Kay', email: '', passwordHash, departmentId: fleet.north }
    keeper = await insertAccount(
      db,
      { ...draft, permissionTypeIds: [pages], equipmentTypeIds: [other] },
      NOON,
    )
  })
  afterAll(() => server.close())
  beforeEach(() => rig.reset())

  const requestWrite = (code: string, value: number | null = null) =>
    rig.requestWrite({ id: newWriteId(), ...writeTo(alder, code, value) })
  const audit = async (as: string, query = '') => {
    const { status, text, body } = await server.send('GET', `/api/v2/audit${query}`, { as })
    expect(status, text).toBe(200)
    return body as { entries: { kind: string; subject: string }[]; total: number; kinds: string[] }
  }

  describe('in the audit', () => {
    test('what was done to it is neither listed, counted nor exported', async () => {
      await requestWrite('light-on')
      const [command] = await rig.commands(alder)
      await rig.reportResult(alder, command?.commandId ?? '', { st: 'done' })
      const calibration = {
        point: String(alder.freezer.pointIds[0]),
        checked_on: '2026-11-01',
        checked_by: 'Kim',
        certificate: 'C-4711',
      }
      const calibrated = await server.send(
        'POST',
        `/api/v2/equipment/${alder.freezer.deviceId}/calibrations`,
        { as: 'admin', body: calibration },
      )
      expect(calibrated.status, calibrated.text).toBe(200)
      const all = await audit('admin', `?storeid=${alder.storeId}`)
      expect(all.entries.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['write.request', 'command.write', 'equipment.calibrate']),
      )
      const seen = await audit(KEEPER, `?storeid=${alder.storeId}`)
      expect(JSON.stringify(seen)).not.toMatch(
        /Withheld room|light-on|write\.request|command\.write|equipment\.calibrate|C-4711/,
      )
      expect(seen.total).toBe(seen.entries.length)
      const file = await server.send('GET', '/api/v2/audit/export', { as: KEEPER })
      expect(file.status).toBe(200)
      expect(file.text).not.toMatch(/Withheld room|light-on|C-4711/)
    })

    test('what was done to a device that no one knows any more is told to whom nothing is withheld from', async () => {
      const gone = 999_999_999 as DeviceId
      const note = { at: NOON, by: SERVER, storeId: alder.storeId, kind: 'test.gone', subject: 'Old room' }
      await addAudit(server.db, { ...note, deviceIds: [gone], outcome: 'done' })
      expect((await audit('admin', '?kind=test.gone')).total).toBe(1)
      expect((await audit('reader', '?kind=test.gone')).total).toBe(1)
      expect((await audit(KEEPER, '?kind=test.gone')).total).toBe(0)
      expect((await audit(KEEPER)).kinds).not.toContain('test.gone')
    })
  })

  test('a write to it is taken back by no one from whom it is withheld, by whatever call', async () => {
    const { body } = await requestWrite('light-on')
    const [command] = await rig.commands(alder)
    const path = `/api/v2/terminals/${alder.terminalId}/commands/${command?.commandId}`
    const cancelled = await server.send('DELETE', path, { as: KEEPER })
    expect(codeOf(cancelled)).toEqual([403, 'access.equipment'])
    expect((await server.send('DELETE', path, { as: 'reader' })).status).toBe(403)
    expect((await rig.read(body.id)).lines[0].state).toBe('queued')
    expect((await server.send('DELETE', path, { as: 'admin' })).status).toBe(200)
    expect((await rig.read(body.id)).lines[0].state).toBe('withdrawn')
  })

  test('only who may write to all equipment of a terminal makes the code with which a box takes its place', async () => {
    const code = async (terminalId: string, as: string) => {
      const answer = await server.send('POST', `/api/v2/terminals/${terminalId}/claim-code`, { as })
      return [answer.status, answer.body.code]
    }
    expect(await code(alder.terminalId, KEEPER)).toEqual([403, 'access.equipment'])
    expect(await code(alder.terminalId, 'reader')).toEqual([403, 'access.equipment'])
    expect((await code(alder.terminalId, 'admin'))[0]).toBe(200)
    // a store whose devices are all to be written to
    expect((await code(server.fleet.stores.birch.terminalId, KEEPER))[0]).toBe(200)
    const { body } = await server.send('POST', '/api/v2/terminals', {
      as: KEEPER,
      body: { store: alder.storeId },
    })
    expect((await code(body.id, KEEPER))[0]).toBe(200)
    await server.db
      .updateTable('terminal')
      .set({ claimedAt: NOON })
      .where('terminalId', '=', body.id)
      .execute()
    expect(await code(body.id, 'reader')).toEqual([403, 'access.equipment'])
  })

  describe('in messages to addresses', () => {
    const round = async (answer: 'sent' | 'again' = 'sent') => {
      const sent: string[] = []
      await sendNotices({
        db: server.db,
        clock: server.clock,
        log: pino({ level: 'silent' }),
        channels: {
          ...server.notices.channels,
          webhook: async ({ title }, { address }) => {
            sent.push(`${address}: ${title}`)
            return answer === 'sent'
              ? { kind: 'sent', recipient: address }
              : { kind: 'again', reason: 'away' }
          },
        },
        kinds: newsKinds,
        publicUrl: 'https://hub.example',
        random: () => 0.5,
      })
      return sent
    }
    const target = (ownerId: AccountId | null, address = 'desk') =>
      insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address, ownerId })
    beforeEach(async () => {
      for (const table of ['notice', 'noticeTarget', 'alarm'] as const)
        await server.db.deleteFrom(table).execute()
    })

    test.each(['high', 'threshold'])(
      'an address is told what the account may see that saved it last: %s',
      async (branch) => {
        const alarms = alarmWriter(server.db, server.clock)
        await target(keeper, 'of keeper')
        await target(server.fleet.accounts.admin, 'of admin')
        const alarmId = await alarms.raise(alder, 'high', branch)
        await alarms.raise(server.fleet.stores.birch, 'high', branch)
        const sent = await round()
        expect(sent.filter((one) => one.startsWith('of keeper'))).toEqual([
          expect.stringContaining('Birch Lane 50%'),
        ])
        expect(sent.filter((one) => one.startsWith('of admin'))).not.toEqual([])
        expect(await outboxOf(server.db, alarmId)).toEqual(
          expect.arrayContaining(['raised webhook 0 suppressed no_right', 'raised webhook 0 sent']),
        )
      },
    )

    test('an address whose account is disabled or gone receives nothing, and says so, until someone saves it', async () => {
      const alarms = alarmWriter(server.db, server.clock)
      const id = await target(keeper)
      await target(null, 'of nobody')
      const enable = (isEnabled: boolean) =>
        server.db.updateTable('account').set({ isEnabled }).where('accountId', '=', keeper).execute()
      await enable(false)
      await alarms.raise(server.fleet.stores.birch)
      expect(await round()).toEqual([])
      const list = async () =>
        (await server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })).body.targets
      const before = await list()
      expect(before.map((one: { switched_off: string }) => one.switched_off)).toEqual([
        expect.stringContaining('no active account'),
        expect.stringContaining('no active account'),
      ])
      const { recipient_name, switched_off, is_linked, silenced, ...draft } = before.find(
        (one: { id: number }) => Number(one.id) === id,
      )
      const saved = await server.send('PATCH', '/api/v2/util/notification/target', {
        as: 'admin',
        body: { targets: [{ ...draft, address: 'https://desk.example/in' }] },
      })
      expect(saved.status, saved.text).toBe(200)
      await enable(true)
      const row = (await list()).find((one: { id: number }) => Number(one.id) === id)
      expect(row.switched_off).toBeNull()
      server.clock.advance(3_600_000)
      await alarms.raise(alder)
      expect(await round()).toEqual([expect.stringContaining('https://desk.example/in')])
    })

    test('rights hold for a message that is tried again too', async () => {
      const alarms = alarmWriter(server.db, server.clock)
      await target(server.fleet.accounts.admin)
      const alarmId = await alarms.raise(alder)
      expect(await round('again')).toHaveLength(1)
      await server.db.updateTable('noticeTarget').set({ ownerId: keeper }).execute()
      server.clock.advance(3_600_000)
      expect(await round()).toEqual([])
      expect(await outboxOf(server.db, alarmId)).toEqual(['raised webhook 0 suppressed no_right'])
    })
  })

  test('news of a write to it reaches no one from whom it is withheld by now, on no channel', async () => {
    const { body } = await requestWrite('light-on')
    const { db, clock, fleet } = server
    await db.deleteFrom('notice').execute()
    await db
      .updateTable('account')
      .set({ email: 'kay@frost.example' })
      .where('accountId', '=', keeper)
      .execute()
    await insertOwnNotices(
      db,
      {
        ...{ storeId: alder.storeId, subjectKind: 'write', subjectName: body.id, about: 'approved' },
        ...{ messageKey: 'write:withheld', channels: ['app', 'email'] },
      },
      [keeper, fleet.accounts.admin],
      clock.now(),
    )
    const sent: string[] = []
    await sendNotices({
      ...{ db, clock, log: pino({ level: 'silent' }), kinds: newsKinds, publicUrl: null, random: () => 0.5 },
      channels: {
        email: async ({ title }, { address }) => {
          sent.push(`${address}: ${title}`)
          return { kind: 'sent', recipient: address }
        },
      },
    })
    expect(sent).toEqual([])
    const email = db.selectFrom('notice').select('reason').where('channel', '=', 'email')
    expect(await email.execute()).toEqual([{ reason: 'no_right' }])
    const bell = async (as: string) => (await server.send('GET', '/api/v2/account/messages', { as })).body
    expect(await bell(KEEPER)).toEqual({ messages: [], total: 0, unread: 0 })
    expect((await bell('admin')).messages).toMatchObject([{ write: body.id }])
  })

  test('all kinds that can be withheld are withheld here', () => {
    expect(guardedKinds).toEqual(['walk_in', 'c4'])
  })
})
