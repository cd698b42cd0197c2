import type { CommandOperation } from '@coldkeep/contract/mqtt/command'
import type { CommandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import type { CommandState } from '@coldkeep/domain/commands/command-state'
import { days, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BundleState } from '../db/field-tables'
import { deleteOldOfField } from '../dispatch/remove-expired'
import { type FieldRig, fieldRig } from '../testing/field-rig'
import { connectTerminal } from '../testing/ingest-rig'
import { describeEachKind } from '../testing/test-database'
import type { TinyStore } from '../testing/tiny-fleet'
import { commandIdAfter } from './command-id'
import { cancelQueued } from './command-queries'
import { makeCommand } from './make-command'

const by = { accountId: null, name: 'Ada' }

describeEachKind('commands of the server', (kind) => {
  let rig: FieldRig
  beforeAll(async () => {
    rig = await fieldRig(kind)
  })
  afterAll(() => rig.close())

  const make = async <Operation extends CommandOperation>(
    store: TinyStore,
    op: Operation,
    arg: CommandArguments<Operation>,
  ) => {
    const { storeId, terminalId } = store
    const id = await rig.database.kysely
      .transaction()
      .execute((trx) => makeCommand(trx, { storeId, terminalId, op, arg: () => arg, by }, rig.clock.now()))
    await rig.dispatch.round()
    return id
  }
  const restart = (store: TinyStore) => make(store, 'restart', { what: 'program' })
  const stateOf = async (id: string) =>
    await rig.database.kysely
      .selectFrom('command')
      .select(['state', 'percent', 'errorCode', 'outcome'])
      .where('commandId', '=', id)
      .executeTakeFirstOrThrow()

  test('ids grow for each terminal, in one millisecond and where the clock was set back', async () => {
    const { dogwood } = rig.fleet.stores
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push(await restart(dogwood))
    const now = rig.clock.now()
    rig.clock.set(later(now, -days(1)))
    for (let count = 0; count < 20; count++) ids.push(await restart(dogwood))
    rig.clock.set(now)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(commandIdAfter('01M7VHRXG0V2M49J3WHBXMEQZZ')).toBe('01M7VHRXG0V2M49J3WHBXMER00')
    for (const id of ids) await cancelQueued(rig.database.kysely, dogwood.storeId, id, now)
  })

  test('one waits until its terminal is there, arrives signed, and its results are kept once', async () => {
    const { alder } = rig.fleet.stores
    const id = await restart(alder)
    expect((await stateOf(id)).state).toBe('queued')
    const box = await rig.box(alder)
    await expect
      .poll(() => box.commands[0])
      .toEqual({
        v: 1,
        id,
        tid: alder.terminalId,
        op: 'restart',
        iat: rig.clock.now(),
        exp: rig.clock.now() + minutes(10),
        arg: { what: 'program' },
      })
    expect((await stateOf(id)).state).toBe('sent')
    await box.result(id, 'accepted')
    await box.result(id, 'progress', { pc: 40 })
    expect(await stateOf(id)).toMatchObject({ state: 'running', percent: 40 })
    await box.result(id, 'done', { out: { rows: 3 } })
    await box.result(id, 'accepted')
    await box.result(id, 'failed', { err: { code: 'E_LATE', text: 'late' } })
    expect(await stateOf(id)).toEqual({ state: 'done', percent: null, errorCode: null, outcome: { rows: 3 } })
    const audit = await rig.database.kysely
      .selectFrom('audit')
      .select(['accountName', 'kind', 'outcome'])
      .where('subject', '=', alder.terminalId)
      .orderBy('auditId')
      .execute()
    expect(audit).toEqual([
      { accountName: 'Ada', kind: 'command.restart', outcome: 'begun' },
      { accountName: alder.terminalId, kind: 'command.restart', outcome: 'done' },
    ])
    // it may be said again while the terminal is just appearing: the same, which terminals do once
    expect(new Set(box.commands.map((command) => JSON.stringify(command))).size).toBe(1)
    await box.end()
  })

  test('what is still desired is sent again whenever the terminal appears, also by a server that has just begun', async () => {
    const { birch } = rig.fleet.stores
    const box = await rig.box(birch)
    const first = await restart(birch)
    const second = await restart(birch)
    await box.result(second, 'done')
    await box.appear()
    await expect.poll(() => box.commands.map(({ id }) => id)).toEqual([first, second, first])
    await rig.restart()
    const again = await rig.box(birch)
    await expect.poll(() => again.commands.map(({ id }) => id)).toEqual([first])
    rig.clock.advance(minutes(10))
    await rig.dispatch.round()
    expect((await stateOf(first)).state).toBe('expired')
    await again.appear()
    expect(again.commands).toHaveLength(1)
    // it had been taken in time, and only the line was slow
    await again.result(first, 'done')
    expect((await stateOf(first)).state).toBe('done')
    await again.end()
  })

  test('no terminal answers for another', async () => {
    const { cedar, dogwood } = rig.fleet.stores
    const id = await restart(cedar)
    const box = await rig.box(dogwood)
    await box.result(id, 'done')
    await box.result('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'done')
    expect((await stateOf(id)).state).toBe('queued')
    await box.end()
  })

  test('one that waits can be cancelled, one that was sent cannot', async () => {
    const { cedar } = rig.fleet.stores
    const { kysely: db } = rig.database
    const waiting = await restart(cedar)
    expect(await cancelQueued(db, cedar.storeId, waiting, rig.clock.now())).toBe(true)
    const box = await rig.box(cedar)
    expect((await stateOf(waiting)).state).toBe('cancelled')
    const sent = await restart(cedar)
    expect(await cancelQueued(db, cedar.storeId, sent, rig.clock.now())).toBe(false)
    expect(box.commands.map(({ id }) => id)).not.toContain(waiting)
    await box.end()
  })

  test('a write that no one takes within a minute expires, and one that was taken and never answered is lost', async () => {
    const { dogwood } = rig.fleet.stores
    const text = { requestHex: '06 00 63 00 14', expectedReplyHex: '06 00 63 00 14' }
    const flags = { includesUnitId: false, appendsCrc: true, replyHasCrc: true }
    const write = { portId: 'p1', unitId: 5, ...text, ...flags, retries: 0, intervalMs: 0, timeoutMs: 500 }
    const waiting = await make(dogwood, 'write', write)
    rig.clock.advance(seconds(61))
    await rig.dispatch.round()
    expect((await stateOf(waiting)).state).toBe('expired')
    const box = await rig.box(dogwood)
    const taken = await make(dogwood, 'write', write)
    await box.result(taken, 'accepted')
    rig.clock.advance(seconds(61))
    await rig.dispatch.round()
    expect((await stateOf(taken)).state).toBe('accepted')
    rig.clock.advance(days(7))
    await rig.dispatch.round()
    expect(await stateOf(taken)).toMatchObject({ state: 'failed', errorCode: 'E_LOST' })
    await box.end()
  })

  test('a terminal that does not trust the current keys receives them first, one that does is not sent them', async () => {
    const { dogwood } = rig.fleet.stores
    const names = rig.keys.publicKeys().map(({ k }) => k)
    const terminal = await connectTerminal(rig.broker.port(), dogwood.terminalId)
    const topics: string[] = []
    terminal.client.on('message', (topic) => topics.push(topic.split('/').at(-1) ?? ''))
    const appear = async (keys?: readonly string[]) => {
      topics.length = 0
      const state = {
        v: 1,
        on: 1,
        cn: '9f3c',
        at: rig.clock.now(),
        prog: '1',
        cfg: 1,
        q: { n: 0, old: null },
        up: 1,
      }
      await terminal.say('st', { ...state, ...(keys && { keys }) })
      await rig.ingest.flush()
      await rig.dispatch.round()
    }
    await appear(['lost', names[0]!])
    const id = await restart(dogwood)
    await expect.poll(() => topics).toEqual(['key', 'cmd'])
    await appear(names)
    await expect.poll(() => topics).toEqual(['cmd'])
    await appear()
    await expect.poll(() => topics).toEqual(['cmd'])
    expect((await stateOf(id)).state).toBe('sent')
    await terminal.client.endAsync(true)
  })

  const insertBundle = ({ storeId, terminalId }: TinyStore, revision: number, state: BundleState) => {
    const now = rig.clock.now()
    return rig.database.kysely
      .insertInto('bundle')
      .values({
        storeId,
        terminalId,
        revision,
        sha256: '',
        body: Buffer.from('{}'),
        commandId: `old${revision}`,
        state,
        faults: null,
        createdBy: 'Ada',
        createdAt: now,
        changedAt: now,
      })
      .execute()
  }

  test('after a year only what may still be spoken of is there', async () => {
    const { storeId, terminalId } = rig.fleet.stores.cedar
    const db = rig.database.kysely
    const written = rig.clock.now()
    const own = { storeId, terminalId }
    const put = (state: CommandState, number: number) =>
      db
        .insertInto('command')
        .values({
          ...own,
          commandId: `old${number}`,
          op: number < 3 ? 'cfg.apply' : 'restart',
          arg: {},
          state,
          percent: null,
          outcome: null,
          errorCode: null,
          errorText: null,
          createdBy: 'Ada',
          createdAt: written,
          expiresAt: written,
          sentAt: null,
          changedAt: written,
        })
        .execute()
    for (const [number, state] of (['done', 'done', 'running', 'expired'] as const).entries()) {
      await put(state, number + 1)
    }
    await insertBundle(rig.fleet.stores.cedar, 1, 'replaced')
    await insertBundle(rig.fleet.stores.cedar, 2, 'active')
    const left = async () =>
      (await db.selectFrom('command').select('commandId').where('storeId', '=', storeId).execute())
        .map(({ commandId }) => commandId)
        .filter((id) => id.startsWith('old'))
        .sort()
    await deleteOldOfField(db, storeId, later(written, days(365)))
    expect(await left()).toEqual(['old1', 'old2', 'old3', 'old4'])
    await deleteOldOfField(db, storeId, later(written, days(365) + 1_000))
    expect(await left()).toEqual(['old2', 'old3'])
  })

  test('configurations of a terminal older than a year go, but for the last twenty and the one it runs', async () => {
    const db = rig.database.kysely
    const { dogwood } = rig.fleet.stores
    const { storeId } = dogwood
    const written = rig.clock.now()
    for (let revision = 101; revision <= 125; revision++) {
      await insertBundle(dogwood, revision, revision === 102 ? 'active' : 'replaced')
    }
    const left = async () =>
      (await db.selectFrom('bundle').select('revision').where('storeId', '=', storeId).execute())
        .map(({ revision }) => revision)
        .sort((a, b) => a - b)
    await deleteOldOfField(db, storeId, later(written, days(365)))
    expect((await left()).length).toBe(25)
    await deleteOldOfField(db, storeId, later(written, days(365) + 1_000))
    expect(await left()).toEqual([102, ...Array.from({ length: 20 }, (_, index) => index + 106)])
  })
})
