import { DDI_PATH } from '@coldkeep/contract/wire/ddi-path'
import fc from 'fast-check'
import { openBox, type TestBox } from './box-rig'
import { type FuzzRequest, fuzzRequests } from './fuzz-requests'
import { TERMINAL_TYPE } from './plant/plant-updates'
import { quickHash } from './quick-hash'
import type { Received, TestServer } from './test-server'
import { PASSWORD } from './tiny-fleet'

export interface FuzzResult {
  readonly requests: number
  /** How many were answered with what, by hundreds: 2xx, 4xx. */
  readonly answers: Readonly<Record<string, number>>
  /** Answers of 500 and above, and requests without one, with what led to them. */
  readonly failures: readonly string[]
}

/** The administrator, and an account that sees a store's department with every page. */
const ACCOUNTS = ['admin', 'north'] as const
const MADE_AT_ONCE = 10
/** Nothing that is asked takes so long, however busy the machine. */
const LONGEST_ANSWER_MS = 120_000

/** Sends made-up requests over all calls, in turn as both accounts. The same seed sends the same. */
export async function fuzzServer(server: TestServer, requests: number, seed: number): Promise<FuzzResult> {
  await openEveryPage(server)
  const { terminalId } = server.fleet.stores.alder
  const box = await openBox(server, terminalId)
  const answers: Record<string, number> = {}
  const failures: string[] = []
  let sent = 0
  for (const request of madeUpRequests(knownOf(server), requests, seed)) {
    const as = ACCOUNTS[sent % ACCOUNTS.length] ?? 'admin'
    // half of what boxes send comes from one with its token, the rest from no one it knows
    const isOfBox = request.path.startsWith(`${DDI_PATH}/`) && sent % 2 === 0
    const received = isOfBox
      ? sendMadeUp(server, ofBox(request, terminalId, box), null)
      : sendMadeUp(server, request, as)
    const status = await statusOf(received)
    sent += 1
    countAnswer(answers, status)
    if (status >= 500) failures.push(`${status} ${as} ${JSON.stringify(request).slice(0, 600)}`)
    if (status === HUNG) failures.push(`no answer ${as} ${JSON.stringify(request).slice(0, 600)}`)
    if (status === 401) await openEveryPage(server)
  }
  return { requests: sent, answers, failures }
}

/** The same request by a box that signs in. */
function ofBox(request: FuzzRequest, terminalId: string, { headers }: TestBox): FuzzRequest {
  const path = request.path.replace(/\/v1\/[^/?]+/, `/v1/${terminalId}`)
  return { ...request, path, headers: { ...request.headers, ...headers } }
}

const HUNG = 0

async function statusOf(answer: Promise<Received>): Promise<number> {
  let alarm: NodeJS.Timeout | undefined
  const hung = new Promise<typeof HUNG>((giveUp) => {
    alarm = setTimeout(giveUp, LONGEST_ANSWER_MS, HUNG)
  })
  const status = await Promise.race([answer.then((received) => received.status), hung])
  clearTimeout(alarm)
  return status
}

/** So many requests, one of each call in turn. @param known values that mean something to the server */
export function* madeUpRequests(
  known: readonly string[],
  requests: number,
  seed: number,
): Generator<FuzzRequest> {
  const arbitraries = fuzzRequests(known)
  let left = requests
  // a few of each operation at a time, so that a million take no more memory than a thousand
  for (let first = seed; left > 0; first += arbitraries.length) {
    const rounds = Math.min(MADE_AT_ONCE, Math.ceil(left / arbitraries.length))
    const columns = arbitraries.map((arbitrary, at) =>
      fc.sample(arbitrary, { numRuns: rounds, seed: first + at }),
    )
    for (let round = 0; round < rounds; round++) {
      for (const column of columns.slice(0, left)) {
        yield column[round] as FuzzRequest
        left -= 1
      }
    }
  }
}

export function countAnswer(answers: Record<string, number>, status: number): void {
  const group = `${Math.floor(status / 100)}xx`
  answers[group] = (answers[group] ?? 0) + 1
}

/** @param as whose token is sent; `null`: the request brings what it comes with */
export function sendMadeUp(server: TestServer, request: FuzzRequest, as: string | null): Promise<Received> {
  const { method, path, headers, body } = request
  const isText = typeof body === 'string'
  const sent = isText ? body : body === undefined ? undefined : JSON.stringify(body)
  return server.send(method, path, { ...(as !== null && { as }), headers: { ...headers }, body: sent })
}

export function knownOf({ fleet }: TestServer): string[] {
  const { alder, cedar } = fleet.stores
  const ids = [fleet.company, fleet.north, fleet.vendors.polar, alder.storeId, cedar.storeId]
  const devices = [alder.freezer, cedar.meter].flatMap(({ deviceId, pointIds }) => [deviceId, ...pointIds])
  const words = ['admin', 'north', 'Alder', TERMINAL_TYPE]
  return [...[...ids, ...devices].map(String), alder.terminalId, cedar.terminalId, ...words]
}

/** What the requests may have taken from the accounts is given back. */
export async function openEveryPage({ db, fleet, clock }: TestServer): Promise<void> {
  const passwordHash = await knownHash
  const type = await db
    .selectFrom('pagePermissionType')
    .select('pagePermissionTypeId')
    .where('title', '=', 'All pages')
    .executeTakeFirst()
  const { admin, north } = fleet.accounts
  for (const accountId of [admin, north]) {
    await db
      .updateTable('account')
      .set({ isEnabled: true, passwordHash, mustChangePassword: false })
      .where('accountId', '=', accountId)
      .execute()
    if (type === undefined) continue
    await db
      .insertInto('pagePermission')
      .values({ accountId, ...type })
      .onConflict((conflict) => conflict.columns(['accountId', 'pagePermissionTypeId']).doNothing())
      .execute()
  }
  await db.deleteFrom('signInFailure').execute()
  // both sign in afresh
  clock.advance(0)
}

const knownHash = quickHash(PASSWORD)
