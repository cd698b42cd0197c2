import {
  connectScreen,
  endScreen,
  listScreenSessions,
  REFUSED_CODE,
  type WireScreenSession,
} from '@coldkeep/contract/areas/screens'
import type { StoreId } from '@coldkeep/domain/ids'
import { CallProblem } from '../../api/call-problem'
import { theCaller } from '../../api/caller'
import { markStale } from '../../api/mark-stale'
import { isSignInNeeded, send, sendAtLast } from '../../api/send'
import { makeStore } from '../../kit/store'
import { type FollowedStatus, followStatus, unknownStatus } from './follow-status'

/** Whether clicks and keys reach the store. */
export type ScreenMode = WireScreenSession['mode']

/** The screen that this page is on, whatever tab of it is shown. */
export type ScreenState =
  | { readonly kind: 'idle'; readonly refusal: string | null }
  | { readonly kind: 'connecting'; readonly storeId: StoreId; readonly sinceMs: number }
  | ConnectedScreen
  | { readonly kind: 'ended'; readonly storeId: StoreId; readonly reason: string }

export interface ConnectedScreen extends FollowedStatus {
  readonly kind: 'connected'
  readonly storeId: StoreId
  readonly mode: ScreenMode
  readonly sessionId: string
  readonly sinceMs: number
}

const idle: ScreenState = { kind: 'idle', refusal: null }
const screen = makeStore<ScreenState>(idle)
/** Another number: whoever waits for an earlier answer has given up. */
let attempt = 0
let unfollow: () => void = () => {}

export const useScreenState = screen.use

/** Connects, which may take as long as someone in the store needs to answer. */
export async function connectTo(storeId: StoreId, mode: ScreenMode): Promise<void> {
  const own = ++attempt
  unfollow()
  screen.set({ kind: 'connecting', storeId, sinceMs: Date.now() })
  try {
    const answer = await send(connectScreen, { query: { storeId, mode } })
    const isRefused = answer.statusCode === REFUSED_CODE
    if (own !== attempt) {
      if (!isRefused) await send(endScreen, { query: { sessionId: answer.sessionId } })
      return
    }
    if (isRefused) screen.set({ kind: 'idle', refusal: answer.status })
    else follow(storeId, mode, answer.sessionId)
  } catch (error) {
    if (own !== attempt) return
    screen.set(idle)
    if (error instanceof CallProblem && !isSignInNeeded(error)) theCaller().reportFailure(error)
  } finally {
    markStale([listScreenSessions])
  }
}

function follow(storeId: StoreId, mode: ScreenMode, sessionId: string): void {
  const base = { kind: 'connected', storeId, mode, sessionId, sinceMs: Date.now() } as const
  screen.set({ ...base, ...unknownStatus })
  unfollow = followStatus(
    sessionId,
    (status) => screen.set({ ...base, ...status }),
    (reason) => {
      screen.set({ kind: 'ended', storeId, reason })
      markStale([listScreenSessions])
    },
  )
}

/** Gives up connecting; what comes of it all the same is ended. */
export function giveUpConnecting(): void {
  attempt++
  screen.set(idle)
}

/** Ends the session, and has it end at the service. */
export async function disconnect(): Promise<void> {
  const now = screen.get()
  if (now.kind !== 'connected') return
  unfollow()
  screen.set(idle)
  try {
    await send(endScreen, { query: { sessionId: now.sessionId } })
  } catch (error) {
    if (error instanceof CallProblem && !isSignInNeeded(error)) theCaller().reportFailure(error)
  } finally {
    markStale([listScreenSessions])
  }
}

/** The page is left: nothing is waited for. */
export function leaveScreen(): void {
  const now = screen.get()
  attempt++
  unfollow()
  screen.set(idle)
  if (now.kind === 'connected') sendAtLast(endScreen, { query: { sessionId: now.sessionId } })
}
