import type { AccountId, DeviceId } from '@coldkeep/domain/ids'
import { noticeChannels } from '@coldkeep/domain/notices/notice-kind'
import { hours, later } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWarning } from '../alarms/early-warnings'
import { newsKinds } from '../news-kinds'
import { sendNotices } from '../notices/send-notices'
import { stageTables } from '../storage/staging-queries'
import { comparable, readers, sameIds } from '../testing/compare-sites'
import { listenTo } from '../testing/event-listener'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import { openTwins, type Twins } from '../testing/open-twins'
import { writeScans } from '../testing/plant/write-history'
import { testDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import { filesOf } from '../testing/zip-files'

const PATIENT_MS = 300_000
const BOTH = [0, 1] as const
const KIND = 'falling'

/** What answers no call, but is told, streamed or made: for each reader the same at both sites. Keys have none of it. */
describe.each(['withheld', 'elsewhere'] as const)('sites that differ in what is %s', (where) => {
  const people = readers[where].filter(({ byKey }) => byKey === undefined)
  let twins: Twins
  beforeAll(async () => {
    twins = await openTwins(where, () => testDatabase('embedded'))
    for (const at of BOTH) {
      await plantReadings(twins, at)
      await twins.sites[at].app.listen({ host: '127.0.0.1', port: 0 })
    }
  })
  afterAll(() => twins.close())

  const oneAndOther = async <Found>(find: (site: TestServer, at: 0 | 1) => Promise<Found>) =>
    [await find(twins.sites[0], 0), await find(twins.sites[1], 1)] as const

  test.each(people)('stream the same to $login', { timeout: PATIENT_MS }, async ({ login, sees, pages }) => {
    const listeners = await oneAndOther((site) => listenTo(site, login))
    for (const site of twins.sites) await site.db.deleteFrom('alarm').where('branch', '=', KIND).execute()
    await oneAndOther(async (site, at) => {
      for (const deviceId of twins.unseen[at]) await warn(site, deviceId)
    })
    await sameIds(twins.sites)
    await oneAndOther((site) => warn(site, site.fleet.stores.alder.freezer.deviceId))
    const [one, other] = await Promise.all(
      listeners.map((listener) =>
        listener.until(({ event, data }) => event === 'alarm' && data.includes('"Freezer 1"')),
      ),
    )
    for (const listener of listeners) listener.leave()
    expect(other).toEqual(one)
    expect([sees, pages, one?.filter(({ event }) => event === 'alarm')]).toEqual([
      sees,
      pages,
      [expect.anything()],
    ])
  })

  test.each(people)(
    'tell $login the same on every channel',
    { timeout: PATIENT_MS },
    async ({ login, pages }) => {
      await sameIds(twins.sites)
      await oneAndOther((site) => notifyOnAll(site, login))
      await oneAndOther(async (site, at) => {
        for (const deviceId of twins.unseen[at]) await raise(site, deviceId)
      })
      await sameIds(twins.sites)
      await oneAndOther((site) => raise(site, site.fleet.stores.alder.freezer.deviceId))
      const [one, other] = await oneAndOther(sendAll)
      expect(other).toEqual(one)
      if (pages.length > 1)
        expect(new Set(one.map((line) => line.split(' ')[0]))).toEqual(new Set(noticeChannels))
      const [bell, otherBell] = await oneAndOther((site) =>
        site.send('GET', '/api/v2/account/messages', { as: login }),
      )
      expect(comparable(otherBell.text)).toBe(comparable(bell.text))
    },
  )

  test.each(people)('make the same files for $login', { timeout: PATIENT_MS }, async ({ login, pages }) => {
    await sameIds(twins.sites)
    const [one, other] = await oneAndOther((site) => filesFor(site, login, twins.unseen[0][0] ?? 0))
    expect(other).toEqual(one)
    const made = one.filter((line) => !line.startsWith('4'))
    if (pages.length > 5) expect(made.join('\n')).toMatch(/-18\.5/)
  })
})

/** Two readings of the freezer at both sites, and of what is not to be seen, warmer ones. */
async function plantReadings({ sites, databases, unseen }: Twins, at: 0 | 1): Promise<void> {
  const { db, fleet } = sites[at]
  const devices = await db
    .selectFrom('device')
    .innerJoin('pointList', 'pointList.deviceId', 'device.deviceId')
    .select(['device.storeId', 'device.deviceId', 'pointList.pointListId'])
    .where('device.deviceId', 'in', [fleet.stores.alder.freezer.deviceId, ...unseen[at]])
    .execute()
  const session = await databases[at].openSession(stageTables)
  for (const { storeId, deviceId, pointListId } of devices) {
    const points = await db
      .selectFrom('point')
      .select('pointId')
      .where('deviceId', '=', deviceId)
      .orderBy('pointId')
      .execute()
    const isSeen = deviceId === fleet.stores.alder.freezer.deviceId
    const times = [2, 1].map((hour) => later(NOON, -hours(hour)))
    await writeScans(
      session,
      [
        {
          ...{ storeId, deviceId, pointListId, periodSeconds: 300 },
          valuePoints: points.map(({ pointId }) => pointId),
          ...{ counterPoints: [], counters: [], quality: null },
          at: Float64Array.from(times),
          values: points.map(() => Float32Array.from(times, () => (isSeen ? -18.5 : 61.7 + at))),
        },
      ],
      NOON,
    )
  }
  await session.close()
}

async function storeOf({ db }: TestServer, deviceId: DeviceId) {
  return db
    .selectFrom('device')
    .select(['storeId', 'terminalId'])
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()
}

async function warn(server: TestServer, deviceId: DeviceId): Promise<void> {
  const { storeId } = await storeOf(server, deviceId)
  const figures = { startedAt: later(NOON, -hours(1)), raisedAt: NOON, value: 60, limit: 70 }
  const changed = await server.db
    .transaction()
    .execute((trx) => openWarning(trx, { storeId, deviceId, kind: KIND }, figures, NOON))
  server.alarms.feed.publish(changed)
}

async function raise(server: TestServer, deviceId: DeviceId): Promise<void> {
  const { storeId, terminalId } = await storeOf(server, deviceId)
  const { alder } = server.fleet.stores
  const freezer = { ...alder.freezer, deviceId, pointIds: [] }
  await alarmWriter(server.db, server.clock).raise(
    { ...alder, storeId, terminalId: terminalId ?? alder.terminalId, freezer },
    'critical',
  )
}

/** A target of the account on each channel. */
async function notifyOnAll({ db, fleet }: TestServer, login: string): Promise<void> {
  for (const table of ['notice', 'noticeTarget'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('alarm').where('branch', '=', 'high').where('pointId', 'is', null).execute()
  const { accountId } = await db
    .selectFrom('account')
    .select('accountId')
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
  for (const channel of noticeChannels) {
    const isPerson = channel === 'app' || channel === 'push'
    const whom = {
      accountId: isPerson ? (accountId as AccountId) : null,
      address: isPerson ? '' : `${channel}@desk.example`,
    }
    await insertNoticeTarget(db, fleet.north, { channel, ownerId: accountId, ...whom })
  }
}

/** @returns what went out, by channel */
async function sendAll({ db, clock }: TestServer): Promise<string[]> {
  const sent: string[] = []
  const channel = (name: string) => async (message: object) => {
    sent.push(`${name} ${comparable(JSON.stringify({ ...message, targetId: 0 }))}`)
    return { kind: 'sent' as const, recipient: name }
  }
  const channels = Object.fromEntries(noticeChannels.map((name) => [name, channel(name)]))
  const log = pino({ level: 'silent' })
  await sendNotices({
    db,
    clock,
    log,
    kinds: newsKinds,
    channels,
    publicUrl: 'https://hub.example',
    random: () => 0.5,
  })
  return sent.sort()
}

/** Everything that can be ordered of the store Alder: `status code` where it is refused, else each file with its content. */
async function filesFor(site: TestServer, login: string, unseen: number): Promise<string[]> {
  const { alder } = site.fleet.stores
  const points = await site.db
    .selectFrom('point')
    .select('pointId')
    .where('deviceId', '=', unseen as DeviceId)
    .execute()
  const report = (format: string, query: string[]) => ({
    path: '/api/v2/data-dl/gen-report',
    body: {
      ...{ store_id: String(alder.storeId), dt_start: '2026-11-18T00:00:00', dt_end: '2026-11-20T23:59:59' },
      ...{ data_type: 'all', timezone: '+08:00', query, format },
    },
  })
  const seen = `${alder.freezer.deviceId},${alder.freezer.pointIds[0]}`
  const orders = [
    report('csv', [seen]),
    report('xlsx', [seen, 'walk_in,air_temperature']),
    report('csv', ['walk_in,air_temperature']),
    report('csv', [`${unseen},${points[0]?.pointId ?? 1}`]),
    {
      path: '/api/v2/qa-temp/dl',
      body: { store_id: String(alder.storeId), start: '2026-11-18T00:00:00', end: '2026-11-20T23:59:59' },
    },
  ]
  const found: string[] = []
  for (const { path, body } of orders) {
    const ordered = await site.send('POST', path, { as: login, body })
    if (ordered.status !== 200) {
      found.push(`${ordered.status} ${ordered.body.code}`)
      continue
    }
    await site.makeDownloads()
    const link = await site.send('POST', `/api/v2/downloads/${ordered.body.id}/link`, { as: login })
    if (link.status !== 200) {
      found.push(`${link.status} ${link.body.code}`)
      continue
    }
    const file = await site.app.inject({ method: 'GET', url: link.body.url })
    found.push(String(file.headers['content-disposition']), ...(await contentsOf(file.rawPayload)))
  }
  return found
}

/** Each site signs its packs with a key of its own, and the pages are drawn from the tables beside them. */
const OF_THE_KEY = /manifest|signature|key|README|\.pdf$/

/** The texts of a file, or of each file in it. */
async function contentsOf(file: Buffer): Promise<string[]> {
  if (file.subarray(0, 2).toString('latin1') !== 'PK') return [file.toString('utf8')]
  const files = [...(await filesOf(file))].filter(([name]) => !OF_THE_KEY.test(name))
  return files.map(
    ([name, content]) =>
      `${name}: ${name.endsWith('.pdf') ? content.length : comparable(content.toString('utf8'))}`,
  )
}
