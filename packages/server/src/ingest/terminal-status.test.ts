import { minutes, seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cycleMessage, type IngestRig, ingestRig } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachKind('what is known of a terminal', (kind) => {
  let rig: IngestRig
  beforeAll(async () => {
    rig = await ingestRig(kind)
  })
  afterEach(() => rig.reset())
  afterAll(() => rig.close())

  const online = (cn: string, over: object = {}) => ({
    v: 1,
    on: 1,
    cn,
    at: rig.clock.now(),
    prog: '1.2.0',
    cfg: 17,
    q: { n: 3, old: NOON },
    up: 60,
    ...over,
  })
  const offline = (cn: string) => ({ v: 1, on: 0, cn })
  const stateOf = async (store: TinyStore) => {
    await rig.ingest.flush()
    return rig.database.kysely
      .selectFrom('terminalState')
      .select(['connection', 'connectionName', 'since', 'lastMessageAt', 'program', 'revision', 'backlog'])
      .where('storeId', '=', store.storeId)
      .executeTakeFirst()
  }
  const liveMinutes = async (store: TinyStore) => {
    const rows = await rig.database.kysely
      .selectFrom('terminalHour')
      .select(['hour', sql<string>`live::text`.as('live')])
      .where('storeId', '=', store.storeId)
      .orderBy('hour')
      .execute()
    return rows.flatMap(({ hour, live }) =>
      Array.from({ length: 60 }, (_, m) => m)
        .filter((m) => (BigInt(live) >> BigInt(m)) & 1n)
        .map((m) => (hour + minutes(m) - NOON) / minutes(1)),
    )
  }

  test('a terminal that says it is connected is online since then', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', online('9f3c'))
    await expect
      .poll(() => stateOf(alder))
      .toEqual({
        connection: 'online',
        connectionName: '9f3c',
        since: NOON,
        lastMessageAt: NOON,
        program: '1.2.0',
        revision: 17,
        backlog: 3,
      })
    rig.clock.advance(minutes(5))
    await terminal.say('st', online('9f3c', { q: { n: 0, old: null } }))
    await expect
      .poll(() => stateOf(alder))
      .toMatchObject({ since: NOON, backlog: 0, lastMessageAt: NOON + minutes(5) })
  })

  test('a lost connection is noticed by its will, and the late will of an older one is ignored', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', online('aaaa'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connection: 'online' })
    await terminal.say('st', online('bbbb'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connectionName: 'bbbb' })
    await terminal.say('st', offline('aaaa'))
    await terminal.say('live', cycleMessage(1, NOON, []))
    await terminal.acknowledged(1)
    expect(await stateOf(alder)).toMatchObject({ connection: 'online' })
    rig.clock.advance(minutes(1))
    await terminal.say('st', offline('bbbb'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connection: 'offline', since: NOON + minutes(1) })
  })

  test('a terminal that says nothing for eleven minutes is offline', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', online('9f3c'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connection: 'online' })
    rig.clock.set((NOON + minutes(11)) as never)
    await rig.ingest.minute()
    expect(await stateOf(alder)).toMatchObject({ connection: 'online' })
    rig.clock.advance(seconds(1))
    await rig.ingest.minute()
    expect(await stateOf(alder)).toMatchObject({ connection: 'offline' })
  })

  test('readings count as being heard', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    rig.clock.advance(minutes(3))
    await terminal.say('live', cycleMessage(1, NOON, []))
    await terminal.acknowledged(1)
    expect(await stateOf(alder)).toMatchObject({ connection: 'never_seen', lastMessageAt: NOON + minutes(3) })
  })

  test('a connection that stands is a sign of life every minute, also over the hour', async () => {
    const { alder, birch } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', online('9f3c'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connection: 'online' })
    for (let minute = 1; minute <= 61; minute++) {
      rig.clock.set((NOON + minutes(minute) + seconds(2)) as never)
      if (minute % 5 === 0) {
        await terminal.say('st', online('9f3c'))
        await expect.poll(() => stateOf(alder)).toMatchObject({ lastMessageAt: rig.clock.now() })
      }
      await rig.ingest.minute()
    }
    expect(await liveMinutes(alder)).toEqual(Array.from({ length: 62 }, (_, minute) => minute))
    expect(await liveMinutes(birch)).toEqual([])
  })

  test('a minute that the timer skipped is made up, a stop of the server is not', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    await terminal.say('st', online('9f3c'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connection: 'online' })
    for (const minute of [2, 9]) {
      rig.clock.set((NOON + minutes(minute)) as never)
      await rig.ingest.minute()
    }
    expect(await liveMinutes(alder)).toEqual([0, 1, 2, 9])
  })

  test('after a restart states are right again within a minute', async () => {
    const { alder, birch } = rig.fleet.stores
    const gone = await rig.terminal(alder)
    const stays = await rig.terminal(birch)
    await gone.say('st', online('aaaa'))
    await stays.say('st', online('bbbb'))
    await expect.poll(() => stateOf(alder)).toMatchObject({ connection: 'online' })
    await expect.poll(() => stateOf(birch)).toMatchObject({ connection: 'online' })
    await rig.ingest.close()
    expect(await rig.database.kysely.selectFrom('terminalState').select('connection').execute()).toEqual([
      { connection: 'online' },
      { connection: 'online' },
    ])
    await rig.begin()
    const back = await rig.terminal(birch)
    await back.say('st', online('cccc'))
    await expect.poll(() => stateOf(birch)).toMatchObject({ connectionName: 'cccc' })
    rig.clock.advance(minutes(1))
    await rig.ingest.minute()
    expect(await stateOf(alder)).toMatchObject({ connection: 'offline' })
    expect(await stateOf(birch)).toMatchObject({ connection: 'online' })
  })

  test('a terminal that is disabled loses its connection within a minute and cannot come back', async () => {
    const { alder } = rig.fleet.stores
    const terminal = await rig.terminal(alder)
    const enable = (isEnabled: boolean) =>
      rig.database.kysely
        .updateTable('terminal')
        .set({ isEnabled })
        .where('storeId', '=', alder.storeId)
        .execute()
    await enable(false)
    const closed = new Promise<void>((resolve) => terminal.client.once('close', () => resolve()))
    await rig.ingest.minute()
    await closed
    await expect(rig.terminal(alder)).rejects.toThrow(/username/i)
    await enable(true)
  })
})
