import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { putBundle } from '../bundles/put-bundle'
import { openFeed } from '../live/feed'
import type { BrokerAccounts } from '../messages/broker-accounts'
import { newsKinds } from '../news-kinds'
import type { AppNotice } from '../notices/app-notice'
import { messageFollower } from '../notices/follow-messages'
import { documentOf } from '../testing/documents'
import { silent } from '../testing/ingest-rig'
import { insertPerson } from '../testing/insert-person'
import { auditOf as auditIn, signsIn as signsInAt } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { withdrawWritesOver } from '../writes/withdraw-writes'
import { expireReplacements } from './replacement'
import { newCredential } from './terminal-credential'

describeEachDatabase('the replacement of a box', (openDatabase) => {
  let server: TestServer
  /** Secrets that an outside broker was told; it answers nothing while it is away. */
  const secrets: string[] = []
  let isBrokerAway = false
  const accounts: BrokerAccounts = {
    put: async (_, secret) => {
      if (isBrokerAway) throw new Error('the broker is not connected')
      secrets.push(secret)
    },
    setEnabled: async () => {},
    close: async () => {},
  }
  let address = 0
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), accounts })
    const { company, north, south } = server.fleet
    await insertPerson(server, 'over', company)
    await insertPerson(server, 'beside', south)
    await insertPerson(server, 'own', north, ['3-2'])
    await insertPerson(server, 'pageless', north, ['1-1'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('notice').where('subjectKind', '=', 'terminal').execute()
  })

  const call = (method: 'GET' | 'POST' | 'DELETE', id: string, rest: string, body?: object, as = 'admin') =>
    server.send(method, `/api/v2/terminals/${id}${rest}`, { as, body })
  const makeCode = async (id: string) => (await call('POST', id, '/claim-code')).body.code as string
  const until = async (id: string) => (await call('GET', id, '')).body.replacement_until
  const claim = (code: string, serial = 'SN-2') =>
    server.send('POST', '/field/v1/claim', {
      body: { code, serial, hw: 'linux arm64' },
      from: `10.1.0.${address++}`,
    })
  const replace = async (id: string, serial = 'SN-2') => {
    const { body } = await claim(await makeCode(id), serial)
    expect(body.takes_over).toBe(true)
    return body.secret as string
  }
  const prove = (tid: string, secret: string, configuration: object | null = null) =>
    server.send('POST', '/field/v1/replacement', { body: { tid, secret, program: '1.2.3', configuration } })
  const proveCode = async (tid: string, secret: string) => (await prove(tid, secret)).body.code
  const signsIn = (id: TerminalId, ...secrets: string[]) =>
    Promise.all(secrets.map((secret) => signsInAt(server, id, secret)))
  const auditOf = async (id: string) => (await auditIn(server, id)).slice(3)
  /** A place with a box in it. */
  const running = async (store: TinyStore = server.fleet.stores.alder) => {
    const body = { store: String(store.storeId) }
    const { id } = (await server.send('POST', '/api/v2/terminals', { as: 'admin', body })).body
    const claimed = await claim(await makeCode(id), 'SN-1')
    expect(claimed.body.takes_over).toBe(false)
    return { id: id as TerminalId, old: claimed.body.secret as string }
  }
  const messages = async (as: string, language = 'en') =>
    (await server.send('GET', '/api/v2/account/messages', { as, headers: { 'accept-language': language } }))
      .body
  const expire = () => server.db.transaction().execute((trx) => expireReplacements(trx, server.clock.now()))

  test('waits beside the credential in use, which goes on alone until the box has proved itself', async () => {
    const { id, old } = await running()
    const rechecked = server.rechecked.length
    const next = await replace(id)
    expect(await signsIn(id, old, next)).toEqual([true, false])
    expect(server.rechecked).toHaveLength(rechecked)
    expect((await call('GET', id, '')).body).toMatchObject({
      serial: 'SN-1',
      replacement_until: '2026-11-21T04:00:00.000Z',
      code_until: null,
    })
    const proved = await prove(id, next)
    expect([proved.status, proved.body]).toEqual([200, { is_proved: true, configuration: null }])
    expect(await signsIn(id, old, next)).toEqual([false, true])
    expect(server.rechecked.at(-1)).toBe(id)
    expect((await call('GET', id, '')).body).toMatchObject({ serial: 'SN-2', replacement_until: null })
    // its answer may be lost
    expect((await prove(id, next)).body.is_proved).toBe(true)
    expect(await proveCode(id, old)).toBe('credential.refused')
    expect(await auditOf(id)).toEqual([
      'terminal.code_running · Ada · done',
      `terminal.replacement · ${id} · begun`,
      `terminal.replaced · ${id} · done`,
    ])
  })

  test('ends both secrets of a box whose credential is just being renewed, and what it may still fetch', async () => {
    const { id, old } = await running()
    const renew = async (secret: string) => {
      const { token } = await newCredential(server.db, id, server.clock.now())
      return server.send('POST', '/field/v1/credential', { body: { tid: id, token, secret } })
    }
    const next = await replace(id)
    const renewed = (await renew(old)).body.secret
    expect(await signsIn(id, old, renewed, next)).toEqual([true, true, false])
    const { token } = await newCredential(server.db, id, server.clock.now())
    expect((await prove(id, next)).body.is_proved).toBe(true)
    expect(await signsIn(id, old, renewed, next)).toEqual([false, false, true])
    const late = await server.send('POST', '/field/v1/credential', { body: { tid: id, token, secret: next } })
    expect(late.body.code).toBe('credential.refused')
  })

  test('is proved with the newest configuration and no other', async () => {
    const { alder } = server.fleet.stores
    const put = (changes = {}) =>
      putBundle(server.db, alder, documentOf(alder, changes), {
        by: { accountId: null, name: 'Ada' },
        now: NOON,
        portsMoved: withdrawWritesOver,
      })
    const id = alder.terminalId
    await server.db.updateTable('terminal').set({ claimedAt: NOON }).where('terminalId', '=', id).execute()
    const old = id.slice(3)
    await put()
    const next = await replace(id)
    const first = (await prove(id, next)).body
    expect(first.is_proved).toBe(false)
    const desired = JSON.parse(Buffer.from(first.configuration.wanted.p, 'base64url').toString('utf8'))
    expect(desired).toMatchObject({ tid: id, size: Buffer.byteLength(first.configuration.text) })
    expect(JSON.parse(first.configuration.text).rev).toBe(desired.rev)
    await put({ scripts: [] })
    const held = { rev: desired.rev, sha256: desired.sha256 }
    const second = (await prove(id, next, held)).body
    const newest = JSON.parse(Buffer.from(second.configuration.wanted.p, 'base64url').toString('utf8'))
    expect(newest.rev).toBe(desired.rev + 1)
    for (const false_ of [
      { rev: newest.rev, sha256: desired.sha256 },
      { rev: desired.rev, sha256: newest.sha256 },
    ]) {
      expect((await prove(id, next, false_)).body.is_proved).toBe(false)
    }
    expect(await signsIn(id, old, next)).toEqual([true, false])
    expect((await prove(id, next, { rev: newest.rev, sha256: newest.sha256 })).body.is_proved).toBe(true)
    expect(await signsIn(id, old, next)).toEqual([false, true])
  })

  test('is not proved with a wrong secret or with garbage', async () => {
    const { id, old } = await running()
    const other = await running()
    const next = await replace(id)
    expect(await proveCode(id, 'guess')).toBe('credential.refused')
    expect(await proveCode(id, '')).toBe('credential.refused')
    expect(await proveCode(other.id, next)).toBe('credential.refused')
    expect(await proveCode('TB-0000', next)).toBe('credential.refused')
    for (const garbage of [{}, { rev: -1, sha256: 'x' }, { rev: 1, sha256: 'AB'.repeat(32) }, 7]) {
      expect((await prove(id, next, garbage as object)).status).toBe(400)
    }
    expect(await signsIn(id, old, next)).toEqual([true, false])
    expect((await prove(id, next)).body.is_proved).toBe(true)
  })

  test('is forgotten after a day, also before the round that says so', async () => {
    const { id, old } = await running()
    const next = await replace(id)
    server.clock.set(later(NOON, hours(24) - 1))
    await expire()
    expect(await until(id)).toBe('2026-11-21T04:00:00.000Z')
    server.clock.set(later(NOON, hours(24)))
    expect(await until(id)).toBeNull()
    expect(await proveCode(id, next)).toBe('credential.refused')
    await expire()
    await expire()
    server.clock.set(NOON)
    expect(await proveCode(id, next)).toBe('credential.refused')
    expect(await signsIn(id, old, next)).toEqual([true, false])
    expect((await auditOf(id)).slice(2)).toEqual(['terminal.replacement_expired · Coldkeep · failed'])
  })

  test('is cancelled by whoever may see the terminal, once', async () => {
    const { id, old } = await running()
    const next = await replace(id)
    const cancel = async (as: string) =>
      (await server.send('DELETE', `/api/v2/terminals/${id}/replacement`, { as })).body.code
    expect(await cancel('beside')).toBe('terminal.unknown')
    expect(await cancel('own')).toBeUndefined()
    expect(await cancel('own')).toBe('replacement.none')
    expect(await until(id)).toBeNull()
    expect(await proveCode(id, next)).toBe('credential.refused')
    expect(await signsIn(id, old, next)).toEqual([true, false])
    expect((await auditOf(id)).at(-1)).toBe('terminal.replacement_cancelled · own · done')
  })

  test('takes one box: a second code ends the wait of the first, and a code is used once', async () => {
    const { id, old } = await running()
    const code = await makeCode(id)
    const both = await Promise.all([claim(code), claim(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    const first = both.find(({ status }) => status === 200)?.body.secret
    const second = await replace(id, 'SN-3')
    expect(await proveCode(id, first)).toBe('credential.refused')
    expect(await signsIn(id, old)).toEqual([true])
    expect((await prove(id, second)).body.is_proved).toBe(true)
    expect((await call('GET', id, '')).body.serial).toBe('SN-3')
  })

  test('of a disabled terminal has to wait until it is enabled', async () => {
    const { id } = await running()
    const next = await replace(id)
    await call('POST', id, '/enabled', { is_enabled: false })
    expect(await proveCode(id, next)).toBe('terminal.disabled')
    await call('POST', id, '/enabled', { is_enabled: true })
    expect((await prove(id, next)).body.is_proved).toBe(true)
  })

  test('sends an outside broker the new secret when it is proved, and again until the broker was online', async () => {
    const { id, old } = await running()
    secrets.length = 0
    const next = await replace(id)
    expect(secrets).toEqual([])
    isBrokerAway = true
    expect(await proveCode(id, next)).toBe('service.unavailable')
    isBrokerAway = false
    // whoever cancels now cannot shut out both: the place has one secret, and the box goes on asking
    expect(await signsIn(id, old, next)).toEqual([false, true])
    expect((await call('DELETE', id, '/replacement')).body.code).toBe('replacement.none')
    expect((await prove(id, next)).body.is_proved).toBe(true)
    expect(secrets).toEqual([next])
    expect(server.faults.splice(0)).toHaveLength(1)
  })

  test('notifies those over the store who may see terminals, when the code is made and when the box came', async () => {
    const feed = openFeed<AppNotice>()
    const received: string[] = []
    const note = ({ words }: AppNotice) => received.push(words('ja').title)
    feed.subscribe({ received: ({ news }) => news.forEach(note), lost: () => {}, ended: () => {} })
    const look = messageFollower({ db: server.db, kinds: newsKinds, feed, clock: server.clock, log: silent })
    const { id } = await running()
    await look()
    expect(received).toEqual([])
    const code = await makeCode(id)
    server.clock.advance(minutes(5))
    await prove(id, (await claim(code)).body.secret)
    await look()
    await look()
    // two people, twice each
    expect(received.sort()).toEqual([
      ...Array(2).fill(`${id} の機器が交換されました：Alder Street`),
      ...Array(2).fill(`${id} の登録コードが発行されました：Alder Street`),
    ])
    for (const as of ['over', 'own']) {
      const { messages: got, unread } = await messages(as)
      expect(unread).toBe(2)
      expect(got).toMatchObject([
        { title: `${id} was replaced: Alder Street`, at: '2026-11-20T04:05:00.000Z', terminal: id },
        {
          title: `A code was created for ${id}: Alder Street`,
          body: 'Ada created a claim code: another box may replace the current one.\nN001 Alder Street',
          at: '2026-11-20T04:00:00.000Z',
          store: String(server.fleet.stores.alder.storeId),
          is_read: false,
          alarm: null,
          write: null,
        },
      ])
    }
    for (const as of ['admin', 'beside', 'pageless']) expect((await messages(as)).total).toBe(0)
    const [{ id: newest }] = (await messages('own')).messages
    await server.send('POST', '/api/v2/account/messages/read', { as: 'own', body: { message: newest } })
    expect((await messages('own')).messages.map((one: { is_read: boolean }) => one.is_read)).toEqual([
      true,
      false,
    ])
    expect((await messages('over')).unread).toBe(2)
  })

  test('of a place without a box is none: no one waits and no one is notified', async () => {
    const body = { store: String(server.fleet.stores.birch.storeId) }
    const { id } = (await server.send('POST', '/api/v2/terminals', { as: 'admin', body })).body
    const claimed = (await claim(await makeCode(id))).body
    expect(claimed.takes_over).toBe(false)
    expect(await signsIn(id, claimed.secret)).toEqual([true])
    expect((await messages('over')).total).toBe(0)
    const none: EpochMs | null = await until(id)
    expect(none).toBeNull()
  })
})
