import type { PointId } from '@coldkeep/domain/ids'
import { days, later, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteOldOfField } from '../dispatch/remove-expired'
import { COMMAND, type ScriptRig, scriptRig } from '../testing/script-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const RULE = ['Air', '°C', -30, 15, -15, 0, 30]

describeEachDatabase('script files on their way to stores', (openDatabase) => {
  let server: TestServer
  let rig: ScriptRig
  let script: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = scriptRig(server)
    await rig.publish()
    script = await rig.script('Cases', COMMAND)
    for (const store of Object.values(server.fleet.stores)) await rig.givePort(store)
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const ids = (...stores: TinyStore[]) => stores.map(({ storeId }) => String(storeId))
  const start = async (mode: string, stores: TinyStore[], more: object = {}, file = script) => {
    const body = { mode, script_file: file, store_ids: ids(...stores), note: '', ...more }
    const {
      status,
      body: answer,
      text,
    } = await rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store', body)
    if (status !== 200) throw new Error(text)
    await rig.deploy()
    return answer.id as string
  }
  const status = async (id: string) =>
    rig.read('GET', `/api/v2/append-poll-mgr/patch-to-store/status?id=${id}`)
  const states = async (id: string) =>
    (await status(id)).stores.map((row: { store: { code: string }; state: string; revision: number }) => [
      row.store.code,
      row.state,
      row.revision,
    ])
  const newest = async ({ terminalId }: TinyStore) => {
    const { revisions } = await rig.read('GET', `/api/v2/terminals/${terminalId}/configurations`)
    const { revision } = revisions[0]
    const { document } = await rig.read('GET', `/api/v2/terminals/${terminalId}/configurations/${revision}`)
    return { revision, document }
  }
  const applyOf = async ({ storeId }: TinyStore) =>
    (
      await server.db
        .selectFrom('bundle')
        .select('commandId')
        .where('storeId', '=', storeId)
        .orderBy('revision', 'desc')
        .executeTakeFirstOrThrow()
    ).commandId
  const onlyRun = ({ storeId }: TinyStore) =>
    server.db
      .selectFrom('command')
      .select(['commandId', 'arg'])
      .where('storeId', '=', storeId)
      .where('op', '=', 'run.once')
      .executeTakeFirstOrThrow()
  const polling = async (file = script) =>
    (await rig.read('GET', `/api/v2/append-poll-mgr/script-file/stores?script-file=${file}`)).stores.map(
      (row: { store: { code: string }; status: string }) => [row.store.code, row.status],
    )

  test('what is in the way is shown for each store before anything is sent', async () => {
    const { alder, birch } = server.fleet.stores
    const check = (adds: boolean) =>
      rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store/check', {
        script_file: script,
        store_ids: ids(alder, birch),
        adds_devices: adds,
      })
    const { body } = await check(false)
    expect(body).toMatchObject({ ready: 0, faulty_total: 2 })
    expect(body.faulty[0]).toMatchObject({
      store: { code: 'N001' },
      faults: [
        {
          path: 'commands.0.unitId',
          code: 'device_missing',
          message: 'The store has no such device: 5 Nordwind T3',
        },
      ],
    })
    // two attempts of 500 ms with a rest of 600 ms
    expect((await check(true)).body).toMatchObject({
      ready: 2,
      new_devices: 2,
      worst_ms: 1_600,
      faulty: [],
    })
    const devices = await server.db.selectFrom('device').select('unitId').where('unitId', '=', 5).execute()
    expect(devices).toEqual([])
  })

  test('a script with what it lacks goes to a store and its states are followed to the end', async () => {
    const { alder } = server.fleet.stores
    const refused = await start('deploy', [alder])
    expect(await states(refused)).toEqual([['N001', 'refused', null]])
    expect((await status(refused)).is_ended).toBe(true)
    const id = await start('deploy', [alder], { adds_devices: true, note: 'spring' })
    expect(await states(id)).toEqual([['N001', 'queued', 3]])
    expect(await polling()).toEqual([['N001', 'on_its_way']])
    const device = await server.db
      .selectFrom('device')
      .select(['deviceId', 'name', 'type', 'zone', 'terminalId'])
      .where('storeId', '=', alder.storeId)
      .where('unitId', '=', 5)
      .executeTakeFirstOrThrow()
    expect(device).toMatchObject({
      name: 'Case 5',
      type: 'doored_case',
      zone: null,
      terminalId: alder.terminalId,
    })
    const points = await server.db
      .selectFrom('point')
      .select(['pointId', 'name', 'kind'])
      .where('deviceId', '=', device.deviceId)
      .where('kind', 'in', ['air_temperature', 'evaporator_temperature'])
      .orderBy('position')
      .execute()
    expect(points.map(({ name }) => name)).toEqual(['Air', 'Coil'])
    const { document } = await newest(alder)
    expect(document.scripts).toMatchObject([
      {
        name: 'Folder of Cases / Cases',
        periodSeconds: 60,
        commands: [
          {
            portId: 'p1',
            unitId: 5,
            deviceName: 'Case 5',
            requestHex: '03 00 00 00 02',
            responseLengthBytes: 9,
            retries: 1,
            intervalMs: 50,
            timeoutMs: 500,
            nodes: [
              {
                pointId: points[0]?.pointId,
                name: 'Air',
                skipLeadingBytes: 0,
                skipTrailingBytes: 2,
                divisor: 10,
              },
              {
                pointId: points[1]?.pointId,
                name: 'Coil',
                skipLeadingBytes: 2,
                skipTrailingBytes: 0,
                divisor: 10,
              },
            ],
          },
        ],
      },
    ])
    const command = await applyOf(alder)
    for (const step of ['fetched', 'checked']) {
      await rig.reportResult(alder, command, { st: 'progress', out: { step } })
      expect((await states(id))[0][1]).toBe(step)
    }
    expect((await status(id)).is_ended).toBe(false)
    await rig.reportResult(alder, command, { st: 'done', out: { rev: 3 } })
    expect(await status(id)).toMatchObject({
      patch: { script_name: 'Folder of Cases / Cases', mode: 'deploy', note: 'spring', created_by: 'Ada' },
      is_ended: true,
      stores: [{ state: 'active', terminal: alder.terminalId, faults: [], error: null }],
    })
    expect(await polling()).toEqual([['N001', 'current']])
    // nothing has changed, so that nothing is sent
    expect(await states(await start('deploy', [alder]))).toEqual([['N001', 'unchanged', null]])
    expect((await newest(alder)).revision).toBe(3)
    expect((await rig.send('DELETE', `/api/v2/append-poll-mgr/script-file?id=${script}`)).body.code).toBe(
      'script.in_use',
    )
  })

  test('rules travel with the script and leave with it; a store with an old revision is shown', async () => {
    const { alder, birch } = server.fleet.stores
    await start('deploy', [birch], { adds_devices: true })
    const [{ uid }] = await rig.read('GET', `/api/v2/append-poll-mgr/cmd-collection?script-file=${script}`)
    await rig.send('POST', '/api/v2/append-poll-mgr/alarm-rule', {
      script_file: script,
      script_cmd: uid,
      rows: [RULE],
    })
    expect(await polling()).toEqual([
      ['N001', 'older'],
      ['N002', 'older'],
    ])
    const rulesOf = ({ storeId }: TinyStore) =>
      server.db
        .selectFrom('alarmRule')
        .select(['lowLimit', 'lowDelayMinutes', 'highLimit', 'highDelayMinutes', 'lostDelayMinutes'])
        .where('storeId', '=', storeId)
        .execute()
    expect(await states(await start('deploy', [birch]))).toEqual([['N002', 'unchanged', null]])
    expect(await rulesOf(birch)).toEqual([
      { lowLimit: -30, lowDelayMinutes: 15, highLimit: -15, highDelayMinutes: 0, lostDelayMinutes: 30 },
    ])
    expect(await rulesOf(alder)).toEqual([])
    expect(await polling()).toEqual([
      ['N001', 'older'],
      ['N002', 'on_its_way'],
    ])
    const removed = await start('remove', [birch])
    expect((await states(removed))[0].slice(0, 2)).toEqual(['N002', 'queued'])
    expect((await newest(birch)).document.scripts).toEqual([])
    expect(await rulesOf(birch)).toEqual([])
    expect(await polling()).toEqual([['N001', 'older']])
  })

  test('other scripts of a terminal stay; one that reads the same is in the way', async () => {
    const { cedar } = server.fleet.stores
    await start('deploy', [cedar], { adds_devices: true })
    const second = await rig.script('Cases twice', COMMAND)
    const id = await start('deploy', [cedar], {}, second)
    expect((await status(id)).stores[0]).toMatchObject({
      state: 'refused',
      faults: [{ path: 'commands.0.commandCode', code: 'asked_elsewhere' }],
    })
    const other = await rig.script('Case 6', [...COMMAND.slice(0, 3), '6', 'Case 6', 0, 50, 500])
    await start('deploy', [cedar], { adds_devices: true }, other)
    const { document } = await newest(cedar)
    expect(document.scripts.map(({ name }: { name: string }) => name)).toEqual([
      'Folder of Cases / Cases',
      'Folder of Case 6 / Case 6',
    ])
    expect(await polling()).toContainEqual(['S001', 'on_its_way'])
    // who edits the script by hand has a script of his own
    const [first, last] = document.scripts
    await rig.send('POST', `/api/v2/terminals/${cedar.terminalId}/configurations`, {
      document: { ...document, scripts: [{ ...first, periodSeconds: 90 }, last] },
      is_check: false,
    })
    expect(await polling()).not.toContainEqual(['S001', 'on_its_way'])
    expect(await polling(other)).toEqual([['S001', 'on_its_way']])
  })

  test('a single run asks once, stores nothing, and its rows tell value, packet and why there is none', async () => {
    const { dogwood } = server.fleet.stores
    const before = await newest(dogwood)
    const id = await start('once', [dogwood])
    expect(await states(id)).toEqual([['S002', 'queued', null]])
    const { commandId: command, arg } = await onlyRun(dogwood)
    expect(arg).toMatchObject({
      script: { commands: [{ unitId: 5, nodes: [{ pointId: 1 }, { pointId: 2 }] }] },
    })
    server.clock.advance(seconds(2))
    const row = { commandCode: 'probes', unitId: 5, deviceName: 'Case 5', ms: 41 }
    await rig.reportResult(dogwood, command, {
      st: 'done',
      out: {
        rows: [
          {
            ...row,
            packet: '05 03 04 FF 38 00 0A 2E 5E',
            values: [
              { pointId: 1 as PointId, name: 'Air', value: -20, quality: 0 },
              { pointId: 2 as PointId, name: 'Coil', value: 1, quality: 0 },
            ],
          },
          { ...row, unitId: 6, packet: '', code: 'E_TIMEOUT', values: [] },
        ],
      },
    })
    const rows = await rig.read('GET', `/api/v2/append-poll-mgr/patch-to-store/rows?id=${id}`)
    const common = {
      store: { id: expect.any(String), code: 'S002', name: 'Dogwood Alley' },
      command_code: 'probes',
      ms: 41,
    }
    expect(rows).toMatchObject([
      {
        ...common,
        point_name: 'Air',
        unit: '°C',
        value: -20,
        quality: 0,
        packet: '05 03 04 FF 38 00 0A 2E 5E',
        error: '',
      },
      { ...common, point_name: 'Coil', unit: '°C', value: 1, quality: 0 },
      {
        ...common,
        unit_id: 6,
        point_name: '',
        value: null,
        quality: 1,
        packet: '',
        error: 'The device did not answer.',
      },
    ])
    expect(rows[0].at).toBe(new Date(NOON + 2_000).toISOString())
    const [{ mid }] = await rig.read('GET', '/api/v2/append-poll/poll-mid')
    const captured = () => rig.read('GET', `/api/v2/append-poll/test-bench/captured?mid=${mid}`)
    expect(await captured()).toEqual([
      {
        store: { code: 'S002', name: 'Dogwood Alley' },
        device_name: 'Case 5',
        unit_id: 5,
        reply_hex: '05 03 04 FF 38 00 0A 2E 5E',
        at: new Date(NOON + 2_000).toISOString(),
      },
    ])
    const asks = (requestHex: string) => server.db.updateTable('pollCommand').set({ requestHex }).execute()
    await asks('03 00 01 00 02')
    expect(await captured()).toEqual([])
    await asks('03 00 00 00 02')
    expect((await status(id)).is_ended).toBe(true)
    expect(await newest(dogwood)).toEqual(before)
    const entered = await server.db
      .selectFrom('device')
      .select('deviceId')
      .where('storeId', '=', dogwood.storeId)
      .where('unitId', '=', 5)
      .execute()
    expect(entered).toEqual([])
  })

  test('stores of others, too many of them and pages that are not theirs are refused', async () => {
    const { alder } = server.fleet.stores
    const body = { mode: 'once', script_file: script, store_ids: ids(alder), note: '' }
    const north = await server.send('POST', '/api/v2/append-poll-mgr/patch-to-store', { as: 'north', body })
    expect([north.status, north.body.code]).toEqual([403, 'access.page'])
    const foreign = await rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store', {
      ...body,
      store_ids: ['999999'],
    })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'store.unknown'])
    const many = { ...body, store_ids: Array.from({ length: 21 }, (_, index) => String(index + 1)) }
    expect([(await rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store', many)).body.fields]).toEqual([
      { store_ids: expect.anything() },
    ])
    const gone = await server.send('GET', '/api/v2/append-poll-mgr/patch-to-store/status?id=999999', {
      as: 'admin',
    })
    expect([gone.status, gone.body.code]).toEqual([404, 'deployment.unknown'])
    const { patches } = await rig.read('GET', '/api/v2/append-poll-mgr/patches')
    expect(patches.every(({ mode }: { mode: string }) => mode !== 'once')).toBe(true)
  })

  test('a process that ends leaves what waits to the next, and nothing is sent twice', async () => {
    const { alder, birch } = server.fleet.stores
    const body = { mode: 'deploy', script_file: script, store_ids: ids(alder, birch), adds_devices: true }
    const { body: answer } = await rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store', body)
    expect((await status(answer.id)).patch.counts).toEqual([{ state: 'waiting', stores: 2 }])
    // two processes at once
    await Promise.all([rig.deploy(), rig.deploy()])
    expect((await status(answer.id)).total).toBe(2)
    const revisions = await server.db
      .selectFrom('bundle')
      .select('revision')
      .where('storeId', '=', birch.storeId)
      .orderBy('revision')
      .execute()
    await rig.deploy()
    expect(
      await server.db
        .selectFrom('bundle')
        .select('revision')
        .where('storeId', '=', birch.storeId)
        .orderBy('revision')
        .execute(),
    ).toEqual(revisions)
  })

  test('after a year no one asks any more how a script came to a store; what still waits stays', async () => {
    const { dogwood } = server.fleet.stores
    const body = { mode: 'deploy', script_file: script, store_ids: ids(dogwood), adds_devices: true }
    await rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store', body)
    const kept = async () =>
      (
        await server.db
          .selectFrom('jobTarget')
          .select('state')
          .where('storeId', '=', dogwood.storeId)
          .orderBy('jobId')
          .execute()
      ).map(({ state }) => state)
    expect(await kept()).toEqual(['given', 'waiting'])
    // the single run of this store was given two seconds after noon at the latest
    await deleteOldOfField(server.db, dogwood.storeId, later(NOON, days(365)))
    expect(await kept()).toEqual(['given', 'waiting'])
    await deleteOldOfField(server.db, dogwood.storeId, later(NOON, days(365) + 3_000))
    expect(await kept()).toEqual(['waiting'])
    await rig.deploy()
    expect(await kept()).toEqual(['given'])
  })
})
