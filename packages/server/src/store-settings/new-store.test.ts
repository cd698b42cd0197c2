import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countRows, type SettingsRig, settingsRig } from '../testing/settings-rig'
import { describeEachDatabase } from '../testing/test-database'

describeEachDatabase('settings of a new store', (openDatabase) => {
  let rig: SettingsRig
  beforeAll(async () => {
    rig = await settingsRig(await openDatabase())
  })
  afterAll(() => rig.server.close())
  beforeEach(() => rig.discardAll())

  const get: SettingsRig['get'] = (...given) => rig.get(...given)
  const save: SettingsRig['save'] = (...given) => rig.save(...given)
  const newDraft: SettingsRig['newDraft'] = (...given) => rig.newDraft(...given)
  const finish: SettingsRig['finish'] = (...given) => rig.finish(...given)
  const count = () => countRows(rig.server.db)

  describe('a new store', () => {
    test('is made with its terminal, devices, rules, target and insurance', async () => {
      const before = await count()
      const draft = await newDraft((settings) => ({ ...settings, newDepartment: 'Harbour' }))
      const done = await finish(draft)
      expect([done.status, done.body.faults, done.body.is_repeated]).toEqual([200, [], false])
      expect(await count()).toEqual({
        stores: (before.stores ?? 0) + 1,
        codes: (before.codes ?? 0) + 1,
        terminals: (before.terminals ?? 0) + 1,
        claims: (before.claims ?? 0) + 1,
        devices: (before.devices ?? 0) + 2,
        bundles: (before.bundles ?? 0) + 1,
        covers: (before.covers ?? 0) + 1,
        losses: (before.losses ?? 0) + 1,
        warnings: (before.warnings ?? 0) + 1,
        targets: (before.targets ?? 0) + 1,
        departments: (before.departments ?? 0) + 1,
        vendors: before.vendors,
      })
      const [{ terminal, code, expires_at }] = done.body.codes
      // 72 hours from Friday noon in Taipei
      expect([terminal, code, expires_at]).toEqual([
        expect.stringMatching(/^TB-[0-9A-Z]{8}$/),
        expect.stringMatching(/^[0-9A-Z-]{12,}$/),
        '2026-11-23T04:00:00.000Z',
      ])
      const claimed = await rig.server.send('POST', '/field/v1/claim', {
        body: { code, serial: 'S1', hw: 'test' },
      })
      expect([claimed.status, claimed.body.tid, claimed.body.store.code]).toEqual([200, terminal, 'N900'])
      const { present } = await get(done.body.store)
      expect(present).toEqual({
        ...draft.content,
        departmentId: expect.stringMatching(/^[0-9]+$/),
        newDepartment: '',
        targets: draft.content.targets?.map((target) => ({
          ...target,
          key: expect.stringMatching(/^[0-9]+$/),
        })),
        terminals: [{ key: terminal, ports: draft.content.terminals[0]?.ports }],
        devices: draft.content.devices.map((device: object) => ({
          ...device,
          key: expect.stringMatching(/^[0-9]+$/),
          terminal,
        })),
      })
      expect(present.departmentId).not.toBe(String(rig.server.fleet.north))
      const { body } = await rig.server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })
      expect(body.targets.at(-1)).toMatchObject({ departments: [present.departmentId] })
      const { rows } = await sql`select zone, first_on, last_on from insured_coverage c
        where store_id = ${Number(done.body.store)}`.execute(rig.server.db)
      expect(rows).toEqual([{ zone: 'FZ', firstOn: '2026-11-20', lastOn: '2027-11-19' }])
      const noted = await rig.server.db
        .selectFrom('audit')
        .select(['kind', 'accountName'])
        .where('storeId', '=', Number(done.body.store) as never)
        .execute()
      expect(noted.map(({ kind }) => kind).toSorted()).toEqual([
        'command.cfg.apply',
        'equipment.add',
        'equipment.add',
        'equipment.insure',
        'loss_rule.write',
        'store.add',
        'store.settings',
        'terminal.add',
        'terminal.claim',
        'terminal.code',
        'terminal.ports',
        'warning_rule.write',
      ])
    })

    test('is made once, however often Finish is pressed', async () => {
      const before = await count()
      const rename = (settings: StoreSettings) => ({
        ...settings,
        store: { ...settings.store, code: 'N901' },
      })
      const draft = await newDraft(rename)
      const both = await Promise.all([finish(draft), finish(draft)])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(both.map(({ body }) => body.is_repeated).toSorted()).toEqual([false, true])
      expect(new Set(both.map(({ body }) => body.store)).size).toBe(1)
      expect((await finish(draft)).body).toMatchObject({ store: both[0].body.store, codes: [] })
      expect((await count()).stores).toBe((before.stores ?? 0) + 1)
      expect((await get()).draft).toBeNull()
    })

    test('with the number of one that is there changes nothing', async () => {
      const draft = await newDraft((settings) => ({
        ...settings,
        store: { ...settings.store, code: 'N001' },
      }))
      const before = await count()
      expect((await finish(draft)).body).toEqual({
        store: null,
        is_repeated: false,
        faults: [{ path: 'store.code', message: 'This store number is already in use.' }],
        codes: [],
      })
      expect(await count()).toEqual(before)
    })

    test('is not made while anything is wrong, and everything wrong is reported at its field', async () => {
      const before = await count()
      const draft = await newDraft((settings) => {
        const [freezer, meter] = settings.devices as [
          StoreSettings['devices'][number],
          StoreSettings['devices'][number],
        ]
        return {
          ...settings,
          store: { ...settings.store, code: 'N902' },
          devices: [
            { ...freezer, unitId: 9, insuredUntil: '2026-11-01' },
            { ...meter, zone: 'C4' },
            { ...meter, key: 'n3', model: 'No such' },
            { ...freezer, key: 'n4', port: 'p9' },
            { ...freezer, key: 'n5', unitId: 9, isInsured: false },
          ],
          loss: { isOwn: true, periodMinutes: 30, thresholdMinutes: 45 },
          targets: (settings.targets ?? []).map((target) => ({ ...target, recipient: 'department:999' })),
        }
      })
      const { body } = await finish(draft)
      expect(body.faults.map(({ path }: { path: string }) => path)).toEqual([
        'devices.n2.zone',
        'devices.n3.model',
        'devices.n4.port',
        'devices.n1.unit_id',
        'devices.n5.unit_id',
        'devices.n1.insured_until',
        'loss.threshold_minutes',
        'targets.n1.recipient',
      ])
      expect(await count()).toEqual(before)
      const texts = await newlySaved(draft, { country: 'XX', phone: 'call me', closes: '' })
      expect((await finish(texts)).body.faults.map(({ path }: { path: string }) => path).toSorted()).toEqual([
        'store.country',
        'store.phone',
      ])
      expect(await count()).toEqual(before)
    })

    const newlySaved = async (
      draft: { base: StoreSettings; content: StoreSettings; revision: number },
      texts: object,
    ) =>
      (
        await save({
          store: '',
          base: draft.base,
          content: { ...draft.content, store: { ...draft.content.store, ...texts } },
          revision: draft.revision,
        })
      ).body

    test('that is only checked is not made', async () => {
      const before = await count()
      const draft = await newDraft((settings) => ({
        ...settings,
        store: { ...settings.store, code: 'N903' },
      }))
      expect((await finish(draft, { is_check: true })).body).toEqual({
        store: null,
        is_repeated: false,
        faults: [],
        codes: [],
      })
      expect(await count()).toEqual(before)
      expect((await get()).draft.id).toBe(draft.id)
    })

    test('of which the database dies in the last moment leaves nothing, and is finished later', async () => {
      const before = await count()
      const draft = await newDraft((settings) => ({
        ...settings,
        store: { ...settings.store, code: 'N904' },
        newDepartment: 'Quay',
      }))
      await breakAudit()
      const broken = await finish(draft)
      expect(broken.status).toBeGreaterThanOrEqual(500)
      await repairAudit()
      expect(await count()).toEqual(before)
      rig.server.faults.splice(0)
      expect((await get()).draft).toMatchObject({ id: draft.id, revision: draft.revision })
      expect((await finish(draft)).body).toMatchObject({ is_repeated: false, faults: [] })
      expect((await count()).stores).toBe((before.stores ?? 0) + 1)
    })

    /** The last thing that is written ends the connection: by itself on PostgreSQL, with an error on the other. */
    async function breakAudit() {
      await sql`create function end_it() returns trigger language plpgsql as $$
        begin
          if exists (select from pg_stat_activity where pid = pg_backend_pid() and client_port is not null) then
            perform pg_terminate_backend(pg_backend_pid());
          end if;
          raise exception 'ended';
        end $$`.execute(rig.server.db)
      await sql`create trigger end_it after insert on audit for each row when (new.kind = 'store.settings')
        execute function end_it()`.execute(rig.server.db)
    }

    async function repairAudit() {
      await sql`drop trigger end_it on audit`.execute(rig.server.db)
      await sql`drop function end_it`.execute(rig.server.db)
    }
  })
})
