import { createHash } from 'node:crypto'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrokerAccounts } from '../messages/broker-accounts'
import { auditOf as auditIn, signsIn as signsInAt } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { selectCredential } from './credential-queries'
import { newCredential } from './terminal-credential'

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

describeEachDatabase('the claim of a terminal', (openDatabase) => {
  let server: TestServer
  /** What an outside broker was told; it answers nothing while it is away. */
  const recorded: string[] = []
  let isBrokerAway = false
  const record = async (line: string) => {
    if (isBrokerAway) throw new Error('the broker is not connected')
    recorded.push(line)
  }
  const accounts: BrokerAccounts = {
    put: (terminal, secret) => record(`${terminal} ${secret}`),
    setEnabled: (terminal, isEnabled) => record(`${terminal} ${isEnabled}`),
    close: async () => {},
  }
  /** Each claim comes from an address of its own, so that only the test of the limit meets it. */
  let address = 0
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), accounts })
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const at = (lengthMs: number): EpochMs => later(NOON, lengthMs)
  const read = (id: string) => server.send('GET', `/api/v2/terminals/${id}`, { as: 'admin' })
  const makeCode = (id: string) => server.send('POST', `/api/v2/terminals/${id}/claim-code`, { as: 'admin' })
  const withdraw = (id: string) =>
    server.send('DELETE', `/api/v2/terminals/${id}/claim-code`, { as: 'admin' })
  const enable = (id: string, is_enabled: boolean) =>
    server.send('POST', `/api/v2/terminals/${id}/enabled`, { as: 'admin', body: { is_enabled } })
  const claim = (code: string, from = `10.0.${address++ >> 8}.${address & 255}`, serial = 'SN-1') =>
    server.send('POST', '/field/v1/claim', {
      body: { code, serial, hw: 'linux arm64' },
      headers: { host: 'hub.example' },
      from,
    })
  const renew = (body: object) => server.send('POST', '/field/v1/credential', { body })
  const newPlace = async (store = server.fleet.stores.alder) => {
    const body = { store: String(store.storeId) }
    return (await server.send('POST', '/api/v2/terminals', { as: 'admin', body })).body.id as TerminalId
  }
  const signsIn = (id: TerminalId, secret: string, now?: EpochMs) => signsInAt(server, id, secret, now)
  const auditOf = (id: string) => auditIn(server, id)

  describe('a claim code', () => {
    test('is shown once, is kept as a hash, and opens for 72 hours', async () => {
      const id = await newPlace()
      const { body } = await makeCode(id)
      expect(body.code).toMatch(CODE)
      expect(body.expires_at).toBe('2026-11-23T04:00:00.000Z')
      expect((await read(id)).body.code_until).toBe('2026-11-23T04:00:00.000Z')
      const row = await server.db
        .selectFrom('terminalClaim')
        .selectAll()
        .where('terminalId', '=', id)
        .executeTakeFirstOrThrow()
      const plain = body.code.replaceAll('-', '')
      expect(row.selector).toBe(plain.slice(0, 4))
      expect(Buffer.from(row.verifierHash)).toEqual(createHash('sha256').update(plain.slice(4)).digest())
    })

    test('is one activation of its place, also where its points are owed', async () => {
      const body = { prices: { terminal_claim: 5 }, may_owe: false, revision: 0 }
      await server.send('PUT', '/api/v2/service/price', { as: 'admin', body })
      const id = await newPlace()
      const serial = 'SN-77'
      expect((await claim((await makeCode(id)).body.code, undefined, serial)).status).toBe(200)
      const { body: details } = await server.send('GET', '/api/v2/service/point/detail?service_id=1', {
        as: 'admin',
      })
      expect(details.services[0].data.slice(0, 1)).toMatchObject([
        { tb_sn: id, device_sn: serial, store_name: 'N001 Alder Street', points: 5, owed: 5 },
      ])
      await server.db.deleteFrom('creditRule').execute()
    })

    test('gives a box the place, its credential and where to report', async () => {
      const id = await newPlace()
      const { code } = (await makeCode(id)).body
      const { status, body } = await claim(code, undefined, ' SN-7 ')
      expect(status).toBe(200)
      expect(body).toEqual({
        tid: id,
        secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        ca: null,
        mqtt: ['mqtt://hub.example:1883'],
        keys: { cmd: [] },
        store: { code: 'N001', name: 'Alder Street', zone: 'Asia/Taipei' },
        takes_over: false,
      })
      expect(await signsIn(id, body.secret)).toBe(true)
      expect(server.rechecked.at(-1)).toBe(id)
      expect((await read(id)).body).toMatchObject({
        serial: 'SN-7',
        hardware: 'linux arm64',
        claimed_at: '2026-11-20T04:00:00.000Z',
        code_until: null,
      })
      expect(await auditOf(id)).toEqual([
        'terminal.add · Ada · done',
        'terminal.code · Ada · done',
        `terminal.claim · ${id} · done`,
      ])
    })

    test('is taken as people type it', async () => {
      const id = await newPlace()
      const { code } = (await makeCode(id)).body
      const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
      expect((await claim(typed)).body.tid).toBe(id)
    })

    test('is good once', async () => {
      const { code } = (await makeCode(await newPlace())).body
      const both = await Promise.all([claim(code), claim(code)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
      expect((await claim(code)).body.code).toBe('claim.unknown')
    })

    test('that is wrong, malformed or was withdrawn opens nothing', async () => {
      const id = await newPlace()
      const { code } = (await makeCode(id)).body
      const last = code.endsWith('0') ? '2' : '0'
      for (const wrong of [`${code.slice(0, -1)}${last}`, 'ZZZZ-0000-0000', 'U', code.slice(0, -1)]) {
        const { status, body } = await claim(wrong)
        expect([status, body.code]).toEqual([404, 'claim.unknown'])
      }
      expect((await withdraw(id)).status).toBe(200)
      expect((await claim(code)).body.code).toBe('claim.unknown')
      const again = await withdraw(id)
      expect([again.status, again.body.code]).toEqual([404, 'claim.none_open'])
    })

    test('ends when a new one is made', async () => {
      const id = await newPlace()
      const first = (await makeCode(id)).body.code
      const second = (await makeCode(id)).body.code
      expect((await claim(first)).body.code).toBe('claim.unknown')
      expect((await claim(second)).body.tid).toBe(id)
    })

    test('expires after 72 hours', async () => {
      const id = await newPlace()
      const { code } = (await makeCode(id)).body
      server.clock.set(at(hours(72)))
      expect((await read(id)).body.code_until).toBeNull()
      const { status, body } = await claim(code)
      expect([status, body.code]).toEqual([410, 'claim.expired'])
      const inTime = (await makeCode(id)).body.code
      server.clock.set(at(hours(144) - 1))
      expect((await claim(inTime)).status).toBe(200)
    })

    test('is locked by ten wrong tries, also for who knows it', async () => {
      const id = await newPlace()
      const { code } = (await makeCode(id)).body
      const wrong = `${code.slice(0, 4)}${code.endsWith('0') ? '22222222' : '00000000'}`
      for (let tries = 0; tries < 9; tries++) expect((await claim(wrong)).body.code).toBe('claim.unknown')
      expect((await claim(wrong)).body.code).toBe('claim.unknown')
      const { status, body } = await claim(code)
      expect([status, body.code]).toEqual([403, 'claim.locked'])
      expect((await auditOf(id)).filter((line) => line.endsWith('refused'))).toHaveLength(10)
      expect((await claim((await makeCode(id)).body.code)).body.tid).toBe(id)
    })

    test('is right after nine wrong tries', async () => {
      const { code } = (await makeCode(await newPlace())).body
      const wrong = `${code.slice(0, 4)}${code.endsWith('0') ? '22222222' : '00000000'}`
      for (let tries = 0; tries < 9; tries++) await claim(wrong)
      expect((await claim(code)).status).toBe(200)
    })

    test('can be tried five times a minute from one address', async () => {
      const from = '192.0.2.7'
      for (let tries = 0; tries < 5; tries++) expect((await claim('ZZZZ00000000', from)).status).toBe(404)
      server.clock.advance(20_000)
      const refused = await claim('ZZZZ00000000', from)
      expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
      expect(refused.headers['retry-after']).toBe('40')
      expect((await claim('ZZZZ00000000', '192.0.2.8')).status).toBe(404)
      server.clock.advance(40_000)
      expect((await claim('ZZZZ00000000', from)).status).toBe(404)
    })
  })

  test('a disabled terminal gets no code, its open one is refused, and enabling lets both work again', async () => {
    const id = await newPlace()
    const { code } = (await makeCode(id)).body
    const disabled = await enable(id, false)
    expect(disabled.body).toMatchObject({ state: 'disabled', is_enabled: false })
    expect(server.rechecked.at(-1)).toBe(id)
    for (const refused of [await makeCode(id), await claim(code)]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'terminal.disabled'])
    }
    expect((await selectCredential(server.db, id))?.isEnabled).toBe(false)
    await enable(id, true)
    await enable(id, true)
    expect((await claim(code)).body.tid).toBe(id)
    expect((await auditOf(id)).slice(2)).toEqual([
      'terminal.disable · Ada · done',
      `terminal.claim · ${id} · refused`,
      'terminal.enable · Ada · done',
      `terminal.claim · ${id} · done`,
    ])
  })

  test('an outside broker receives each secret and state, and while it is offline nothing changes', async () => {
    const id = await newPlace()
    const { code } = (await makeCode(id)).body
    isBrokerAway = true
    for (const refused of [await claim(code), await enable(id, false)]) {
      expect([refused.status, refused.body.code]).toEqual([503, 'service.unavailable'])
    }
    expect((await read(id)).body).toMatchObject({ is_enabled: true, claimed_at: null })
    isBrokerAway = false
    recorded.length = 0
    const { secret } = (await claim(code)).body
    const { token } = await newCredential(server.db, id, server.clock.now())
    isBrokerAway = true
    expect((await renew({ tid: id, token, secret })).body.code).toBe('service.unavailable')
    isBrokerAway = false
    const next = (await renew({ tid: id, token, secret })).body.secret
    await enable(id, false)
    await enable(id, true)
    expect(recorded).toEqual([`${id} ${secret}`, `${id} ${next}`, `${id} false`, `${id} true`])
    expect(server.faults.splice(0)).toHaveLength(3)
  })

  describe('a new credential', () => {
    const claimed = async () => {
      const id = await newPlace()
      return { id, secret: (await claim((await makeCode(id)).body.code)).body.secret as string }
    }

    test('is fetched once, and the old one is good for a day', async () => {
      const { id, secret } = await claimed()
      const { token, expiresAt } = await newCredential(server.db, id, server.clock.now())
      expect(expiresAt).toBe(at(minutes(10)))
      const { body } = await renew({ tid: id, token, secret })
      expect(body.old_until).toBe('2026-11-21T04:00:00.000Z')
      expect(await signsIn(id, body.secret, at(hours(100)))).toBe(true)
      expect(await signsIn(id, secret, at(hours(24) - 1))).toBe(true)
      expect(await signsIn(id, secret, at(hours(24)))).toBe(false)
      const again = await renew({ tid: id, token, secret: body.secret })
      expect([again.status, again.body.code]).toEqual([403, 'credential.refused'])
      expect((await auditOf(id)).at(-1)).toBe(`terminal.credential · ${id} · done`)
    })

    test('that never arrived does not lock the terminal out', async () => {
      const { id, secret } = await claimed()
      const lost = (
        await renew({ tid: id, token: (await newCredential(server.db, id, at(0))).token, secret })
      ).body.secret
      const { token } = await newCredential(server.db, id, at(0))
      const next = (await renew({ tid: id, token, secret })).body.secret
      expect([await signsIn(id, secret), await signsIn(id, next), await signsIn(id, lost)]).toEqual([
        true,
        true,
        false,
      ])
    })

    test('is refused without the token, without the present secret, too late, and to a disabled terminal', async () => {
      const { id, secret } = await claimed()
      const other = await claimed()
      const { token } = await newCredential(server.db, id, server.clock.now())
      const code = async (body: object) => (await renew(body)).body.code
      expect(await code({ tid: id, token: 'guess', secret })).toBe('credential.refused')
      expect(await code({ tid: id, token, secret: 'guess' })).toBe('credential.refused')
      expect(await code({ tid: id, token: '', secret: '' })).toBe('credential.refused')
      expect(await code({ tid: other.id, token, secret: other.secret })).toBe('credential.refused')
      expect(await code({ tid: 'TB-0000', token, secret })).toBe('credential.refused')
      await enable(id, false)
      expect(await code({ tid: id, token, secret })).toBe('credential.refused')
      await enable(id, true)
      server.clock.advance(minutes(10))
      expect(await code({ tid: id, token, secret })).toBe('credential.refused')
      server.clock.advance(-1)
      expect((await renew({ tid: id, token, secret })).status).toBe(200)
    })
  })
})
