import { getAlarm, listAlarms, liveEvents, streamEvents } from '@coldkeep/contract/areas/alarms'
import { homeScope } from '@coldkeep/contract/areas/home'
import { listOwnMessages } from '@coldkeep/contract/areas/own-messages'
import type { Answer, Call } from '@coldkeep/contract/call'
import { type RefObject, useEffect, useRef } from 'react'
import { currentToken, freshToken } from '../app/session'
import { CallProblem } from './call-problem'
import { eventsOf } from './event-stream'
import { useLiveUpdatesPaused } from './live-updates'
import { isSignInNeeded } from './send'
import { openStream } from './transport'
import { markStale } from './use-call'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Events that come in a bunch ask for their answers once. */
const GATHER_MS = 500

export type ChangedAlarm = Answer<typeof listAlarms>['alarms'][number]

interface Heard {
  readonly alarm: (alarm: ChangedAlarm) => void
  /** A message to the account itself. */
  readonly notice: (message: { readonly key: string; readonly title: string }) => void
}

/** Which answers an event makes old. */
const outdated: Readonly<Record<string, readonly Call[] | 'all'>> = {
  alarm: [listAlarms, getAlarm],
  counts: [listAlarms],
  home: [homeScope],
  notice: [listOwnMessages],
  reload: 'all',
}

/**
 * Follows the events of the service while the page is visible and updates are not paused, and asks anew for what is on
 * screen of them. A broken line is taken up again, later each time; until then the screens go on asking by the clock.
 */
export function useFollowEvents(heard: Heard): void {
  const isPaused = useLiveUpdatesPaused()
  const latest = useRef(heard)
  latest.current = heard
  useEffect(() => {
    if (isPaused) return
    let end = new AbortController()
    const begin = () => {
      end.abort()
      end = new AbortController()
      if (document.visibilityState === 'visible') void followUntil(end.signal, latest)
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      document.removeEventListener('visibilitychange', begin)
      end.abort()
    }
  }, [isPaused])
}

async function followUntil(signal: AbortSignal, heard: RefObject<Heard>): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  let refused: string | null = null
  while (!signal.aborted) {
    const token = await freshToken(refused)
    if (token === null || signal.aborted) return
    try {
      const body = await openStream(
        streamEvents,
        { query: { depart: null } },
        { headers: { authorization: `Bearer ${token}` }, signal },
      )
      waitMs = FIRST_WAIT_MS
      refused = null
      const gather = gathering()
      for await (const event of eventsOf(body)) {
        gather(event.name)
        if (event.name === 'alarm') heard.current.alarm(liveEvents.alarm.parse(JSON.parse(event.text)))
        if (event.name === 'notice') heard.current.notice(liveEvents.notice.parse(JSON.parse(event.text)))
      }
    } catch (error) {
      if (!isBrokenLine(error)) throw error
      // Refused twice, the sign-in has ended; the next call says so to the reader.
      if (isSignInNeeded(error) && refused !== null) return
      refused = isSignInNeeded(error) ? currentToken() : null
    }
    await pause(waitMs, signal)
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
  }
}

function gathering(): (name: string) => void {
  const waiting = new Set<string>()
  return (name) => {
    if (outdated[name] === undefined) return
    if (waiting.size === 0) {
      setTimeout(() => {
        for (const one of waiting) markStale(outdated[one] ?? [])
        waiting.clear()
      }, GATHER_MS)
    }
    waiting.add(name)
  }
}

/** Refused, without an answer, or broken while it was read. */
function isBrokenLine(error: unknown): boolean {
  return error instanceof CallProblem || error instanceof TypeError || error instanceof DOMException
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
