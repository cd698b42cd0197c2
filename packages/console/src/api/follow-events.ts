import { getAlarm, listAlarms, liveEvents, streamEvents } from '@coldkeep/contract/areas/alarms'
import { homeScope } from '@coldkeep/contract/areas/home'
import { listOwnMessages } from '@coldkeep/contract/areas/own-messages'
import type { Answer, Call } from '@coldkeep/contract/call'
import { decodeWire } from '@coldkeep/contract/wire/dialect'
import { type RefObject, useEffect, useRef } from 'react'
import { CallProblem } from './call-problem'
import { theCaller } from './caller'
import { eventsOf, type ServerEvent } from './event-stream'
import { useLiveUpdatesPaused } from './live-updates'
import { markStale } from './mark-stale'
import { isSignInNeeded } from './send'
import { openStream } from './transport'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The service sends something every 15 s: a line that is silent for this long is broken, as after sleep. */
const SILENT_MS = 45_000
/** Events that arrive together refetch their answers once. */
const GATHER_MS = 500

export type ChangedAlarm = Answer<typeof listAlarms>['alarms'][number]

interface EventHandlers {
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

/** What this page has followed, over all its lines. */
interface Following {
  /** The last event received, from which it can resume. */
  lastId: string | null
  hasOpened: boolean
}

/**
 * Follows the events of the service while the page is visible and updates are not paused, and refetches what is on
 * screen of them. A broken line is taken up again, later each time, and at once when the browser is online again; each
 * opening states the last event received, and refetches what may have changed while no one listened.
 */
export function useFollowEvents(handlers: EventHandlers): void {
  const isPaused = useLiveUpdatesPaused()
  const latest = useRef(handlers)
  latest.current = handlers
  const following = useRef<Following>({ lastId: null, hasOpened: false })
  useEffect(() => {
    if (isPaused) return
    let end = new AbortController()
    const begin = () => {
      end.abort()
      end = new AbortController()
      if (document.visibilityState === 'visible') void followUntil(end.signal, latest, following.current)
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    window.addEventListener('online', begin)
    return () => {
      document.removeEventListener('visibilitychange', begin)
      window.removeEventListener('online', begin)
      end.abort()
    }
  }, [isPaused])
}

function noneYet(error: unknown): null {
  if (error instanceof CallProblem) return null
  throw error
}

async function followUntil(
  signal: AbortSignal,
  handlers: RefObject<EventHandlers>,
  following: Following,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  let refused: string | null = null
  while (!signal.aborted && theCaller().token() !== null) {
    // without an answer now, it is renewed with the next line
    const token = await theCaller().freshToken(refused).catch(noneYet)
    if (signal.aborted) return
    try {
      if (token !== null) {
        await followOnce(token, signal, following, {
          opened: () => {
            waitMs = FIRST_WAIT_MS
            refused = null
          },
          received: (event) => dispatch(event, handlers.current),
        })
      }
    } catch (error) {
      if (!isBrokenLine(error)) throw error
      // Refused twice, the sign-in has ended; the next call shows that to the reader.
      if (isSignInNeeded(error) && refused !== null) return
      refused = isSignInNeeded(error) ? theCaller().token() : null
    }
    // not all consoles of a server that comes back at once
    await pause(waitMs * (0.5 + Math.random() / 2), signal)
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
  }
}

/** Follows one line until it ends or is silent for too long. */
async function followOnce(
  token: string,
  signal: AbortSignal,
  following: Following,
  listeners: { readonly opened: () => void; readonly received: (event: ServerEvent) => void },
): Promise<void> {
  const line = new AbortController()
  const hangUp = () => line.abort()
  let silence = setTimeout(hangUp, SILENT_MS)
  const isAlive = () => {
    clearTimeout(silence)
    silence = setTimeout(hangUp, SILENT_MS)
  }
  signal.addEventListener('abort', hangUp)
  const last = following.lastId
  try {
    const body = await openStream(
      streamEvents,
      { query: { departmentId: null } },
      {
        headers: { authorization: `Bearer ${token}`, ...(last !== null && { 'last-event-id': last }) },
        signal: line.signal,
      },
    )
    listeners.opened()
    // the service listens by now; what was requested before may have been read before
    markStale(following.hasOpened ? 'live' : firstCalls)
    following.hasOpened = true
    const gather = gathering()
    for await (const event of eventsOf(body, isAlive)) {
      following.lastId = event.id ?? following.lastId
      gather(event.name)
      listeners.received(event)
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', hangUp)
  }
}

/** Which answers events can make old at all. */
const firstCalls = Object.values(outdated).flatMap((calls) => (calls === 'all' ? [] : calls))

/** An event that cannot be read, as from a newer service, is reported and costs no other. */
function dispatch({ name, text }: ServerEvent, handlers: EventHandlers): void {
  try {
    if (name === 'alarm') handlers.alarm(decodeWire(liveEvents.alarm, JSON.parse(text)))
    if (name === 'notice') handlers.notice(decodeWire(liveEvents.notice, JSON.parse(text)))
  } catch (error) {
    reportError(error)
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
