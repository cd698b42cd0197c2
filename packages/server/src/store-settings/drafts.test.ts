import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newStore } from '../testing/new-store'
import { type SettingsRig, settingsRig } from '../testing/settings-rig'
import { describeEachDatabase } from '../testing/test-database'

describeEachDatabase('drafts of stores', (openDatabase) => {
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
  const newDraft: SettingsRig['newDraft'] = (...given) => rig.newDraft(...given)
  const finish: SettingsRig['finish'] = (...given) => rig.finish(...given)

  describe('a draft', () => {
    test('is kept for whoever may change the store, and says who saved it', async () => {
      const { alder } = rig.server.fleet.stores
      const { present } = await get(alder.storeId, 'north')
      const mine = { storeId: String(alder.storeId), base: present, content: present, revision: null }
      const saved = (await save(mine, 'north')).body
      expect((await get(alder.storeId)).draft).toMatchObject({
        id: saved.id,
        revision: 1,
        savedBy: 'Nora',
        savedAt: '2026-11-20T04:00:00.000Z',
      })
      const again = await save({ ...mine, revision: 1 })
      expect([again.body.id, again.body.revision, again.body.savedBy]).toEqual([saved.id, 2, 'Ada'])
      const late = await save({ ...mine, revision: 1 }, 'north')
      expect([late.status, late.body.code, late.body.present.saved_by]).toEqual([409, 'row.changed', 'Ada'])
    })

    test('of a new store is of its account alone', async () => {
      const draft = await newDraft()
      expect((await get('', 'north')).draft).toBeNull()
      expect((await finish(draft, {}, 'north')).body.code).toBe('draft.unknown')
    })

    test('is thrown away, and can be begun again', async () => {
      const draft = await newDraft()
      expect((await discard()).status).toBe(200)
      expect((await get()).draft).toBeNull()
      expect((await finish(draft)).body.code).toBe('draft.unknown')
      const gone = await save({ storeId: '', base: draft.base, content: draft.content, revision: 1 })
      expect([gone.status, gone.body.code]).toEqual([404, 'draft.unknown'])
      expect((await newDraft()).revision).toBe(1)
    })

    test('that was begun before a field was there is gone on with, and the field is empty', async () => {
      const { alder } = rig.server.fleet.stores
      await draftOf(alder.storeId, (present) => present)
      const older = sql`(select jsonb_set(d, '{devices}', (select jsonb_agg(device - 'fridge_brand' - 'fridge_type' - 'fridge_location')
        from jsonb_array_elements(d -> 'devices') device)))`
      await sql`update store_draft set content = (select ${older} from (select content) as o (d)),
        base = (select ${older} from (select base) as o (d))`.execute(rig.server.db)
      const { draft } = await get(alder.storeId)
      expect(draft.content.devices[0]).toMatchObject({
        fridgeBrandId: '',
        fridgeTypeId: '',
        fridgeLocationId: '',
      })
    })

    test('with something that is withheld from the reader is mentioned, not shown', async () => {
      const { alder } = rig.server.fleet.stores
      await draftOf(alder.storeId, (present) => present)
      const { draft } = await get(alder.storeId, 'north')
      // rules and targets are of pages that Nora has not
      expect(draft).toMatchObject({ base: null, content: null, savedBy: 'Ada' })
      expect((await discard(alder.storeId, 'north')).body.code).toBe('access.equipment')
    })
  })

  test('without the page nothing of it is open', async () => {
    const { server } = rig
    const as = '南'
    const refused = await Promise.all([
      server.send('GET', '/api/v2/store/settings', { as }),
      server.send('POST', '/api/v2/store/settings/draft', { as, body: {} }),
      server.send('DELETE', '/api/v2/store/settings/draft', { as }),
      server.send('POST', '/api/v2/store/settings/finish', { as, body: { draft: '1', revision: 1 } }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [403, 'access.page']),
    )
  })

  describe('without the pages of the parts', () => {
    test('they are not shown, or only to be read', async () => {
      const { present, writable } = await get(rig.server.fleet.stores.alder.storeId, 'north')
      expect([present.targets, present.loss, present.warnings, writable]).toEqual([null, null, null, []])
      expect(present.devices).toHaveLength(2)
    })

    test('their changes are refused, those of the store itself are taken', async () => {
      const { alder } = rig.server.fleet.stores
      const draft = await draftOf(
        alder.storeId,
        (present) => ({
          ...present,
          devices: present.devices.map((device) => ({ ...device, name: 'Mine' })),
        }),
        'north',
      )
      const refused = await finish(draft, {}, 'north')
      expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
      await discard(alder.storeId, 'north')
      const own = await draftOf(
        alder.storeId,
        (present) => ({ ...present, store: { ...present.store, tax_id: '12345678' } }),
        'north',
      )
      expect((await finish(own, {}, 'north')).body).toMatchObject({
        store: String(alder.storeId),
        faults: [],
      })
    })

    test('rules are not taken even where the draft hides what it began from', async () => {
      const { present } = await get('', 'north')
      const content = newStore(present, rig.server.fleet.north)
      const refused = await save({ storeId: '', base: content, content, revision: null }, 'north')
      expect([refused.status, refused.body.code]).toEqual([403, 'access.equipment'])
      const bare = { ...content, targets: null, loss: null, warnings: null }
      const saved = await save({ storeId: '', base: bare, content: bare, revision: null }, 'north')
      expect((await finish(saved.body, {}, 'north')).body.code).toBe('access.page')
      await discard('', 'north')
    })

    test('foreign stores are as unknown as those that do not exist', async () => {
      const { cedar } = rig.server.fleet.stores
      for (const store of [cedar.storeId, 999_999]) {
        expect(
          (await rig.server.send('GET', `/api/v2/store/settings?storeid=${store}`, { as: 'north' })).body
            .code,
        ).toBe('store.unknown')
        expect((await discard(store, 'north')).body.code).toBe('store.unknown')
      }
      const draft = await draftOf(cedar.storeId, (present) => present)
      expect((await finish(draft, {}, 'north')).body.code).toBe('draft.unknown')
    })
  })
})
