import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BulletinRig, bulletinRig } from '../testing/bulletin-rig'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { type Received, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('categories of messages to stores', (openDatabase) => {
  let server: TestServer
  let rig: BulletinRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = bulletinRig(server)
    await insertPerson(server, 'una', server.fleet.north, ['4-6'])
  })
  afterAll(() => server.close())

  const get = async (as: string, path: string) => (await server.send('GET', `/api/v2/${path}`, { as })).body
  const codeOf = ({ status, body }: Received) => [status, body?.code]
  const addCategory = (as: string, title: string) =>
    server.send('POST', '/api/v2/bulletins/categories', { as, body: { title } })

  test('two senders change one category: the second sees what the first made of it', async () => {
    const { body: made } = await addCategory('admin', 'Safety')
    const patch = (as: string, body: object) =>
      server.send('PATCH', '/api/v2/bulletins/categories', { as, body })
    const changes = ['Food safety', 'Fire safety'].map((title) => ({ id: made.id, title, revision: 1 }))
    const answers = await Promise.all(changes.map((body) => patch('admin', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'row.changed', present: { revision: 2 } })
    // below it can be used, and not be changed
    expect((await get('una', 'bulletins/categories')).categories).toMatchObject([{ can_edit: false }])
    expect(codeOf(await patch('una', { id: made.id, title: 'Mine', revision: 2 }))).toEqual([
      403,
      'access.owner',
    ])
    expect(codeOf(await addCategory('una', refused?.body.present.title))).toEqual([
      ...[409, 'bulletin.category_taken'],
    ])
    const id = await rig.sent('admin', server.fleet.north, { category: made.id })
    const remove = () =>
      server.send('DELETE', `/api/v2/bulletins/categories?id=${made.id}&revision=2`, { as: 'admin' })
    expect((await remove()).status).toBe(200)
    expect(codeOf(await remove())).toEqual([404, 'bulletin.category_unknown'])
    expect((await get('admin', `bulletins/${id}`)).category).toBe(refused?.body.present.title)
    expect(codeOf(await rig.send('admin', server.fleet.north, { category: made.id }))).toEqual([
      ...[404, 'bulletin.category_unknown'],
    ])
  })
})
