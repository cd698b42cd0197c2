import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { liveEvents } from '@coldkeep/contract/areas/alarms'
import type { calls } from '@coldkeep/contract/calls'
import type { AlarmId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import type { FeedEntry } from '../../alarms/alarm-feed'
import { authenticate } from '../../http/authenticate'
import type { CallContext } from '../../http/context'
import { selectScope } from '../../http/scope'
import { presentAlarm, presentCounts } from '../../present/alarm-list'
import { instantText } from '../../present/time-text'
import { selectScopeFigures } from '../home/queries'
import { countAlarms } from './count-alarms'
import { selectAlarmsById } from './queries'

type Context = CallContext<(typeof calls)['streamEvents']>

const HEARTBEAT_MS = 15_000
const HOME_EVERY_MS = 30_000
/** After a change, those of so long go out together. */
const GATHER_MS = 100
const COUNTS_EVERY_MS = 1_000
/** Who does not read is cut off; it comes back and says what it had last. */
const MOST_UNREAD_BYTES = 1_000_000

/** The stream of events of a caller's stores, until the caller goes, the sign-in ends or the server does. */
export async function streamEvents(given: Context): Promise<string> {
  const context = { ...given }
  const { request, reply, alarms, notices } = context
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('x-accel-buffering', 'no')
  const opening = await openingEvents(context)
  if (!String(request.headers.accept ?? '').includes('text/event-stream')) return opening
  const out = new PassThrough()
  const write = (text: string) => {
    if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
    else if (!out.destroyed) out.write(text)
  }
  const missed = missedEntries(context)
  const teller = tellChanges(context, write)
  const leave = alarms.feed.subscribe({ heard: teller.heard, ended: () => out.end() })
  const leaveNotices = notices.feed.subscribe(({ accountId, key, isUrgent, words }) => {
    if (accountId === context.user.accountId)
      write(eventText('notice', { key, ...words(context.language), is_urgent: isUrgent }, null))
  })
  const heartbeat = setInterval(() => {
    write(': heartbeat\n\n')
    // an ended sign-in or a token that is too old ends the stream; the caller comes back with a new one. What else
    // may have changed, such as the department, holds from here on
    authenticate(request, context).then(
      (user) => Object.assign(context, { user }),
      () => out.end(),
    )
  }, HEARTBEAT_MS)
  const home = setInterval(() => void teller.home(), HOME_EVERY_MS)
  out.once('close', () => {
    leave()
    leaveNotices()
    teller.stop()
    clearInterval(heartbeat)
    clearInterval(home)
  })
  write(opening)
  if (missed === null) write(eventText('reload', {}, alarms.feed.latest()))
  else for (const entry of missed) teller.heard(entry)
  // sent as it comes; to the table of calls it is one long text
  return out as unknown as string
}

/** What came after the last event that the caller had; null where that is not known, so that all must be read again. */
function missedEntries({ request, alarms }: Context): readonly FeedEntry[] | null {
  const last = request.headers['last-event-id']
  return typeof last === 'string' && last !== '' ? alarms.feed.since(last) : []
}

/** How things stand. */
async function openingEvents(context: Context): Promise<string> {
  const name = context.alarms.feed.latest()
  return `retry: 2000\n\n${await countsEvent(context, name)}${await homeEvent(context)}`
}

function tellChanges(context: Context, write: (text: string) => void) {
  let waiting = new Set<AlarmId>()
  let name = context.alarms.feed.latest()
  let isTelling = false
  let counting: NodeJS.Timeout | null = null
  let countedAtMs = Number.NEGATIVE_INFINITY
  let hasEnded = false
  let lastHome = ''
  const orWarn = (telling: Promise<void>) =>
    telling.catch((error: unknown) => context.request.log.warn({ err: error }, 'events not told'))
  /** The first change goes out at once; those that come meanwhile go out together. */
  const tellAlarms = async () => {
    if (isTelling) return
    isTelling = true
    try {
      while (waiting.size > 0 && !hasEnded) {
        const ids = [...waiting]
        waiting = new Set()
        write(await alarmEvents(context, ids, name))
        countSoon()
        await delay(GATHER_MS)
      }
    } finally {
      isTelling = false
    }
  }
  const countSoon = () => {
    if (counting !== null || hasEnded) return
    const waitMs = Math.max(0, COUNTS_EVERY_MS - (performance.now() - countedAtMs))
    counting = setTimeout(() => {
      counting = null
      countedAtMs = performance.now()
      void orWarn(countsEvent(context, name).then(write))
    }, waitMs)
  }
  return {
    heard(entry: FeedEntry) {
      name = entry.name
      for (const { alarmId } of entry.changed) waiting.add(alarmId)
      void orWarn(tellAlarms())
    },
    home: () =>
      orWarn(
        homeEvent(context).then((text) => {
          if (text !== lastHome) write(text)
          lastHome = text
        }),
      ),
    stop() {
      hasEnded = true
      if (counting !== null) clearTimeout(counting)
    },
  }
}

/** The alarms of the caller's stores among those that changed: the rights of this moment decide. */
async function alarmEvents(context: Context, ids: readonly AlarmId[], name: string): Promise<string> {
  const { db, user, query, clock, language, translate } = context
  // One turn at the database: where it has a single session, each turn waits for the readings that are being stored.
  const rows = await db
    .connection()
    .execute(async (one) => selectAlarmsById(one, await selectScope(one, user, query.depart), ids))
  return rows
    .map((row) => presentAlarm(row, clock.now(), { language, translate }))
    .map((alarm) => eventText('alarm', z.encode(liveEvents.alarm, alarm), name))
    .join('')
}

async function countsEvent(context: Context, name: string): Promise<string> {
  const { db, user, query, clock } = context
  const topId = user.departmentId
  const asked = { storeId: null, departmentId: query.depart ?? topId, topId }
  const figures = await countAlarms(db, await scopeOf(context), asked, clock.now())
  return eventText('counts', z.encode(liveEvents.counts, presentCounts(figures)), name)
}

async function homeEvent(context: Context): Promise<string> {
  const figures = await selectScopeFigures(context.db, await scopeOf(context))
  const { stores, devices, hostsLost, newestReadingAt } = figures
  const newest = newestReadingAt === null ? null : instantText(newestReadingAt)
  return eventText('home', { stores, devices, hosts_lost: hostsLost, newest_reading_at: newest }, null)
}

function scopeOf({ db, user, query }: Context) {
  return selectScope(db, user, query.depart)
}

function eventText(event: keyof typeof liveEvents, content: object, name: string | null): string {
  const id = name === null ? '' : `id: ${name}\n`
  return `event: ${event}\n${id}data: ${JSON.stringify(content)}\n\n`
}
