import type { liveEvents } from '@coldkeep/contract/areas/alarms'
import type { calls } from '@coldkeep/contract/calls'
import type { AlarmId } from '@coldkeep/domain/ids'
import { selectScope } from '../access/scope'
import { countAlarms } from '../alarms/count-alarms'
import { selectAlarmsById } from '../alarms/shown-alarm-queries'
import { presentAlarm, presentCounts } from '../alarms/words/alarm-list'
import type { EventDraft } from '../calls/answers'
import type { CallContext } from '../calls/context'
import { selectScopeFigures } from '../home/home-connection-queries'
import type { AppNotice } from '../notices/app-notice'
import { instantText } from '../wording/time-text'

export type EventContext = CallContext<(typeof calls)['streamEvents']>

export type LiveEvent = EventDraft<typeof liveEvents>

/** The alarms of the caller's stores among these: the rights of this moment decide. */
export async function alarmEvents(context: EventContext, ids: readonly AlarmId[]): Promise<LiveEvent[]> {
  if (ids.length === 0) return []
  const { db, user, query, clock, language, translate } = context
  // One turn at the database: where it has a single session, each turn waits for the readings that are being stored.
  const rows = await db
    .connection()
    .execute(async (one) => selectAlarmsById(one, await selectScope(one, user, query.departmentId), ids))
  return rows.map((row) => ({
    event: 'alarm',
    content: presentAlarm(row, clock.now(), { language, translate }),
    name: null,
  }))
}

export function noticeEvent({ language }: EventContext, { key, isUrgent, words }: AppNotice): LiveEvent {
  return { event: 'notice', content: { key, ...words(language), isUrgent }, name: null }
}

/** @param name by which the listener can go on after it; `null` where it cannot */
export async function countsEvent(context: EventContext, name: string | null): Promise<LiveEvent> {
  const { db, user, query, clock } = context
  const topId = user.departmentId
  const area = { storeId: null, departmentId: query.departmentId ?? topId, topId }
  const figures = await countAlarms(db, await chosenScope(context), area, clock.now())
  return { event: 'counts', content: presentCounts(figures), name }
}

export async function homeEvent(context: EventContext): Promise<LiveEvent> {
  const figures = await selectScopeFigures(context.db, await chosenScope(context))
  const { stores, devices, hostsLost, newestReadingAt } = figures
  const newest = newestReadingAt === null ? null : instantText(newestReadingAt)
  const content = { stores, devices, hostsLost, newestReadingAt: newest }
  return { event: 'home', content, name: null }
}

function chosenScope({ db, user, query }: EventContext) {
  return selectScope(db, user, query.departmentId)
}
