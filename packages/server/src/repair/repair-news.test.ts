import { randomUUID } from 'node:crypto'
import type { AccountId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import type { Channel, NoticeMessage } from '../notices/channels/channel'
import { sendNotices } from '../notices/send-notices'
import { silent } from '../testing/ingest-rig'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('news of cases', (openDatabase) => {
  let server: TestServer
  let una: AccountId
  let vic: AccountId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north } = server.fleet
    una = await insertPerson(server, 'una', north, ['4-4'])
    vic = await insertPerson(server, 'vic', north, ['4-4'])
    await server.db
      .updateTable('account')
      .set({ email: 'una@frost.example', language: 'ja' })
      .where('accountId', '=', una)
      .execute()
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', vic).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: vic, devicePermissionTypeId, given: ['c4'] })
      .execute()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('notice').execute()
  })

  const report = async () => {
    const { storeId, freezer } = server.fleet.stores.alder
    const body = { key: randomUUID(), storeid: storeId, device: freezer.deviceId, fault: 'Ice on the coil' }
    const answer = await server.send('POST', '/api/v2/fix/cases', { as: 'admin', body })
    expect(answer.status).toBe(201)
    return answer.body.case as { id: string; ticket: string; revision: number }
  }
  const renew = async ({ id, revision }: { id: string; revision: number }, given: object, as = 'admin') => {
    const body = { key: randomUUID(), revision, ...given }
    const answer = await server.send('PATCH', `/api/v2/fix/cases/${id}`, { as, body })
    expect(answer.status).toBe(200)
    return answer.body.case as { id: string; ticket: string; revision: number }
  }
  const messages = async (as: string, language = 'en') =>
    (await server.send('GET', '/api/v2/account/messages', { as, headers: { 'accept-language': language } }))
      .body.messages as {
      title: string
      body: string
      store: string
      repair_case: string
      is_read: boolean
    }[]
  const stepCalled = async (title: string) => {
    const { body } = await server.send('GET', '/api/v2/fix/progresses', { as: 'admin' })
    return body.progresses.find((one: { title: string }) => one.title === title)?.id
  }

  test('who a case is assigned to is notified once, however often that is sent, with its store, device and fault', async () => {
    const made = await report()
    const sent = { key: randomUUID(), assignee: String(una) }
    const assigned = await renew(made, sent)
    await renew(made, sent)
    // saved again with the same assignee
    const noted = await renew(assigned, { assignee: String(una), note: 'Bring a ladder' })
    expect(await messages('una')).toMatchObject([
      {
        title: `Repair ${made.ticket} is yours now: N001 Alder Street`,
        body: 'Freezer 1\nIce on the coil\nAssigned by Ada',
        store: String(server.fleet.stores.alder.storeId),
        repair_case: made.id,
        is_read: false,
      },
    ])
    expect(await messages('vic')).toEqual([])
    expect(await messages('admin')).toEqual([])
    // another's, and hers again: a second assignment
    const other = await renew(noted, { assignee: null })
    expect(await messages('una')).toMatchObject([{ is_read: true }])
    await renew(other, { assignee: String(una) })
    expect(await messages('una')).toHaveLength(2)
  })

  test('whoever takes a case is notified of nothing', async () => {
    await renew(await report(), { assignee: String(una) }, 'una')
    expect(await messages('una')).toEqual([])
  })

  test('it reaches the mailbox in the language of its owner, and not once the case is closed', async () => {
    const sent: { message: NoticeMessage; to: string }[] = []
    const email: Channel = async (message, { address }) => {
      sent.push({ message, to: address })
      return { kind: 'sent', recipient: address }
    }
    const round = () =>
      sendNotices({
        ...{ db: server.db, clock: server.clock, log: silent, kinds: newsKinds, channels: { email } },
        ...{ publicUrl: 'https://hub.example', random: () => 0.5 },
      })
    const made = await report()
    const assigned = await renew(made, { assignee: String(una) })
    await round()
    await round()
    expect(sent.map(({ message, to }) => [to, message.title, message.url])).toEqual([
      [
        'una@frost.example',
        `修理 ${made.ticket} の担当になりました：N001 Alder Street`,
        `https://hub.example/_44_?case=${made.id}`,
      ],
    ])
    const free = await renew(assigned, { assignee: null })
    const again = await renew(free, { assignee: String(una) })
    await renew(again, { 'progress-id': await stepCalled('Repaired') })
    await round()
    expect(sent).toHaveLength(1)
  })

  test('it is gone for who may not see its equipment, now or later', async () => {
    const { freezer } = server.fleet.stores.alder
    const setType = (type: 'walk_in' | 'doored_case') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', freezer.deviceId).execute()
    await renew(await report(), { assignee: String(vic) })
    expect(await messages('vic')).toHaveLength(1)
    await setType('walk_in')
    expect(await messages('vic')).toEqual([])
    await setType('doored_case')
    expect(await messages('vic')).toHaveLength(1)
  })
})
