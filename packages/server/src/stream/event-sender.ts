import { setTimeout as delay } from 'node:timers/promises'
import type { liveEvents } from '@coldkeep/contract/areas/alarms'
import type { AlarmId } from '@coldkeep/domain/ids'
import type { ChangedAlarm } from '../alarms/alarm-queries'
import type { EventLine } from '../calls/answers'
import type { Feed, FeedEntry } from '../live/feed'
import type { AppNotice } from '../notices/app-notice'
import {
  alarmEvents,
  countsEvent,
  type EventContext,
  homeEvent,
  type LiveEvent,
  noticeEvent,
} from './live-events'

/** After a change, those of so long go out together. */
const GATHER_MS = 100
const COUNTS_EVERY_MS = 1_000

/** The feeds that the events of a listener come from. */
export interface Feeds {
  readonly alarms: { readonly feed: FeedSource<ChangedAlarm> }
  readonly notices: { readonly feed: FeedSource<AppNotice> }
}

type FeedSource<News> = Pick<Feed<News>, 'subscribe' | 'since' | 'latest'>

/** How far each of the feeds has been received, or sent on. */
interface Position {
  readonly alarms: string
  readonly notices: string
}

/** What has been received and not sent yet. */
interface Waiting {
  readonly alarmIds: Set<AlarmId>
  readonly notices: AppNotice[]
}

export interface EventSender {
  /** The name from which the listener can resume. */
  position(): string
  /** What came after the last event that the listener had is not known any more: all must be read again. */
  hasMissed(): boolean
  /** Sends what was received in the meantime, and goes on as it comes. */
  begin(): void
  home(): void
  stop(): void
}

/** Listens from this moment on; what the caller may see of it is decided when it is sent. */
export function eventSender(
  context: EventContext,
  feeds: Feeds,
  { last, send, end }: EventLine<typeof liveEvents>,
): EventSender {
  const { user } = context
  const missed = missedSince(feeds, last)
  let sentThrough = missed === null || last === null ? latestOf(feeds) : positionOf(last)
  let receivedThrough = sentThrough
  let waiting = nothing()
  let hasBegun = false
  let hasEnded = false
  let isSending = false
  let lastHome = ''

  const orEnd = (sending: Promise<void>) =>
    void sending.catch((error: unknown) => {
      if (!hasEnded) end(error)
    })
  const counts = atMostEvery(COUNTS_EVERY_MS, () =>
    orEnd(countsEvent(context, null).then((event) => send([event]))),
  )
  /** The first change goes out at once; those that follow while it is sent go out together. */
  const sendPending = async () => {
    if (isSending || !hasBegun) return
    isSending = true
    try {
      while (!hasEnded && receivedThrough !== sentThrough) {
        const [news, through] = [waiting, receivedThrough]
        waiting = nothing()
        const drafts: LiveEvent[] = [
          ...(await alarmEvents(context, [...news.alarmIds])),
          ...news.notices.map((notice) => noticeEvent(context, notice)),
        ]
        sentThrough = through
        // a client that is cut off between them gets all of them again
        const nameAt = (index: number) => (index === drafts.length - 1 ? nameOf(through) : null)
        send(drafts.map((draft, index) => ({ ...draft, name: nameAt(index) })))
        if (news.alarmIds.size > 0) counts.soon()
        await delay(GATHER_MS)
      }
    } finally {
      isSending = false
    }
  }
  const sendAlarm = ({ name, news }: FeedEntry<ChangedAlarm>) => {
    receivedThrough = { ...receivedThrough, alarms: name }
    for (const { alarmId } of news) waiting.alarmIds.add(alarmId)
    orEnd(sendPending())
  }
  const sendNotice = ({ name, news }: FeedEntry<AppNotice>) => {
    receivedThrough = { ...receivedThrough, notices: name }
    waiting.notices.push(...news.filter(({ accountId }) => accountId === user.accountId))
    orEnd(sendPending())
  }
  const hangUp = () => end()
  // what was lost is found out when the listener comes back
  const leave = [
    feeds.alarms.feed.subscribe({ received: sendAlarm, lost: hangUp, ended: hangUp }),
    feeds.notices.feed.subscribe({ received: sendNotice, lost: hangUp, ended: hangUp }),
  ]
  for (const entry of missed?.alarms ?? []) sendAlarm(entry)
  for (const entry of missed?.notices ?? []) sendNotice(entry)
  return {
    position: () => nameOf(sentThrough),
    hasMissed: () => missed === null,
    begin() {
      hasBegun = true
      orEnd(sendPending())
    },
    home: () =>
      orEnd(
        homeEvent(context).then((event) => {
          const text = JSON.stringify(event)
          if (text !== lastHome) send([event])
          lastHome = text
        }),
      ),
    stop() {
      hasEnded = true
      for (const one of leave) one()
      counts.stop()
    },
  }
}

/** Does something soon, and not again before a period has passed. */
function atMostEvery(periodMs: number, act: () => void) {
  let timer: NodeJS.Timeout | null = null
  let actedAtMs = Number.NEGATIVE_INFINITY
  let hasStopped = false
  return {
    soon() {
      if (timer !== null || hasStopped) return
      const waitMs = Math.max(0, periodMs - (performance.now() - actedAtMs))
      timer = setTimeout(() => {
        timer = null
        actedAtMs = performance.now()
        act()
      }, waitMs)
    },
    stop() {
      hasStopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** What came after an event; nothing where there was none, `null` where it is not known any more. */
function missedSince({ alarms, notices }: Feeds, last: string | null) {
  if (last === null) return { alarms: [], notices: [] }
  const position = positionOf(last)
  const [ofAlarms, ofNotices] = [alarms.feed.since(position.alarms), notices.feed.since(position.notices)]
  return ofAlarms && ofNotices && { alarms: ofAlarms, notices: ofNotices }
}

function latestOf({ alarms, notices }: Feeds): Position {
  return { alarms: alarms.feed.latest(), notices: notices.feed.latest() }
}

function nameOf({ alarms, notices }: Position): string {
  return `${alarms}.${notices}`
}

function positionOf(name: string): Position {
  const [alarms = '', notices = ''] = name.split('.')
  return { alarms, notices }
}

function nothing(): Waiting {
  return { alarmIds: new Set(), notices: [] }
}
