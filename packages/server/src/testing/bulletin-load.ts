import { setTimeout as delay } from 'node:timers/promises'
import type { AccountId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import type { SignedIn } from '../access/signed-in'
import { addCategory } from '../bulletins/categories'
import { sendBulletin } from '../bulletins/send-bulletin'
import { startBulletins } from '../bulletins/start-bulletins'
import { connect, type Db } from '../db/connect'
import { migrateToLatest } from '../db/migrator'
import { newsKinds } from '../news-kinds'
import { startNotices } from '../notices/start-notices'
import { alarmWriter, insertNoticeTarget } from './notice-rig'
import { insertFurtherStore, insertTinyFleet, type TinyStore } from './tiny-fleet'

const DEPARTMENTS = 2_000
const PEOPLE_OF_EACH = 10
const READERS = DEPARTMENTS * PEOPLE_OF_EACH
/** One after the other, each of another store with a target of its own, so that none is gathered with another. */
const ALARMS = 15
const ALARM_EVERY_MS = 1_000
/** A mail server that answers well. */
const MAIL_MS = 20

export interface BulletinLoad {
  readonly sendSeconds: number
  readonly consoleSeconds: number
  readonly mailsPerSecond: number
  /** From the transaction of each alarm to its mail, in milliseconds. */
  readonly quietMs: readonly number[]
  readonly busyMs: readonly number[]
}

/**
 * A message to 20,000 people of 2,000 stores, and alarms before it and while its mails go out.
 * @throws Error where somebody was notified twice
 */
export async function runBulletinLoad(databaseUrl: string): Promise<BulletinLoad> {
  const { kysely: db, close } = await connect({ databaseUrl })
  const clock = { now: () => epochMs(Date.now()) }
  const log = pino({ level: 'error' })
  await migrateToLatest(db)
  const fleet = await insertTinyFleet(db, clock.now())
  await insertReaders(db, fleet.company)
  const stores = await insertAlarmStores(db, fleet, clock.now())
  const mailed = new Map<string, number>()
  let mails = 0
  const channels = {
    email: async (_: unknown, recipient: { readonly targetId: unknown; readonly address: string }) => {
      await delay(MAIL_MS)
      if (recipient.targetId === null) mails += 1
      else mailed.set(recipient.address, performance.now())
      return { kind: 'sent', recipient: recipient.address } as const
    },
  }
  const parts = { db, clock, log, kinds: newsKinds, channels, publicUrl: null, random: Math.random }
  const sending = await startNotices(parts, { isAlone: true })
  const bulletins = startBulletins({ db, clock, log })
  try {
    const quietMs = await alarmLatency(db, clock, stores.slice(0, ALARMS), mailed)
    const startedMs = performance.now()
    await sendToAll(db, fleet.company, fleet.accounts.admin, clock.now())
    const sentMs = performance.now()
    const inConsoles = untilInConsoles(db).then(() => performance.now())
    const busyMs = await alarmLatency(db, clock, stores.slice(ALARMS), mailed)
    const consoleMs = await inConsoles
    const mailsPerSecond = mails / ((performance.now() - sentMs) / 1_000)
    await checkOnce(db)
    const [sendSeconds, consoleSeconds] = [(sentMs - startedMs) / 1_000, (consoleMs - startedMs) / 1_000]
    return { sendSeconds, consoleSeconds, mailsPerSecond, quietMs, busyMs }
  } finally {
    await bulletins.close()
    await sending.close()
    await close()
  }
}

async function insertReaders(db: Db, company: DepartmentId): Promise<void> {
  const departments = await db
    .insertInto('department')
    .values(
      Array.from({ length: DEPARTMENTS }, (_, index) => ({
        ...{ parentId: company, name: `Group ${index}`, position: index + 10, path: [company] },
      })) as never,
    )
    .returning('departmentId')
    .execute()
  for (const { departmentId } of departments)
    await db
      .updateTable('department')
      .set({ path: [company, departmentId] } as never)
      .where('departmentId', '=', departmentId)
      .execute()
  for (const [index, { departmentId }] of departments.entries()) {
    const code = `G${index}`
    const { storeId } = await db
      .insertInto('storeCode')
      .values({ code })
      .returning('storeId')
      .executeTakeFirstOrThrow()
    const store = { storeId, departmentId, code, name: `Store ${index}`, country: 'TW', zone: 'Asia/Taipei' }
    await db
      .insertInto('store')
      .values({ ...store, vendorId: null, openedOn: null } as never)
      .execute()
    const people = Array.from({ length: PEOPLE_OF_EACH }, (_, number) => ({
      ...{ login: `p${index}-${number}`, name: `Person ${index}-${number}`, departmentId },
      ...{ email: `p${index}-${number}@shop.example`, passwordHash: 'none' },
    }))
    await db
      .insertInto('account')
      .values(people as never)
      .execute()
  }
}

async function insertAlarmStores(
  db: Db,
  fleet: Parameters<typeof insertFurtherStore>[1],
  now: EpochMs,
): Promise<readonly TinyStore[]> {
  const stores: TinyStore[] = []
  for (let index = 0; index < 2 * ALARMS; index++) {
    const store = await insertFurtherStore(db, fleet, `Alarm ${index}`, now)
    const { departmentId } = await db
      .selectFrom('store')
      .select('departmentId')
      .where('storeId', '=', store.storeId)
      .executeTakeFirstOrThrow()
    await insertNoticeTarget(db, departmentId, { channel: 'email', address: addressFor(store.storeId) })
    stores.push(store)
  }
  return stores
}

const addressFor = (storeId: StoreId) => `duty-${storeId}@shop.example`

/** From the transaction of an alarm to its mail, in milliseconds. */
async function alarmLatency(
  db: Db,
  clock: { now(): EpochMs },
  stores: readonly TinyStore[],
  mailed: ReadonlyMap<string, number>,
): Promise<readonly number[]> {
  const writer = alarmWriter(db, clock)
  const raised = new Map<string, number>()
  for (const store of stores) {
    raised.set(addressFor(store.storeId), performance.now())
    await writer.raise(store)
    await delay(ALARM_EVERY_MS)
  }
  while ([...raised.keys()].some((address) => !mailed.has(address))) await delay(50)
  return [...raised].map(([address, at]) => (mailed.get(address) ?? Number.NaN) - at)
}

async function sendToAll(db: Db, company: DepartmentId, accountId: AccountId, now: EpochMs): Promise<void> {
  const rows = await db.selectFrom('department').select('departmentId').execute()
  const user = {
    ...{ accountId, name: 'Ada', departmentId: company, signInId: null, apiKeyId: null },
    departmentIds: rows.map(({ departmentId }) => departmentId),
    pageKeys: new Set(['4-6']),
    equipment: { hidden: new Set() },
  } as unknown as SignedIn
  const { id: categoryId } = await addCategory(db, { user, now }, 'Bench')
  const counted = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .where('isEnabled', '=', true)
    .where('departmentId', '<>', company)
    .executeTakeFirstOrThrow()
  const people = Number(counted.people)
  await sendBulletin(
    db,
    { user, now },
    {
      id: crypto.randomUUID(),
      ...{ departmentId: company, storeId: null, exceptStores: [], exceptPeople: [], categoryId },
      language: 'en',
      texts: { en: { title: 'To everyone', content: 'Please read this.' } },
      ...{ files: [], sendAt: null, needsConfirmation: true, deadlineAt: null, firstCounts: false },
      // stores of the tiny fleet have one person each department, those of alarms none
      counted: { people, stores: DEPARTMENTS + 4 },
    },
  )
}

async function untilInConsoles(db: Db): Promise<void> {
  for (;;) {
    const { count } = await db
      .selectFrom('notice')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('subjectKind', '=', 'bulletin')
      .where('channel', '=', 'app')
      .executeTakeFirstOrThrow()
    if (Number(count) >= READERS) return
    await delay(100)
  }
}

async function checkOnce(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('notice')
    .select(['accountId', 'channel'])
    .where('subjectKind', '=', 'bulletin')
    .execute()
  const once = new Set(rows.map(({ accountId, channel }) => `${accountId} ${channel}`))
  if (once.size !== rows.length) throw new Error('somebody was notified twice')
}
