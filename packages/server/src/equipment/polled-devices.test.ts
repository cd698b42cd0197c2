import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documentOf } from '../testing/documents'
import { COMMAND, type ScriptRig, scriptRig } from '../testing/script-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyDevice, TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('devices that terminals poll', (openDatabase) => {
  let server: TestServer
  let rig: ScriptRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = scriptRig(server)
    await rig.publish()
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const send = (method: string, path: string, body?: object) =>
    server.send(method as 'POST', path, { as: 'admin', ...(body && { body }) })
  const configure = ({ terminalId }: TinyStore, document: unknown) =>
    send('POST', `/api/v2/terminals/${terminalId}/configurations`, { document, is_check: false })
  const newest = async ({ terminalId }: TinyStore) => {
    const { body: listed } = await send('GET', `/api/v2/terminals/${terminalId}/configurations`)
    const { revision } = listed.revisions[0]
    const { body } = await send('GET', `/api/v2/terminals/${terminalId}/configurations/${revision}`)
    return { revision, ...body.document }
  }
  /** Script, unit and port of every request of the newest configuration. */
  const polled = async (store: TinyStore): Promise<string[]> => {
    const { scripts } = await newest(store)
    return scripts.flatMap(
      ({ name, commands }: { name: string; commands: { unitId: number; portId: string }[] }) =>
        commands.map(({ unitId, portId }) => `${name} ${portId}/${unitId}`),
    )
  }
  const retire = ({ deviceId }: Pick<TinyDevice, 'deviceId'>, is_retired = true) =>
    send('POST', `/api/v2/equipment/${deviceId}/retired`, { is_retired })
  const rowOf = async (store: TinyStore, { deviceId }: TinyDevice) => {
    const { body } = await send('GET', `/api/v2/equipment?storeid=${store.storeId}&retired=with`)
    const {
      name,
      type,
      zone,
      brand,
      model,
      terminal,
      port,
      unit_id,
      contracted_kw,
      demand_interval_minutes,
    } = body.devices.find(({ id }: { id: string }) => id === String(deviceId))
    return { name, type, zone, brand, model, terminal, port, unit_id, contracted_kw, demand_interval_minutes }
  }
  const savePorts = async (store: TinyStore, change: (ports: object[]) => object[]) => {
    const path = `/api/v2/terminals/${store.terminalId}/ports`
    const { body } = await send('GET', path)
    return send('PATCH', path, { ports: change(body.ports), revision: body.revision })
  }

  test('a retired device is not polled any more, and is in no one’s way', async () => {
    const { alder } = server.fleet.stores
    const first = await configure(alder, documentOf(alder))
    expect(await polled(alder)).toEqual(['cases p1/1', 'meter p1/9'])
    expect((await retire(alder.freezer)).status).toBe(200)
    expect(await polled(alder)).toEqual(['meter p1/9'])
    const saved = await savePorts(alder, (ports) => [...ports, { ...ports[0], id: 'p2' }])
    expect([saved.status, saved.body.ports.length]).toEqual([200, 2])
    // what it was asked then is left out now, and told
    const { body } = await send(
      'POST',
      `/api/v2/terminals/${alder.terminalId}/configurations/${first.body.revision}/again`,
    )
    expect(body).toMatchObject({ faults: [], left_out: ['cases: unit 1 (air)'] })
    expect(await polled(alder)).toEqual(['meter p1/9'])
    expect((await retire(alder.freezer, false)).status).toBe(200)
    const again = await send(
      'POST',
      `/api/v2/terminals/${alder.terminalId}/configurations/${first.body.revision}/again`,
    )
    expect(again.body).toMatchObject({ faults: [], left_out: [] })
    expect(await polled(alder)).toEqual(['cases p1/1', 'meter p1/9'])
  })

  test('one whose removal never reached the terminal keeps no port and no script from it', async () => {
    const { birch } = server.fleet.stores
    await configure(birch, documentOf(birch))
    // as it was left before devices took their requests with them
    await server.db
      .updateTable('device')
      .set({ removedAt: NOON })
      .where('deviceId', '=', birch.freezer.deviceId)
      .execute()
    const other = await rig.script('Beside', COMMAND)
    const sent = {
      mode: 'deploy',
      script_file: other,
      store_ids: [String(birch.storeId)],
      adds_devices: true,
    }
    await send('POST', '/api/v2/append-poll-mgr/patch-to-store', sent)
    await rig.deploy()
    expect(await polled(birch)).toEqual(['meter p1/9', 'Folder of Beside / Beside p1/5'])
  })

  test('a moved device is polled where it is now; a controller of another model is not polled as the old one was', async () => {
    const { cedar } = server.fleet.stores
    await configure(cedar, documentOf(cedar))
    await savePorts(cedar, (ports) => [...ports, { ...ports[0], id: 'p2' }])
    const { deviceId } = cedar.freezer
    const path = `/api/v2/equipment/${deviceId}`
    const row = await rowOf(cedar, cedar.freezer)
    expect((await send('PATCH', path, { ...row, name: 'Island', port: 'p1' })).status).toBe(200)
    expect((await send('PATCH', path, { ...row, port: 'p2', unit_id: 12 })).status).toBe(200)
    expect(await polled(cedar)).toEqual(['cases p2/12', 'meter p1/9'])
    const same = { brand: row.brand, model: row.model, port: 'p1', unit_id: 13, reason: 'burnt' }
    expect((await send('POST', `${path}/swap`, same)).status).toBe(200)
    expect(await polled(cedar)).toEqual(['cases p1/13', 'meter p1/9'])
    const other = { ...same, brand: 'Nordwind', model: 'T3' }
    expect((await send('POST', `${path}/swap`, other)).status).toBe(200)
    expect(await polled(cedar)).toEqual(['meter p1/9'])
  })

  test('a script file goes on without a retired device, and counts as older once it is back', async () => {
    const { dogwood } = server.fleet.stores
    await rig.givePort(dogwood)
    const sixthRow = COMMAND.with(3, '6').with(4, 'Case 6')
    const file = await rig.script('Row', COMMAND, sixthRow)
    const stores = [String(dogwood.storeId)]
    const patch = { script_file: file, store_ids: stores }
    const entering = await send('POST', '/api/v2/append-poll-mgr/patch-to-store', {
      ...patch,
      mode: 'deploy',
      adds_devices: true,
    })
    await rig.deploy()
    const both = ['Folder of Row / Row p1/5', 'Folder of Row / Row p1/6']
    expect(await polled(dogwood)).toEqual(both)
    const status = await rig.read(
      'GET',
      `/api/v2/append-poll-mgr/patch-to-store/status?id=${entering.body.id}`,
    )
    expect(status.unzoned_devices).toBe(2)
    const waiting = await rig.read('GET', `/api/v2/equipment?zone=unsaid&storeid=${dogwood.storeId}`)
    // the meter of the store has no zone, and needs none
    expect(waiting.devices.map(({ name }: { name: string }) => name)).toEqual(['Case 5', 'Case 6'])
    const sixth = await server.db
      .selectFrom('device')
      .select('deviceId')
      .where('storeId', '=', dogwood.storeId)
      .where('unitId', '=', 6)
      .executeTakeFirstOrThrow()
    const counts = async () =>
      (await send('GET', `/api/v2/append-poll-mgr/script-file/stores?script-file=${file}`)).body.counts
    const use = async () => (await send('GET', `/api/v2/equipment/${sixth.deviceId}/use`)).body
    expect(await use()).toMatchObject({
      scripts: [{ name: 'Folder of Row / Row', commands: 1 }],
      sent_again: [],
    })
    await retire(sixth)
    expect(await polled(dogwood)).toEqual(both.slice(0, 1))
    expect(await counts()).toEqual({ current: 0, older: 0, on_its_way: 1 })
    // it is not entered again either: whoever wants it takes it into use again
    const check = await send('POST', '/api/v2/append-poll-mgr/patch-to-store/check', {
      ...patch,
      adds_devices: true,
    })
    expect(check.body).toMatchObject({ ready: 1, new_devices: 0, retired_devices: 1, faulty: [] })
    const resend = async () => {
      const { body } = await send('POST', '/api/v2/append-poll-mgr/patch-to-store', {
        ...patch,
        mode: 'deploy',
      })
      await rig.deploy()
      return (await send('GET', `/api/v2/append-poll-mgr/patch-to-store/status?id=${body.id}`)).body.stores
    }
    expect(await resend()).toMatchObject([
      {
        state: 'unchanged',
        faults: [{ path: 'commands.1.unitId', code: 'device_retired' }],
      },
    ])
    await retire(sixth, false)
    expect(await counts()).toEqual({ current: 0, older: 1, on_its_way: 0 })
    expect(await resend()).toMatchObject([{ state: 'queued', faults: [] }])
    expect(await polled(dogwood)).toEqual(both)
    await retire(sixth)
    expect(await use()).toMatchObject({ scripts: [], sent_again: ['Folder of Row / Row'] })
  })

  test('what devices are that stores lack is said once, when a script is sent', async () => {
    const { alder, cedar } = server.fleet.stores
    const file = await rig.script('Said', COMMAND.with(3, '50'), COMMAND.with(3, '51'))
    const patch = {
      script_file: file,
      store_ids: [alder, cedar].map(({ storeId }) => String(storeId)),
      adds_devices: true,
    }
    const path = '/api/v2/append-poll-mgr/patch-to-store'
    for (const store of [alder, cedar]) await rig.givePort(store)
    const { body } = await send('POST', `${path}/check`, patch)
    const lacked = { brand: 'Nordwind', model: 'T3', name: 'Case 5', type: 'doored_case', stores: 2 }
    expect(body.missing).toEqual([
      { ...lacked, unit_id: 50 },
      { ...lacked, unit_id: 51 },
    ])
    const said = { brand: 'Nordwind', model: 'T3', unit_id: 50, type: 'walk_in', zone: 'FZ' }
    const deploy = (devices: object[], as = 'admin') =>
      server.send('POST', path, { as, body: { ...patch, mode: 'deploy', devices } })
    const wrong = await deploy([said, { ...said, type: 'sub_meter' }])
    expect([wrong.status, wrong.body.fields]).toEqual([400, { 'devices.1.zone': 'choice' }])
    expect((await deploy([said])).status).toBe(200)
    await rig.deploy()
    const entered = await server.db
      .selectFrom('device')
      .select(['storeId', 'unitId', 'type', 'zone'])
      .where('unitId', 'in', [50, 51])
      .orderBy('storeId')
      .orderBy('unitId')
      .execute()
    const ofStore = ({ storeId }: TinyStore) => [
      { storeId, unitId: 50, type: 'walk_in', zone: 'FZ' },
      { storeId, unitId: 51, type: 'doored_case', zone: null },
    ]
    expect(entered).toEqual([...ofStore(alder), ...ofStore(cedar)])
  })
})
