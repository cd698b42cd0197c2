import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { selectDesiredDocument } from '../bundles/bundle-queries'
import { documentOf } from '../testing/documents'
import { countRows, type SettingsRig, settingsRig } from '../testing/settings-rig'
import { describeEachDatabase } from '../testing/test-database'

describeEachDatabase('settings of a store', (openDatabase) => {
  let rig: SettingsRig
  beforeAll(async () => {
    rig = await settingsRig(await openDatabase())
  })
  afterAll(() => rig.server.close())
  beforeEach(() => rig.discardAll())

  const get: SettingsRig['get'] = (...given) => rig.get(...given)
  const save: SettingsRig['save'] = (...given) => rig.save(...given)
  const discard: SettingsRig['discard'] = (...given) => rig.discard(...given)
  const draftOf: SettingsRig['draftOf'] = (...given) => rig.draftOf(...given)
  const finish: SettingsRig['finish'] = (...given) => rig.finish(...given)

  describe('a store that is there', () => {
    test('is filled in as it stands', async () => {
      const { alder } = rig.server.fleet.stores
      const { present, draft, writable } = await get(alder.storeId)
      expect(draft).toBeNull()
      expect(writable).toEqual(['terminals', 'targets', 'devices', 'loss', 'warnings'])
      expect(present.store).toMatchObject({ code: 'N001', name: 'Alder Street', vendor: 'Polar Service' })
      expect(present.terminals).toEqual([{ key: 'TB-N001', ports: [] }])
      expect(present.devices.map(({ name, unitId }: never) => [name, unitId])).toEqual([
        ['Freezer 1', 1],
        ['Main meter', 9],
      ])
      expect(present.loss).toEqual({ isOwn: false, periodMinutes: null, thresholdMinutes: null })
    })

    test('takes changes of every part; devices may change places, what is retired makes room', async () => {
      const { birch } = rig.server.fleet.stores
      const added = await rig.server.send('POST', '/api/v2/equipment', {
        as: 'admin',
        body: {
          store: String(birch.storeId),
          ...{ name: 'Old case', type: 'open_case', zone: 'C7', brand: 'Carel', model: 'IR33' },
          ...{ terminal: birch.terminalId, port: null, unit_id: 4 },
        },
      })
      expect(added.status).toBe(200)
      const draft = await draftOf(birch.storeId, (present) => ({
        ...present,
        store: { ...present.store, phone: '02-1234', name: 'Birch Lane' },
        devices: [
          ...present.devices.map((device) => ({
            ...device,
            unitId: { 'Freezer 1': 9, 'Main meter': 1 }[device.name] ?? device.unitId,
            isRetired: device.name === 'Old case',
          })),
          {
            ...(present.devices[0] as StoreSettings['devices'][number]),
            ...{ key: 'n1', name: 'Next case', zone: 'C7', unitId: 4 },
          },
        ],
        loss: { isOwn: true, periodMinutes: 60, thresholdMinutes: 60 },
      }))
      const { status, body } = await finish(draft)
      expect([status, body.faults]).toEqual([200, []])
      const { present } = await get(birch.storeId)
      expect(present.devices.map(({ name, unitId }: never) => [name, unitId])).toEqual([
        ['Freezer 1', 9],
        ['Main meter', 1],
        ['Next case', 4],
      ])
      expect([present.store.name, present.store.phone]).toEqual(['Birch Lane', '02-1234'])
      expect(present.loss).toEqual({ isOwn: true, periodMinutes: 60, thresholdMinutes: 60 })
      const back = await draftOf(birch.storeId, (stands) => ({
        ...stands,
        loss: { isOwn: false, periodMinutes: null, thresholdMinutes: null },
      }))
      expect((await finish(back)).body.faults).toEqual([])
      expect((await get(birch.storeId)).present.loss.isOwn).toBe(false)
    })

    test('that someone else changed in the meantime is reported, and nothing is overwritten', async () => {
      const { alder } = rig.server.fleet.stores
      const draft = await draftOf(alder.storeId, (present) => ({
        ...present,
        store: { ...present.store, note: 'from the draft' },
      }))
      const freezer = String(alder.freezer.deviceId)
      const listed = await rig.server.send('GET', `/api/v2/equipment?storeid=${alder.storeId}`, {
        as: 'admin',
      })
      const { name, type, zone, brand, model, terminal, port, unit_id } = listed.body.devices.find(
        ({ id }: { id: string }) => id === freezer,
      )
      expect(name).toBe('Freezer 1')
      await rig.server.send('PATCH', `/api/v2/equipment/${freezer}`, {
        as: 'admin',
        body: { name: 'Freezer one', type, zone, brand, model, terminal, port, unit_id },
      })
      const refused = await finish(draft)
      expect([refused.status, refused.body.code]).toEqual([409, 'row.changed'])
      expect(refused.body.present.devices[0].name).toBe('Freezer one')
      const { present } = await get(alder.storeId)
      expect(present.store.note).toBe('')
      const seen = await save({
        storeId: String(alder.storeId),
        base: present,
        content: { ...present, store: { ...present.store, note: 'from the draft' } },
        revision: draft.revision,
      })
      expect((await finish(seen.body)).body.faults).toEqual([])
      expect((await get(alder.storeId)).present).toEqual({
        ...present,
        store: { ...present.store, note: 'from the draft' },
      })
    })

    test('is insured, renewed and not insured any more; days that are over stay insured', async () => {
      const { cedar } = rig.server.fleet.stores
      const insure = (days: object) =>
        draftOf(cedar.storeId, (present) => ({
          ...present,
          devices: present.devices.map((device) => (device.zone === null ? device : { ...device, ...days })),
        }))
      const covers = async () =>
        (
          await rig.server.db
            .selectFrom('insuredCoverage')
            .select(['zone', 'firstOn', 'lastOn'])
            .where('storeId', '=', cedar.storeId)
            .orderBy('firstOn')
            .execute()
        ).map(({ zone, firstOn, lastOn }) => `${zone} ${firstOn} ${lastOn}`)
      const year = { isInsured: true, insuredFrom: '2026-11-01', insuredUntil: '2026-12-31' }
      expect((await finish(await insure(year))).body.faults).toEqual([])
      expect(await covers()).toEqual(['FZ 2026-11-01 2026-12-31'])
      const { body } = await finish(await insure({ insuredFrom: '2026-10-01' }))
      expect(body.faults).toEqual([
        {
          path: `devices.${cedar.freezer.deviceId}.insured_from`,
          message: 'This insurance has started: its first day cannot change.',
        },
      ])
      await discard(cedar.storeId)
      expect((await finish(await insure({ insuredUntil: '2027-12-31' }))).body.faults).toEqual([])
      expect(await covers()).toEqual(['FZ 2026-11-01 2027-12-31'])
      // 13:00 on 20 November in Tokyo: the day before is the last that was insured in the old zone
      expect((await finish(await insure({ zone: 'IC' }))).body.faults).toEqual([])
      expect(await covers()).toEqual(['FZ 2026-11-01 2026-11-19', 'IC 2026-11-20 2027-12-31'])
      expect((await finish(await insure({ isInsured: false }))).body.faults).toEqual([])
      expect(await covers()).toEqual(['FZ 2026-11-01 2026-11-19'])
    })

    test('keeps ports that its scripts poll over', async () => {
      const { dogwood } = rig.server.fleet.stores
      await rig.server.send('POST', `/api/v2/terminals/${dogwood.terminalId}/configurations`, {
        as: 'admin',
        body: { document: documentOf(dogwood), is_check: false },
      })
      const draft = await draftOf(dogwood.storeId, (present) => ({
        ...present,
        terminals: present.terminals.map((terminal) => ({ ...terminal, ports: [] })),
      }))
      expect((await finish(draft)).body.faults).toEqual([
        { path: `terminals.${dogwood.terminalId}.ports.id`, message: expect.stringContaining('p1') },
      ])
    })

    test('shows the alarm rules that scripts brought, and which did', async () => {
      const { alder, cedar } = rig.server.fleet.stores
      await rig.server.send('POST', `/api/v2/terminals/${alder.terminalId}/configurations`, {
        as: 'admin',
        body: { document: documentOf(alder), is_check: false },
      })
      const { deviceId, pointIds } = alder.freezer
      const rule = {
        ...{ lowLimit: -30, lowDelayMinutes: -1, highLimit: -15, highDelayMinutes: 20 },
        lostDelayMinutes: 45,
      }
      await rig.server.db
        .insertInto('alarmRule')
        .values({ storeId: alder.storeId, deviceId, pointId: pointIds[0] as never, ...rule })
        .execute()
      const limits = async (store: number, as: string) =>
        rig.server.send('GET', `/api/v2/store/settings/limits?storeid=${store}`, { as })
      expect((await limits(alder.storeId, 'north')).body.limits).toEqual([
        {
          device: { id: String(deviceId), name: expect.stringMatching(/^Freezer/) },
          point: expect.any(String),
          unit: '°C',
          low: -30,
          low_minutes: -1,
          high: -15,
          high_minutes: 20,
          lost_minutes: 45,
          script: 'cases',
        },
      ])
      expect((await limits(cedar.storeId, 'north')).body.code).toBe('store.unknown')
    })

    test('keeps its number: another one makes no store and changes none', async () => {
      const { alder } = rig.server.fleet.stores
      for (const code of ['N950', 'N002']) {
        const before = await countRows(rig.server.db)
        const draft = await draftOf(alder.storeId, (present) => ({
          ...present,
          store: { ...present.store, code, name: 'Alder moved' },
        }))
        const { status, body } = await finish(draft)
        expect([status, body.faults]).toEqual([
          200,
          [{ path: 'store.code', message: 'The store number cannot be changed.' }],
        ])
        expect(await countRows(rig.server.db)).toEqual(before)
        await discard(alder.storeId)
      }
    })

    test('takes no devices of another store, and no key twice', async () => {
      const { alder, cedar } = rig.server.fleet.stores
      const foreign = (await get(cedar.storeId)).present.devices[0]
      const draft = await draftOf(alder.storeId, (present) => ({
        ...present,
        devices: [...present.devices, { ...foreign, name: 'Taken' }],
      }))
      expect((await finish(draft)).body.faults).toEqual([
        { path: `devices.${foreign.key}`, message: expect.any(String) },
      ])
      expect((await get(cedar.storeId)).present.devices[0].name).toBe(foreign.name)
      const { present } = await get(alder.storeId)
      const twice = { ...present, terminals: [...present.terminals, ...present.terminals] }
      const refused = await save({
        store: String(alder.storeId),
        base: present,
        content: twice,
        revision: draft.revision,
      })
      expect([refused.status, refused.body.code]).toEqual([400, 'request.malformed'])
    })

    test('gives up a port together with the device on it; its terminal goes on polling the others', async () => {
      const { dogwood } = rig.server.fleet.stores
      const document = documentOf(dogwood)
      const [first] = document.ports
      const [cases] = document.scripts
      if (first === undefined || cases === undefined) throw new Error('no port, no script')
      const onSecond = cases.commands.map((command) => ({ ...command, portId: 'p2' }))
      await rig.server.send('POST', `/api/v2/terminals/${dogwood.terminalId}/configurations`, {
        as: 'admin',
        body: {
          document: {
            ports: [first, { ...first, id: 'p2' }],
            scripts: [{ ...cases, commands: onSecond }, ...document.scripts.slice(1)],
          },
          is_check: false,
        },
      })
      const draft = await draftOf(dogwood.storeId, (present) => ({
        ...present,
        terminals: present.terminals.map((terminal) => ({ ...terminal, ports: [first] })),
        devices: present.devices.map((device) => ({
          ...device,
          isRetired: device.key === String(dogwood.freezer.deviceId),
          unitId: device.key === String(dogwood.meter.deviceId) ? 21 : device.unitId,
        })),
      }))
      expect((await finish(draft)).body.faults).toEqual([])
      const desired = await selectDesiredDocument(rig.server.db, dogwood.terminalId)
      expect(desired?.ports.map(({ id }) => id)).toEqual(['p1'])
      expect(
        desired?.scripts.map(({ name, commands }) => [name, commands.map(({ unitId }) => unitId)]),
      ).toEqual([['meter', [21]]])
    })

    test('that is insured only is noted as insured only', async () => {
      const { birch } = rig.server.fleet.stores
      const draft = await draftOf(birch.storeId, (present) => ({
        ...present,
        devices: present.devices.map((device) =>
          device.zone === null
            ? device
            : { ...device, isInsured: true, insuredFrom: '2026-11-20', insuredUntil: '2027-11-19' },
        ),
      }))
      const since = await newestAudit()
      expect((await finish(draft)).body.faults).toEqual([])
      const kinds = await rig.server.db
        .selectFrom('audit')
        .select('kind')
        .where('auditId', '>', since)
        .orderBy('auditId')
        .execute()
      expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['equipment.insure', 'store.settings']))
    })

    const newestAudit = async () =>
      (
        await rig.server.db
          .selectFrom('audit')
          .select(({ fn }) => fn.max('auditId').as('newest'))
          .executeTakeFirstOrThrow()
      ).newest
  })
})
