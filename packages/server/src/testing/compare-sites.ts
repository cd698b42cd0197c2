import { type EquipmentKind, guardedKinds } from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { DeviceId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { insertAccount, insertPermissionType } from '../accounts/sign-in-queries'
import { type ForeignRows, readRowsOf } from './foreign-rows'
import { describedPaths, type FuzzRequest } from './fuzz-requests'
import { countAnswer, knownOf, madeUpRequests, sendMadeUp } from './fuzz-server'
import { insertEquipmentType } from './plant/plant-types'
import { quickHash } from './quick-hash'
import { NOON, type Received, type TestServer } from './test-server'
import { PASSWORD } from './tiny-fleet'

type Json = Readonly<Record<string, unknown>>

/** Someone from whom what tells two sites apart is withheld. */
export interface Reader {
  readonly login: string
  readonly pages: readonly PageKey[]
  /** `null`: without any permission for equipment all of it is seen. */
  readonly sees: readonly (typeof guardedKinds)[number][] | null
  /** Equipment that it may write to; left out: what cannot be withheld. */
  readonly writes?: readonly EquipmentKind[]
  readonly isEngineer?: true
  /** It comes with an API key that this account made. */
  readonly byKey?: true
}

/** By what the sites differ in: equipment of their stores, or other departments. */
export const readers: Readonly<Record<'withheld' | 'elsewhere', readonly Reader[]>> = {
  withheld: [
    { login: 'without-both', pages: pageKeys, sees: [] },
    { login: 'without-c4', pages: pageKeys, sees: ['walk_in'] },
    { login: 'without-walk-in', pages: pageKeys, sees: ['c4'] },
    { login: 'without-pages', pages: [], sees: [] },
    { login: 'of-one-page', pages: ['1-1'], sees: [] },
    { login: 'only-reads', pages: pageKeys, sees: [], writes: [] },
    { login: 'engineer', pages: ['1-1', '1-2', '2-2-4', '3-1', '3-2'], sees: [], isEngineer: true },
    { login: 'key-without-both', pages: pageKeys, sees: [], byKey: true },
  ],
  elsewhere: [
    { login: 'of-north', pages: pageKeys, sees: guardedKinds },
    { login: 'of-north-reads', pages: pageKeys, sees: null },
    { login: 'of-north-without-pages', pages: [], sees: null },
    { login: 'key-of-north', pages: pageKeys, sees: guardedKinds, byKey: true },
  ],
}

export interface Comparison {
  readonly requests: number
  readonly answers: Readonly<Record<string, number>>
  /** Operations that were answered with something, of how many that read. */
  readonly answered: number
  readonly reading: number
  /** Answers that are not the same at both sites. */
  readonly differences: readonly string[]
}

export interface WritesCompared extends Pick<Comparison, 'requests' | 'answers' | 'differences'> {
  /** Tables in which rows of what is not to be seen were others afterwards, of so many rows. */
  readonly changed: readonly string[]
  readonly rows: number
}

export async function addReaders({ db, fleet }: TestServer, all: readonly Reader[]): Promise<void> {
  const passwordHash = await quickHash(PASSWORD)
  for (const { login, pages, sees, writes, isEngineer } of all) {
    const permissionTypeIds =
      pages.length === 0 ? [] : [await insertPermissionType(db, `Pages of ${login}`, [...pages])]
    const offer = { sees: [...(sees ?? [])], writes: [...(writes ?? ['other' as const])] }
    const equipmentTypeIds =
      sees === null ? [] : [await insertEquipmentType(db, `Equipment of ${login}`, offer)]
    const draft = { login, name: login, email: '', passwordHash, departmentId: fleet.north }
    const accountId = await insertAccount(db, { ...draft, permissionTypeIds, equipmentTypeIds }, NOON)
    if (isEngineer)
      await db.updateTable('account').set({ isEngineer }).where('accountId', '=', accountId).execute()
  }
}

/**
 * Asks two sites the same, of every call that reads, as someone who may not see what tells them apart. The answers
 * have to be the same: whoever can tell the sites apart has been told something.
 * @param seed of the made-up requests, of which there are so many for each call beside the plain ones
 */
export async function compareSites(
  sites: readonly [TestServer, TestServer],
  reader: Reader,
  unseen: Unseens,
  { perCall, seed }: { readonly perCall: number; readonly seed: number },
): Promise<Comparison> {
  const { login } = reader
  const [first] = sites
  const send = await senders(sites, reader)
  const answers: Record<string, number> = {}
  const answered = new Set<string>()
  const differences: string[] = []
  const plain = plainReads(first, unseen, await placeOf(sites[1], onlyOfSecond(unseen)))
  const reading = new Set(plain.map(({ operation }) => operation))
  const known = await probesOf(sites, unseen)
  const calls = plain.length > 0 ? reading.size : 0
  const madeUp = [...madeUpRequests(known, perCall * operationCount(), seed)].filter(
    ({ method }) => method === 'GET',
  )
  for (const request of [...plain, ...madeUp]) {
    const both = async () => [await send[0](request), await send[1](request)] as const
    let [one, other] = await both()
    // what an account did last is sealed into the audit a moment later; what is withheld stays different
    if (isDifferent(one, other)) [one, other] = await both()
    countAnswer(answers, one.status)
    if (one.status < 300) answered.add(request.operation)
    if (!isDifferent(one, other)) continue
    const [is, was] = [comparable(other.text), comparable(one.text)]
    differences.push(`${login} ${request.path.slice(0, 200)}: ${one.status}/${other.status} ${gap(was, is)}`)
  }
  return {
    requests: plain.length + madeUp.length,
    answers,
    answered: answered.size,
    reading: calls,
    differences,
  }
}

/**
 * Sends two sites the same made-up requests of every call that writes, with ids of what is shown, withheld, foreign and
 * missing. Ids that come after are the same at both, so that the answers can be.
 */
export async function compareWrites(
  sites: readonly [TestServer, TestServer],
  reader: Reader,
  unseen: Unseens,
  { perCall, seed }: { readonly perCall: number; readonly seed: number },
): Promise<WritesCompared> {
  const { login } = reader
  for (const site of sites) await letAllSignIn(site)
  const send = await senders(sites, reader)
  await sameIds(sites)
  const answers: Record<string, number> = {}
  const differences: string[] = []
  const known = await probesOf(sites, unseen)
  const before = await rowsOf(sites, unseen)
  const writes = [...madeUpRequests(known, perCall * operationCount(), seed)].filter(
    ({ method }) => method !== 'GET',
  )
  for (const request of writes) {
    const [one, other] = [await send[0](request), await send[1](request)]
    countAnswer(answers, one.status)
    const [is, was] = [comparable(other.text), comparable(one.text)]
    if (one.status === other.status && is === was) continue
    const target = `${request.method} ${request.path.slice(0, 200)}`
    differences.push(`${login} ${target}: ${one.status}/${other.status} ${gap(was, is)}`)
  }
  const after = await rowsOf(sites, unseen)
  const changed = before.flatMap(({ sums }, at) =>
    [...sums.keys()].filter((table) => sums.get(table) !== after[at]?.sums.get(table)),
  )
  const rows = before.reduce((sum, one) => sum + one.rows, 0)
  return { requests: writes.length, answers, differences, changed, rows }
}

/** Readers before may have given others a password or disabled them, and ended their sessions. */
async function letAllSignIn({ db, clock }: TestServer): Promise<void> {
  const passwordHash = await quickHash(PASSWORD)
  await db.updateTable('account').set({ passwordHash, isEnabled: true, mustChangePassword: false }).execute()
  await db.deleteFrom('signInFailure').execute()
  clock.advance(0)
}

/** Per site, what its readers may not see. */
type Unseens = readonly [readonly DeviceId[], readonly DeviceId[]]

/** Of each site, the rows of what its readers may not see. */
function rowsOf(sites: readonly TestServer[], unseen: Unseens): Promise<ForeignRows[]> {
  return Promise.all(sites.map(({ db }, at) => readRowsOf(db, unseen[at] ?? [])))
}

/** A device that only the second site has: whoever may not see it is answered as if it were missing there too. */
function onlyOfSecond([one, other]: Unseens): DeviceId {
  const only = other.findLast((deviceId) => !one.includes(deviceId))
  if (only === undefined) throw new Error('the second site has no device of its own')
  return only
}

function placeOf({ db }: TestServer, deviceId: DeviceId) {
  return db
    .selectFrom('device')
    .innerJoin('store', 'store.storeId', 'device.storeId')
    .where('device.deviceId', '=', deviceId)
    .select(['store.storeId', 'store.departmentId', 'device.terminalId'])
    .executeTakeFirstOrThrow()
}

/** Ids of what is shown, of what is withheld at both sites or at one of them, and of what is missing. */
async function probesOf(
  [first, second]: readonly [TestServer, TestServer],
  unseen: Unseens,
): Promise<string[]> {
  const only = onlyOfSecond(unseen)
  const points = await second.db.selectFrom('point').select('pointId').where('deviceId', '=', only).execute()
  const alarms = await second.db.selectFrom('alarm').select('alarmId').where('deviceId', '=', only).execute()
  const { storeId, departmentId, terminalId } = await placeOf(second, only)
  const place = [storeId, departmentId, terminalId]
  const withheld = [unseen[0][0], only, points[0]?.pointId, alarms[0]?.alarmId, ...place].map(String)
  // as likely as all that is shown
  return [...knownOf(first), ...withheld, ...withheld, ...withheld, '999999999']
}

type Send = (request: FuzzRequest) => Promise<Received>

/** How requests of the reader go out to each site: with a token of the account, or with a key that it makes there. */
async function senders(
  sites: readonly [TestServer, TestServer],
  { login, pages, byKey }: Reader,
): Promise<[Send, Send]> {
  const [first, second] = sites.map(async (server): Promise<Send> => {
    if (byKey === undefined) return (request) => sendMadeUp(server, request, login)
    const draft = { name: 'Twin', department: String(server.fleet.north), pages: [...pages] }
    const body = { ...draft, expires_at: new Date(server.clock.now() + 30 * 86_400_000).toISOString() }
    const made = await server.send('POST', '/api/v2/api-key', { as: login, body })
    if (made.status !== 200) throw new Error(made.text)
    const authorization = `Bearer ${made.body.key}`
    return (request) =>
      sendMadeUp(server, { ...request, headers: { ...request.headers, authorization } }, null)
  }) as [Promise<Send>, Promise<Send>]
  return [await first, await second]
}

let idsFrom = 0

/** What is made next gets the same ids at both sites, though one of them has had more. */
export async function sameIds(sites: readonly TestServer[]): Promise<void> {
  idsFrom += 1_000_000
  for (const { db } of sites) {
    await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, ${idsFrom}) from pg_sequences
      where schemaname = current_schema() and max_value > ${idsFrom}`.execute(db)
  }
}

/** Left out are keys and names that are made at random, and places in the chain of all rows with their hashes. */
export function comparable(text: string): string {
  return (
    text
      .replace(/"position":\d+/g, '"position":0')
      .replace(/"(request_id|key|public_key|fingerprint|password)":"[^"]*"/g, '"$1":""')
      // of a claim
      .replace(/"code":"\w{4}(-\w{4}){2}"/g, '"code":""')
      // of a place
      .replace(/"id":"TB-[0-9A-Z]{8}"/g, '"id":""')
      .replace(/\b[0-9a-f]{64}\b/g, '')
      .replace(/^id: .*$/gm, 'id:')
      .replace(/^"?\d+"?,/gm, '')
  )
}

function isDifferent(one: Received, other: Received): boolean {
  return one.status !== other.status || comparable(one.text) !== comparable(other.text)
}

function gap(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at += 1
  const from = Math.max(0, at - 60)
  return `…${was.slice(from, at + 80)} / …${is.slice(from, at + 80)}`
}

function operationCount(): number {
  return Object.values(describedPaths()).reduce((sum, operations) => sum + Object.keys(operations).length, 0)
}

/**
 * A few requests of every call that reads, as a page would send them; a new call of the table is among them. Half of the
 * calls take nothing that the variants differ in: what is the same goes out once.
 */
function plainReads(
  { fleet }: TestServer,
  unseen: Unseens,
  { storeId, departmentId, terminalId }: Awaited<ReturnType<typeof placeOf>>,
) {
  const { alder } = fleet.stores
  const devices = [alder.freezer.deviceId, unseen[0][0], onlyOfSecond(unseen)]
  const variants: readonly Readonly<Record<string, string>>[] = [
    { storeid: 'all', depart: String(fleet.north), deviceid: String(devices[0]) },
    { storeid: String(alder.storeId), depart: 'all', deviceid: String(devices[1]) },
    { storeid: String(alder.storeId), depart: 'all', deviceid: String(devices[2]) },
    {
      storeid: String(storeId),
      store: String(storeId),
      depart: String(departmentId),
      department: String(departmentId),
      terminalid: String(terminalId),
      deviceid: String(devices[2]),
    },
  ]
  const reads = Object.entries(describedPaths()).flatMap(([path, { get }]) =>
    get === undefined ? [] : variants.map((variant) => plainRead(path, get, { ...usual(fleet), ...variant })),
  )
  return [...new Map(reads.map((read) => [`${read.operation} ${read.path}`, read])).values()]
}

function usual({ north, stores: { alder } }: TestServer['fleet']): Readonly<Record<string, string>> {
  return {
    start: '2026-11-14T00:00:00',
    end: '2026-11-20T23:59:59',
    since: '2026-11-14T00:00:00.000Z',
    until: '2026-11-21T00:00:00.000Z',
    timezone: '+08:00',
    terminalid: alder.terminalId,
    department: String(north),
    store: String(alder.storeId),
    points: alder.freezer.pointIds.join(','),
    alarmid: '1',
    id: '1',
    revision: '1',
    lang: 'en',
  }
}

function plainRead(path: string, operation: Json, values: Readonly<Record<string, string>>) {
  const parameters = (operation.parameters ?? []) as Json[]
  const chosen = ({ name, schema }: Json) => values[String(name)] ?? firstOf(schema as Json)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '1'))
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required === true || values[String(one.name)] !== undefined))
    .map((one) => [String(one.name), chosen(one)] as [string, string])
  const search = new URLSearchParams(query).toString()
  return {
    operation: String(operation.operationId),
    method: 'GET' as const,
    path: search === '' ? filled : `${filled}?${search}`,
    headers: { language: 'en' },
    body: undefined,
  }
}

/** Something that the schema allows. */
function firstOf(schema: Json): string {
  if (Array.isArray(schema.enum)) return String(schema.enum[0])
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (choice !== undefined) return firstOf(choice)
  return schema.type === 'integer' || schema.type === 'number' ? '1' : 'all'
}
