import { epochMs, hours, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeQueued, takeSent } from '../commands/command-queries'
import { describeEachDatabase } from '../testing/test-database'
import type { TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { newWriteId } from '../testing/write-rig'
import { codeOf, lineOf, valueRead, type WriteServer, writeServer, writeTo } from '../testing/write-server'

describeEachDatabase('writes that a second person looks at, and what is undone', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  let birch: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
    birch = server.fleet.stores.birch
  })
  afterAll(() => server.close())
  beforeEach(() => rig.reset())

  test('a value outside what is usual waits for someone else, and then goes out', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(alder, 'set', -10), note: 'clearing the case' })
    expect(body).toMatchObject({ risk: 3, approval: 'waiting', can_decide: false, can_withdraw: true })
    expect(lineOf(body).state).toBe('awaiting')
    expect(await rig.commands(alder)).toEqual([])
    expect(codeOf(await rig.decide(body.id, 'admin'))).toEqual([403, 'write.own'])
    expect(codeOf(await rig.requestWrite(writeTo(alder, 'set', -20)))).toEqual([409, 'write.under_way'])
    const seen = await server.send('GET', '/api/v2/remote/writes?status=waiting', { as: 'second' })
    expect(seen.body).toMatchObject({ total: 1, waiting: 1, writes: [{ id: body.id, can_decide: true }] })
    const approved = await rig.decide(body.id, 'second')
    expect(approved.body).toMatchObject({ approval: 'approved', decided_by: 'second' })
    expect(lineOf(approved.body).state).toBe('queued')
    expect(await rig.commands(alder)).toHaveLength(1)
    expect(codeOf(await rig.decide(body.id, 'second'))).toEqual([409, 'write.decided'])
    expect((await rig.audits('write.approve')).at(-1)).toMatchObject({
      accountName: 'second',
      subject: 'Freezer 1',
      detail: { write: body.id, requested_by: 'Ada' },
    })
  })

  test('several who approve at once send it once', async () => {
    const { body } = await rig.requestWrite(writeTo(alder, 'lock', 1))
    const all = await Promise.all([1, 2, 3].map(() => rig.decide(body.id, 'second')))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await rig.commands(alder)).toHaveLength(1)
  })

  test('it is rejected with a reason, or withdrawn, or no one looks at it in time', async () => {
    const rejected = (await rig.requestWrite(writeTo(alder, 'set', -10))).body.id
    expect((await rig.decide(rejected, 'second', { approves: false })).status).toBe(400)
    expect(
      (await rig.decide(rejected, 'second', { approves: false, reason: 'too warm' })).body,
    ).toMatchObject({
      approval: 'rejected',
      decision_note: 'too warm',
      lines: [{ state: 'rejected' }],
    })
    const withdrawn = (await rig.requestWrite(writeTo(alder, 'set', -10))).body.id
    const byOther = await server.send('DELETE', `/api/v2/remote/writes/${withdrawn}`, { as: 'second' })
    expect(codeOf(byOther)).toEqual([403, 'write.not_own'])
    const answer = await server.send('DELETE', `/api/v2/remote/writes/${withdrawn}`, { as: 'admin' })
    expect(answer.body).toMatchObject({ approval: 'withdrawn', lines: [{ state: 'withdrawn' }] })
    const late = (await rig.requestWrite(writeTo(alder, 'set', -10))).body.id
    server.clock.advance(hours(4))
    expect(await rig.read(late)).toMatchObject({
      approval: 'expired',
      is_open: false,
      lines: [{ state: 'expired' }],
    })
    expect(codeOf(await rig.decide(late, 'second'))).toEqual([409, 'write.decided'])
    expect(await rig.commands(alder)).toEqual([])
    expect((await rig.requestWrite(writeTo(alder, 'set', -10))).status).toBe(200)
  })

  test('an API key of either account approves nothing', async () => {
    const key = async (as: string) => {
      const expires_at = new Date(epochMs(server.clock.now() + hours(24))).toISOString()
      const body = {
        name: `key of ${as}`,
        department: String(server.fleet.company),
        pages: ['3-1'],
        expires_at,
      }
      const { body: made, text } = await server.send('POST', '/api/v2/api-key', { as, body })
      if (made.key === undefined && made.secret === undefined) throw new Error(text)
      return { authorization: `Bearer ${made.key ?? made.secret}` }
    }
    const { body } = await rig.requestWrite(writeTo(alder, 'set', -10))
    for (const as of ['admin', 'second']) {
      const answer = await server.send('POST', `/api/v2/remote/writes/${body.id}/decision`, {
        headers: await key(as),
        body: { approves: true },
      })
      expect(codeOf(answer)).toEqual([403, 'write.person_needed'])
    }
    expect(await rig.commands(alder)).toEqual([])
  })

  test.each([
    ['was disabled', { isEnabled: false }],
    ['went to another department', { departmentId: null }],
  ])('what an account requested that %s since is not approved, only rejected', async (_, changes) => {
    const { body } = await rig.requestWrite(writeTo(alder, 'set', -10), 'second')
    const { company, south } = server.fleet
    const set = (to: object) =>
      server.db.updateTable('account').set(to).where('login', '=', 'second').execute()
    await set('departmentId' in changes ? { departmentId: south } : changes)
    const approved = await rig.decide(body.id, 'admin')
    const rejected = await rig.decide(body.id, 'admin', { approves: false, reason: 'who is that' })
    await set({ isEnabled: true, departmentId: company })
    expect([codeOf(approved), rejected.status]).toEqual([[409, 'write.asker'], 200])
    expect(await rig.commands(alder)).toEqual([])
  })

  test('what waits over a port that leads elsewhere now is taken back; what waits over another stays', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(birch, 'light-on'), wait_minutes: 240 })
    const configure = async (host: string) => {
      const ports = [
        { id: 'p1', kind: 'mbtcp', host, port: 502 },
        { id: 'p2', kind: 'mbtcp', host: '10.0.0.9', port: 502 },
      ]
      const answer = await server.send('POST', `/api/v2/terminals/${birch.terminalId}/configurations`, {
        as: 'admin',
        body: { document: { ports, scripts: [] }, is_check: false },
      })
      expect([answer.status, answer.text]).toEqual([200, answer.text])
    }
    await rig.scripts.givePort(birch)
    expect(lineOf(await rig.read(body.id)).state).toBe('queued')
    await configure('10.9.9.9')
    expect(lineOf(await rig.read(body.id))).toMatchObject({
      state: 'withdrawn',
      error: expect.stringMatching(/has since changed/),
    })
    expect((await rig.audits('write.withdraw')).at(-1)).toMatchObject({
      detail: { write: body.id, why: 'port' },
    })
    await rig.scripts.givePort(birch)
  })

  test('what waits when the model is published again is taken back', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(birch, 'light-on'), wait_minutes: 240 })
    const { deviceModelId } = await server.db
      .selectFrom('deviceModel')
      .select('deviceModelId')
      .where('brand', '=', 'Nordwind')
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('writeCommand')
      .set({ note: 'Lock of the keys' })
      .where('deviceModelId', '=', deviceModelId)
      .where('commandCode', '=', 'lock')
      .execute()
    const published = await server.send('POST', '/api/v2/append-poll/model-version', {
      as: 'admin',
      body: { brand: 'Nordwind', model: 'T3', note: '', seen: 1 },
    })
    expect([published.status, published.text]).toEqual([200, published.text])
    expect(lineOf(await rig.read(body.id)).state).toBe('withdrawn')
    expect((await rig.audits('write.withdraw')).at(-1)).toMatchObject({
      detail: { write: body.id, why: 'model' },
    })
  })

  test('what was changed between asking and approving is not sent', async () => {
    const { body } = await rig.requestWrite(writeTo(birch, 'set', -10))
    const setUnit = (unitId: number) =>
      server.db.updateTable('device').set({ unitId }).where('deviceId', '=', birch.freezer.deviceId).execute()
    await setUnit(7)
    const { body: approved } = await rig.decide(body.id, 'second')
    await setUnit(1)
    expect(lineOf(approved)).toMatchObject({
      state: 'refused',
      error: expect.stringMatching(/has since changed/),
    })
    expect(await rig.commands(birch)).toEqual([])
  })

  test('a device that is retired takes its queued writes with it', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(birch, 'light-on'), wait_minutes: 60 })
    const retire = (is_retired: boolean) =>
      server.send('POST', `/api/v2/equipment/${birch.freezer.deviceId}/retired`, {
        as: 'admin',
        body: { is_retired },
      })
    expect((await retire(true)).status).toBe(200)
    expect(lineOf(await rig.read(body.id))).toMatchObject({
      state: 'withdrawn',
      error: 'The device has since been retired.',
    })
    const [command] = await rig.commands(birch)
    expect((await rig.audits('write.withdraw')).at(-1)).toEqual({
      accountName: 'Coldkeep',
      subject: 'Freezer 1',
      detail: {
        command: command?.commandId,
        write: body.id,
        device: birch.freezer.deviceId,
        name: 'Freezer 1',
        code_of: 'light-on',
        before: null,
        after: null,
        state_before: 'queued',
        state_after: 'withdrawn',
        why: 'retired',
      },
      outcome: 'done',
    })
    await retire(false)
  })

  test('what was handed to the broker for it is not sent again; the word of its terminal is believed all the same', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(birch, 'set', -20), wait_minutes: 240 })
    const { storeId, terminalId } = birch
    const online = { storeId, terminalId, connection: 'online', since: server.clock.now() }
    await server.db
      .insertInto('terminalState')
      .values(online as never)
      .execute()
    const [sent] = (await takeQueued(server.db, server.clock.now())).filter(({ op }) => op === 'write')
    expect(lineOf(await rig.read(body.id)).state).toBe('queued')
    const swapped = await server.send('POST', `/api/v2/equipment/${birch.freezer.deviceId}/swap`, {
      as: 'admin',
      body: { brand: 'Nordwind', model: 'T3', port: null, unit_id: 1, reason: 'burnt out' },
    })
    expect(swapped.status).toBe(200)
    const again = await takeSent(server.db, [terminalId], server.clock.now())
    expect(again.filter(({ op }) => op === 'write')).toEqual([])
    expect(lineOf(await rig.read(body.id)).state).toBe('expired')
    expect((await rig.audits('write.withdraw')).at(-1)).toMatchObject({
      accountName: 'Coldkeep',
      detail: { write: body.id, value: -20, state_before: 'sent', state_after: 'expired', why: 'swapped' },
    })
    await rig.reportResult(birch, sent?.commandId as string, { st: 'done', out: { after: valueRead(-20) } })
    expect(lineOf(await rig.read(body.id)).state).toBe('confirmed')
    await server.db.deleteFrom('terminalState').where('terminalId', '=', terminalId).execute()
  })

  test('more than ten devices at once wait for someone else; each has its own state', async () => {
    const row = await server.db
      .selectFrom('device')
      .selectAll()
      .where('deviceId', '=', alder.freezer.deviceId)
      .executeTakeFirstOrThrow()
    const { deviceId: _, ...copy } = row
    const added = await server.db
      .insertInto('device')
      .values(
        Array.from({ length: 10 }, (_, index) => ({ ...copy, name: `Case ${index}`, unitId: 20 + index })),
      )
      .returning('deviceId')
      .execute()
    const devices = [row, ...added].map(({ deviceId }) => String(deviceId))
    const ten = await rig.requestWrite({ ...writeTo(alder, 'light-on'), devices: devices.slice(0, 10) })
    expect(ten.body).toMatchObject({ risk: 1, approval: 'not_needed' })
    expect(await rig.commands(alder)).toHaveLength(10)
    const eleven = await rig.requestWrite({ ...writeTo(alder, 'defrost'), devices })
    expect(eleven.body).toMatchObject({ risk: 3, approval: 'waiting' })
    expect(eleven.body.lines).toHaveLength(11)
    await rig.decide(eleven.body.id, 'second')
    const commands = (await rig.commands(alder)).filter(({ arg }) => arg.requestHex === '06 03 F4 00 01')
    expect(new Set(commands.map(({ arg }) => arg.unitId)).size).toBe(11)
    const [first, second] = commands
    await rig.reportResult(alder, first?.commandId as string, { st: 'done', out: { packet: '' } })
    await rig.reportResult(alder, second?.commandId as string, {
      st: 'failed',
      err: { code: 'E_EXCEPTION(2)', text: 'the device refused' },
    })
    const states = (await rig.read(eleven.body.id)).lines.map((line: { state: string }) => line.state)
    expect(states.sort()).toEqual(['answered', 'failed', ...Array(9).fill('queued')])
    await server.db
      .deleteFrom('device')
      .where(
        'deviceId',
        'in',
        added.map(({ deviceId }) => deviceId),
      )
      .execute()
  })

  test('undo writes the value back that stood before, under the same rules and linked to the first', async () => {
    const { body } = await rig.requestWrite(writeTo(alder, 'set', -20))
    const undo = (id = body.id, as = 'admin') =>
      server.send('POST', `/api/v2/remote/writes/${id}/undo`, { as, body: { id: newWriteId() } })
    expect(codeOf(await undo())).toEqual([409, 'write.no_undo'])
    const [command] = await rig.commands(alder)
    await rig.reportResult(alder, command?.commandId as string, {
      st: 'done',
      // 15 °C is outside what is usual for a freezer
      out: { before: valueRead(15), after: valueRead(-20) },
    })
    const undone = await undo()
    expect(undone.body).toMatchObject({
      undo_of: body.id,
      risk: 3,
      approval: 'waiting',
      lines: [{ value: 15 }],
    })
    expect((await rig.read(body.id)).can_undo).toBe(false)
    await server.send('DELETE', `/api/v2/remote/writes/${undone.body.id}`, { as: 'admin' })
    expect((await rig.read(body.id)).can_undo).toBe(true)
  })

  test('it is undone once, whoever of two does it; an undoing that came to nothing may be tried again', async () => {
    const { body } = await rig.requestWrite(writeTo(alder, 'set', -20))
    const end = async (result: Parameters<WriteServer['reportResult']>[2]) => {
      const command = (await rig.commands(alder)).at(-1)
      await rig.reportResult(alder, command?.commandId as string, result)
      server.clock.advance(seconds(1))
    }
    await end({ st: 'done', out: { before: valueRead(-22), after: valueRead(-20) } })
    const undo = (as: string) =>
      server.send('POST', `/api/v2/remote/writes/${body.id}/undo`, { as, body: { id: newWriteId() } })
    const both = await Promise.all([undo('admin'), undo('second')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await end({ st: 'expired', err: { code: 'E_EXPIRED', text: 'came too late' } })
    expect((await rig.read(body.id)).can_undo).toBe(true)
    expect((await undo('second')).status).toBe(200)
    await end({ st: 'done', out: { before: valueRead(-20), after: valueRead(-22) } })
    // someone has set it again since; the old undoing must not come over it
    expect(codeOf(await undo('admin'))).toEqual([409, 'write.undone'])
    expect((await rig.read(body.id)).can_undo).toBe(false)
  })

  test('a light is undone by the write that puts it back; what was refused is not undone', async () => {
    const end = async (result: Parameters<WriteServer['reportResult']>[2]) => {
      const command = (await rig.commands(birch)).at(-1)
      await rig.reportResult(birch, command?.commandId as string, result)
      // the next one is later
      server.clock.advance(seconds(1))
    }
    const on = (await rig.requestWrite(writeTo(birch, 'light-on'))).body.id
    await end({ st: 'done', out: { before: valueRead(0), after: valueRead(1) } })
    const undone = await server.send('POST', `/api/v2/remote/writes/${on}/undo`, {
      as: 'admin',
      body: { id: newWriteId() },
    })
    expect(undone.body.lines).toMatchObject([{ code: 'light-off', value: null, state: 'queued' }])
    await end({ st: 'done', out: { before: valueRead(1), after: valueRead(0) } })
    const refused = (await rig.requestWrite(writeTo(birch, 'set', -20))).body.id
    await end({ st: 'failed', err: { code: 'E_EXCEPTION(3)', text: '' }, out: { before: valueRead(-22) } })
    expect(await rig.read(refused)).toMatchObject({ can_undo: false, lines: [{ state: 'failed' }] })
    const kept = (await rig.requestWrite(writeTo(birch, 'set', -20))).body.id
    await end({
      st: 'failed',
      err: { code: 'E_KEPT', text: '' },
      out: { before: valueRead(-22), after: valueRead(-21) },
    })
    expect(await rig.read(kept)).toMatchObject({
      can_undo: true,
      lines: [{ state: 'failed', after: { value: -21 } }],
    })
  })
})
