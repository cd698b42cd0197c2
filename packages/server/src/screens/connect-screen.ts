import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ScreenRule } from '@coldkeep/contract/areas/screens'
import { SCREEN_TUNNEL_PATH, type ScreenMode } from '@coldkeep/contract/mqtt/screen-tunnel'
import { SIMULATOR_PROGRAM } from '@coldkeep/contract/mqtt/state'
import { Problem } from '@coldkeep/contract/problem'
import { isEnded } from '@coldkeep/domain/commands/command-state'
import type { StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type Clock, seconds } from '@coldkeep/domain/time/instant'
import { scopeOf, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import { cancelQueued, expireSent } from '../commands/command-queries'
import { makeCommand } from '../commands/make-command'
import type { Db } from '../db/connect'
import { reservePoints } from '../service-points/post-act'
import { screenRules } from '../settings/screen-rules'
import { selectStorePlaces } from '../settings/setting-place-queries'
import type { Rounds } from '../tasks/rounds'
import { checkSeesAll, checkWrites } from '../terminals/check-equipment'
import { actOfSession, endForsaken, endSession } from './end-session'
import type { ExpectedSession } from './expected-session'
import type { LiveSession } from './live-session'
import { refusalOfOrder, type ScreenRefusal } from './refusal'
import {
  insertSession,
  type StoreScreen,
  selectOpenSession,
  selectOrder,
  selectScreens,
} from './session-queries'

/** A store that is asked first may take half a minute to answer. */
const ANSWERED_WITHIN_MS = seconds(42)
const DIALLED_WITHIN_MS = seconds(12)
const LOOKED_AT_EVERY_MS = 150
const FREED_WITHIN_MS = seconds(5)

/** Where a tunnel is waited for. */
export interface TunnelDoor {
  /** Of this process, at the beginning of each of its sessions. */
  readonly name: string
  /** Settles once the terminal has dialled and its screen is known; `null`: it was given up. */
  expect(session: ExpectedSession): Promise<LiveSession | null>
  giveUp(sessionId: string): void
  /** Ends a session of this process. @returns false where it is none */
  end(sessionId: string): boolean
}

export interface ConnectParts {
  readonly db: Db
  readonly clock: Clock
  readonly user: SignedIn
  readonly field: Pick<Rounds, 'wake'>
  readonly door: TunnelDoor
}

interface Connecting {
  readonly storeId: StoreId
  readonly mode: ScreenMode
}

/**
 * Brings the screen of a store to the caller, where the store lets it. Settles when it is there, or when it is known why not.
 * @throws Problem `store.unknown`
 */
export async function connectToScreen(
  parts: ConnectParts,
  wish: Connecting,
): Promise<LiveSession | ScreenRefusal> {
  const { db, clock, user } = parts
  const { storeId } = await selectStoreInScope(db, scopeOf(user), wish.storeId)
  const [screen] = await selectScreens(db, storeId)
  const [place] = await selectStorePlaces(db, [storeId])
  if (place === undefined) throw new Problem('store.unknown')
  const rule = await screenRules.holding(db, place)
  const refusal = (await refusalOfCaller(parts, wish, screen)) ?? refusalOfScreen(screen, rule)
  if (refusal !== null || screen === undefined) return refusal ?? 'no_terminal'
  await endForsaken(db, clock.now(), storeId)
  const dial = () => orderScreen(parts, { ...wish, storeId }, screen.terminalId, rule)
  let order = await dial()
  if (order === null && (await freeOwn(parts, storeId, screen.terminalId))) order = await dial()
  if (order === null) return 'busy'
  return order === 'points' ? order : awaitScreen(parts, order, screen, rule)
}

/** Whoever works a screen works everything that is shown on it. */
async function refusalOfCaller(
  { db, user }: ConnectParts,
  { storeId, mode }: Connecting,
  screen: StoreScreen | undefined,
): Promise<ScreenRefusal | null> {
  const { pageKeys } = user
  if (!pageKeys.has('4-1') && !(mode === 'view' && pageKeys.has('3-1'))) return 'page'
  try {
    checkSeesAll(user)
    if (mode === 'control' && screen !== undefined)
      await checkWrites(db, user, { storeId, terminalId: screen.terminalId }, null)
    return null
  } catch (error) {
    if (error instanceof Problem) return 'equipment'
    throw error
  }
}

function refusalOfScreen(screen: StoreScreen | undefined, { consentRule }: ScreenRule): ScreenRefusal | null {
  if (screen === undefined) return 'no_terminal'
  if (screen.consent === null) return screen.program === SIMULATOR_PROGRAM ? 'simulated' : 'no_screen'
  if (consentRule === 'never') return 'rule'
  if (screen.consent === 'never') return 'never'
  return screen.connection === 'online' ? null : 'offline'
}

interface Order extends ExpectedSession {
  readonly commandId: string
}

/** @returns `null` where somebody is on the screen already, `points` where the chain lacks those that it costs */
async function orderScreen(
  { db, clock, user, field, door }: ConnectParts,
  { storeId, mode }: Connecting,
  terminalId: TerminalId,
  rule: ScreenRule,
): Promise<Order | 'points' | null> {
  const now = clock.now()
  const sessionId = `${door.name}-${randomBytes(16).toString('hex')}`
  const token = randomBytes(24).toString('hex')
  const by = { accountId: user.accountId, name: user.name }
  const arg = {
    token,
    url: `${SCREEN_TUNNEL_PATH}${sessionId}`,
    mode,
    rule: rule.consentRule,
    by: user.name.slice(0, 120),
    mostMinutes: rule.mostMinutes,
  }
  const commandId = await db
    .transaction()
    .execute(async (trx) => {
      const commandId = await makeCommand(
        trx,
        { terminalId, storeId, op: 'screen.open', arg: () => arg, by },
        now,
      )
      const isFirst = await insertSession(trx, {
        ...{ storeId, screenSessionId: sessionId, terminalId, mode, commandId },
        accountId: user.accountId,
        accountName: user.name,
        requestedAt: now,
        seenAt: now,
        connectedAt: null,
        endedAt: null,
        endedReason: null,
        endedDetail: null,
        width: null,
        height: null,
      })
      if (!isFirst) throw new Occupied()
      const session = { storeId, screenSessionId: sessionId, terminalId, mode }
      if (!(await reservePoints(trx, actOfSession(session, by, now))).ok) throw new Short()
      return commandId
    })
    .catch((error: unknown) => {
      if (error instanceof Occupied || error instanceof Short) return error
      throw error
    })
  if (commandId instanceof Short) return 'points'
  if (commandId instanceof Occupied) return null
  field.wake()
  return { storeId, sessionId, terminalId, token, mode, user, rule, commandId }
}

/**
 * Ends the caller's own session on a screen: of a page that was closed or a browser that ended without a word.
 * @returns false where somebody else is there
 */
async function freeOwn(
  { db, clock, user, door }: ConnectParts,
  storeId: StoreId,
  terminalId: TerminalId,
): Promise<boolean> {
  const untilMs = performance.now() + FREED_WITHIN_MS
  for (let isEnding = false; performance.now() < untilMs; await wait(LOOKED_AT_EVERY_MS)) {
    const open = await selectOpenSession(db, storeId, terminalId)
    if (open === null) return true
    if (open.accountId !== user.accountId) return false
    // its recording is kept before it has ended
    isEnding ||= door.end(open.screenSessionId)
    if (!isEnding) await endSession(db, open, { reason: 'operator' }, clock.now())
  }
  return false
}

/** The order is taken back with them. */
class Occupied extends Error {}
class Short extends Error {}

async function awaitScreen(
  { db, clock, user, door }: ConnectParts,
  order: Order,
  { consent }: StoreScreen,
  rule: ScreenRule,
): Promise<LiveSession | ScreenRefusal> {
  const { storeId, sessionId, terminalId, commandId, mode } = order
  const isAnsweredFirst = consent === 'ask' || rule.consentRule === 'ask'
  let live: LiveSession | null = null
  const opened = door.expect(order).then((session) => {
    live = session
  })
  const untilMs = performance.now() + (isAnsweredFirst ? ANSWERED_WITHIN_MS : DIALLED_WITHIN_MS)
  let refusal: ScreenRefusal | null = null
  while (live === null && refusal === null) {
    await Promise.race([opened, wait(LOOKED_AT_EVERY_MS)])
    if (live !== null) break
    const state = await selectOrder(db, { storeId, commandId })
    if (state === null || (isEnded(state.state) && state.state !== 'done'))
      refusal = refusalOfOrder(state?.errorCode ?? null, state?.errorText ?? null)
    else if (performance.now() > untilMs) refusal = 'late'
  }
  if (live !== null) return live
  door.giveUp(sessionId)
  const now = clock.now()
  if (!(await cancelQueued(db, storeId, commandId, now))) await expireSent(db, storeId, commandId, now)
  const session = {
    storeId,
    screenSessionId: sessionId,
    terminalId,
    mode,
    connectedAt: null,
    clicks: 0,
    keys: 0,
  }
  const named = { accountId: user.accountId, accountName: user.name }
  await endSession(db, { ...session, ...named }, { reason: 'refused', detail: refusal ?? 'late' }, now)
  return refusal ?? 'late'
}
