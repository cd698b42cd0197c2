import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SettingsRig, settingsRig } from '../testing/settings-rig'
import { describeEachDatabase } from '../testing/test-database'

const PATH = '/api/v2/util/notification/target'

describeEachDatabase('targets of a store in its settings', (openDatabase) => {
  let rig: SettingsRig
  beforeAll(async () => {
    rig = await settingsRig(await openDatabase())
  })
  afterAll(() => rig.server.close())
  beforeEach(() => rig.discardAll())

  const all = async () => (await rig.server.send('GET', PATH, { as: 'admin' })).body.targets
  const names = async () => (await all()).map(({ name }: { name: string }) => name).toSorted()
  const add = async (name: string, ...departments: number[]) => {
    const target = {
      name,
      channel: 'app',
      recipient: `department:${departments[0]}`,
      address: '',
      departments: departments.map(String),
      kinds: ['limit'],
      lowest_priority: 'high',
      quiet_from: '',
      quiet_until: '',
      zone: 'Asia/Taipei',
      language: 'en',
      is_enabled: true,
    }
    const added = await rig.server.send('POST', PATH, { as: 'admin', body: { targets: [target] } })
    expect(added.status, added.text).toBe(200)
    return { target, row: (await all()).find((one: { name: string }) => one.name === name) }
  }
  const noted = () =>
    rig.server.db
      .selectFrom('audit')
      .select(['kind', 'subject'])
      .where('kind', 'like', 'notice.%')
      .orderBy('auditId')
      .execute()

  test('are those that are notified of its department alone; they are changed and removed with the rest', async () => {
    const { north, south, stores } = rig.server.fleet
    const { storeId } = stores.alder
    const { row: own } = await add('Own', north)
    const { row: gone } = await add('Gone', north)
    await add('Both', north, south)
    await add('South', south)
    const { present } = await rig.get(storeId)
    expect(present.targets).toMatchObject([
      { key: String(gone.id), name: 'Gone', isRemoved: false },
      { key: String(own.id), name: 'Own', recipient: `department:${north}`, isRemoved: false },
    ])
    const draft = await rig.draftOf(storeId, (stands) => ({
      ...stands,
      store: { ...stands.store, note: 'with its targets' },
      targets: (stands.targets ?? []).map((target) =>
        target.name === 'Gone'
          ? { ...target, isRemoved: true }
          : { ...target, name: 'Own night watch', lowestPriority: 'critical' },
      ),
    }))
    expect((await rig.finish(draft)).body.faults).toEqual([])
    expect(await names()).toEqual(['Both', 'Own night watch', 'South'])
    expect((await all()).find((one: { id: string }) => one.id === own.id)).toMatchObject({
      departments: [String(north)],
      lowest_priority: 'critical',
      revision: own.revision + 1,
    })
    expect((await noted()).slice(-2)).toEqual([
      { kind: 'notice.remove', subject: `${gone.id} Gone` },
      { kind: 'notice.change', subject: `${own.id} Own night watch` },
    ])
  })

  test('are not overwritten where someone changed them in the meantime, and what is wrong is reported at its row', async () => {
    const { south, stores } = rig.server.fleet
    const { storeId } = stores.cedar
    const { target, row } = await add('Cold room', south)
    const rename = () =>
      rig.draftOf(storeId, (stands) => ({
        ...stands,
        targets: (stands.targets ?? []).map((one) =>
          one.key === String(row.id) ? { ...one, name: 'Mine' } : one,
        ),
      }))
    const draft = await rename()
    const changed = { ...target, name: 'Theirs', id: row.id, revision: row.revision }
    await rig.server.send('PATCH', PATH, { as: 'admin', body: { targets: [changed] } })
    const refused = await rig.finish(draft)
    expect([refused.status, refused.body.code]).toEqual([409, 'row.changed'])
    expect(await names()).toContain('Theirs')
    await rig.discard(storeId)
    const wrong = await rig.draftOf(storeId, (stands) => ({
      ...stands,
      targets: (stands.targets ?? []).map((one) => ({ ...one, recipient: 'department:999' })),
    }))
    const { body } = await rig.finish(wrong)
    expect(body.faults.map(({ path }: { path: string }) => path)).toContain(`targets.${row.id}.recipient`)
  })

  test('of others are none of the store’s', async () => {
    const { north, south, stores } = rig.server.fleet
    const { row } = await add('Northern', north)
    await add('Southern', south)
    const draft = await rig.draftOf(stores.cedar.storeId, (stands) => ({
      ...stands,
      targets: (stands.targets ?? [])
        .map((one) => ({ ...one, key: String(row.id), isRemoved: true }))
        .slice(0, 1),
    }))
    expect((await rig.finish(draft)).body.faults).toEqual([
      { path: `targets.${row.id}`, message: expect.any(String) },
    ])
    expect(await names()).toContain('Northern')
  })
})
