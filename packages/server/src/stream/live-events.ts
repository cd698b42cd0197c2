import { liveEvents } from '@coldkeep/contract/areas/alarms'
import type { calls } from '@coldkeep/contract/calls'
import type { AlarmId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { selectScope } from '../access/scope'
import { countAlarms } from '../alarms/count-alarms'
import { selectAlarmsById } from '../alarms/shown-alarm-queries'
import { presentAlarm, presentCounts } from '../alarms/words/alarm-list'
import type { CallContext } from '../calls/context'
import { selectScopeFigures } from '../home/home-connection-queries'
import type { AppNotice } from '../notices/app-notice'
import { instantText } from '../wording/time-text'

export type EventContext = CallContext<(typeof calls)['streamEvents']>

/** One event before it has a name. */
export interface EventDraft {
  readonly event: keyof typeof liveEvents
  readonly content: object
}

/** The alarms of the caller's stores among these: the rights of this moment decide. */
export async function alarmEvents(context: EventContext, ids: readonly AlarmId[]): Promise<EventDraft[]> {
  if (ids.length === 0) return []
  const { db, user, query, clock, language, translate } = context
  // One turn at the database: where it has a single session, each turn waits for the readings that are being stored.
  const rows = await db
    .connection()
    .execute(async (one) => selectAlarmsById(one, await selectScope(one, user, query.depart), ids))
  return rows.map((row) => ({
    event: 'alarm',
    content: z.encode(liveEvents.alarm, presentAlarm(row, clock.now(), { language, translate })),
  }))
}

export function noticeEvent({ language }: EventContext, { key, isUrgent, words }: AppNotice): EventDraft {
  return { event: 'notice', content: { key, ...words(language), is_urgent: isUrgent } }
}

export async function countsEvent(context: EventContext, name: string | null): Promise<string> {
  const { db, user, query, clock } = context
  const topId = user.departmentId
  const asked = { storeId: null, departmentId: query.depart ?? topId, topId }
  const figures = await countAlarms(db, await chosenScope(context), asked, clock.now())
  return eventText('counts', z.encode(liveEvents.counts, presentCounts(figures)), name)
}

export async function homeEvent(context: EventContext): Promise<string> {
  const figures = await selectScopeFigures(context.db, await chosenScope(context))
  const { stores, devices, hostsLost, newestReadingAt } = figures
  const newest = newestReadingAt === null ? null : instantText(newestReadingAt)
  return eventText('home', { stores, devices, hosts_lost: hostsLost, newest_reading_at: newest }, null)
}

function chosenScope({ db, user, query }: EventContext) {
  return selectScope(db, user, query.depart)
}

/** @param name by which the listener can go on after it; `null` where it cannot */
export function eventText(event: EventDraft['event'], content: object, name: string | null): string {
  const id = name === null ? '' : `id: ${name}\n`
  return `event: ${event}\n${id}data: ${JSON.stringify(content)}\n\n`
}
