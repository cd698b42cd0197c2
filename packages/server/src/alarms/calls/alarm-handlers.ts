import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import { acknowledge, shelve, takeOutOfService } from '@coldkeep/domain/alarms/open-alarm'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import type { Db } from '../../db/connect'
import { chosenDays, chosenStores, lengthsPageInfo } from '../../filters/filter'
import { MOST_ROWS } from '../../filters/first-stores'
import { selectCommonZone, selectZones } from '../../organisation/zone-queries'
import { mapBatches, tableCsv } from '../../wording/table-csv'
import {
  type DayCount,
  type RecordFilter,
  readNewest,
  selectAlarmsByDay,
  selectNewest,
  selectRaised,
} from '../alarm-record-queries'
import type { Alarms } from '../alarms'
import { countClosedDays } from '../closed-days'
import { countAlarms } from '../count-alarms'
import { handleAlarms } from '../handle-alarms'
import {
  countMatching,
  selectAlarms,
  selectAlarmsById,
  selectHidden,
  selectHistories,
} from '../shown-alarm-queries'
import { presentHomeAlarms } from '../words/alarm-card'
import { presentAlarm, presentCounts } from '../words/alarm-list'
import { alarmRows, alarmTableHead, presentAlarmRecord } from '../words/alarm-record'
import { eventText, reasonText } from '../words/alarm-text'

type AlarmCall =
  | 'homeAlarmRecord'
  | 'alarmRecordPageInfo'
  | 'alarmRecord'
  | 'alarmRecordCsv'
  | 'listAlarms'
  | 'getAlarm'
  | 'acknowledgeAlarms'
  | 'assignAlarms'
  | 'commentAlarms'
  | 'shelveAlarms'
  | 'serviceAlarms'

const HOME_DAYS = 7
const PERIOD_DAYS = 7
const DURATIONS_DAYS = [1, 3, 7, 14, 30]

/** What handling alarms needs. */
export interface AlarmCallParts {
  readonly alarms: Alarms
}

export function alarmHandlers(parts: AlarmCallParts): Pick<Handlers, AlarmCall> {
  return {
    homeAlarmRecord: async ({ db, user, query, clock, language, translate }) => {
      const now = clock.now()
      const scope = await selectScope(db, user, query.departmentId)
      const [zone, zones] = await Promise.all([selectCommonZone(db, scope), selectZones(db, scope)])
      const last = localDateOf(zone, now)
      const filter = { scope, storeIds: null, zones, first: addDays(last, 1 - HOME_DAYS), last }
      const unseen = { scope, storeId: null, deviceId: null, priority: null, since: null }
      const [closed, ofToday, [mostUrgent = null]] = await Promise.all([
        countClosedDays(db, { ...filter, last: addDays(last, -1) }, now),
        selectAlarmsByDay(db, { ...filter, first: last }),
        selectAlarms(db, { ...unseen, state: 'unacknowledged' }, { offset: 0, limit: 1 }),
      ])
      const figures = { ...filter, byDay: [...closed, ...ofToday], today: sumOf(ofToday), mostUrgent, now }
      return presentHomeAlarms(figures, { language, translate })
    },

    alarmRecordPageInfo: (context) => lengthsPageInfo(context, PERIOD_DAYS, DURATIONS_DAYS),

    alarmRecord: async ({ db, user, query, clock, language, translate }) => {
      const filter = await recordFilterOf(db, user, query)
      const [alarms, { byDay, byTenMinutes: raised }] = await Promise.all([
        selectNewest(db, filter, MOST_ROWS),
        selectRaised(db, filter),
      ])
      const figures = { ...filter, alarms, byDay, raised, now: clock.now() }
      return presentAlarmRecord(figures, { language, translate })
    },

    alarmRecordCsv: async ({ db, user, query, clock, language, translate }) => {
      const filter = await recordFilterOf(db, user, query)
      const words = { language, translate }
      const now = clock.now()
      const batches = mapBatches(readNewest(db, filter, MOST_ROWS), (alarms) => alarmRows(alarms, now, words))
      return { from: 'batches', batches: tableCsv(alarmTableHead(words), query, batches) }
    },

    listAlarms: async ({ db, user, query, clock, language, translate }) => {
      const now = clock.now()
      const scope = await selectScope(db, user, query.departmentId)
      const store = query.storeId === null ? null : await selectStoreInScope(db, scope, query.storeId)
      const { page, pageSize } = query
      const filter = {
        scope,
        storeId: store?.storeId ?? null,
        deviceId: query.deviceId,
        state: query.state,
        priority: query.priority ?? null,
        since: query.since === undefined ? null : epochMs(query.since),
      }
      const alarms = await selectAlarms(db, filter, {
        offset: (page - 1) * pageSize,
        limit: pageSize,
      })
      const topId = user.departmentId
      const countScope = { storeId: filter.storeId, departmentId: query.departmentId ?? topId, topId }
      return {
        alarms: alarms.map((alarm) => presentAlarm(alarm, now, { language, translate })),
        total: await countMatching(db, filter),
        page,
        pageSize,
        counts: presentCounts(await countAlarms(db, scope, countScope, now)),
      }
    },

    getAlarm: async ({ db, user, params, clock, language, translate }) => {
      const words = { language, translate }
      const scope = scopeOf(user)
      const [alarm] = await selectAlarmsById(db, scope, [params.alarmId])
      if (alarm === undefined) throw new Problem('alarm.unknown')
      const history = await selectHistories(db, alarm.storeId, [alarm.alarmId])
      const hidden = alarm.hidden > 0 ? await selectHidden(db, scope, alarm) : []
      return {
        alarm: presentAlarm(alarm, clock.now(), words),
        history: history.map(({ kind, at, recordedAt, accountName, reason }) => ({
          kind,
          text: eventText(kind, words),
          at,
          recordedAt,
          by: accountName,
          reason: reasonText(reason, accountName !== null, words),
        })),
        hidden: hidden.map(({ deviceId, name, since }) => ({ deviceId, name, since })),
      }
    },

    acknowledgeAlarms: (context) =>
      handleAlarms(context, parts.alarms, context.body.ids, {
        kind: 'acknowledged',
        reason: context.body.comment ?? null,
        change: acknowledge,
        columns: (user, now) => ({ acknowledgedAt: now, acknowledgedBy: user.name }),
      }),

    assignAlarms: (context) => {
      const assignee = context.body.assignee === '' ? null : context.body.assignee
      return handleAlarms(context, parts.alarms, context.body.ids, {
        kind: 'assigned',
        reason: assignee,
        columns: () => ({ assignedTo: assignee }),
      })
    },

    commentAlarms: (context) =>
      handleAlarms(context, parts.alarms, context.body.ids, {
        kind: 'commented',
        reason: context.body.comment,
      }),

    shelveAlarms: (context) => {
      const until = epochMs(context.body.until)
      return handleAlarms(context, parts.alarms, context.body.ids, {
        kind: 'shelved',
        reason: context.body.reason,
        change: (alarm, now) => shelve(alarm, until, now),
      })
    },

    serviceAlarms: (context) =>
      handleAlarms(context, parts.alarms, context.body.ids, {
        kind: context.body.isInService ? 'in_service' : 'out_of_service',
        reason: context.body.reason,
        change: context.body.isInService ? 'again' : takeOutOfService,
      }),
  }
}

type RecordQuery = CallContext<(typeof calls)['alarmRecord']>['query']

async function recordFilterOf(db: Db, user: SignedIn, query: RecordQuery): Promise<RecordFilter> {
  const days = chosenDays(query.start, query.end)
  const { scope, storeIds } = await chosenStores(db, user, query)
  return { scope, storeIds, zones: await selectZones(db, scope), ...days }
}

function sumOf(days: readonly DayCount[]): { raised: number; seen: number } {
  return {
    raised: days.reduce((sum, { alarms }) => sum + alarms, 0),
    seen: days.reduce((sum, { seen }) => sum + seen, 0),
  }
}
