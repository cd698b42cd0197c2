import { alarmStates } from '@coldkeep/domain/alarms/open-alarm'
import { priorities } from '@coldkeep/domain/alarms/priority'
import type { AlarmId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { events } from '../content'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { analysisCsvQuery, analysisDetail, analysisQuery, csvFile, pageWithDurations } from './analysis'
import { givenVerdict } from './warning-verdicts'

export const alarmRecordPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/alarm-record/detail/pageinfo',
  access: ['1-7'],
  summary: 'Default day of the alarm-record page, and the period lengths to choose from.',
  answer: pageWithDurations,
})

export const alarmRecord = defineCall({
  method: 'GET',
  path: '/api/v2/alarm-record/detail',
  access: ['1-7'],
  cost: 'heavy',
  summary: 'Alarms per day and priority, how they came, and a row per alarm.',
  query: analysisQuery,
  answer: analysisDetail,
  answerAsIs: true,
})

export const alarmRecordCsv = defineCall({
  method: 'GET',
  path: '/api/v2/alarm-record/detail/csv',
  access: ['1-7'],
  cost: 'heavy',
  summary: 'Every alarm of a period as CSV, the newest first.',
  query: analysisCsvQuery,
  answer: csvFile,
})

/** What an alarm is about: a limit, silence of a device or of a whole terminal, or an early warning. */
export const alarmKinds = ['low', 'high', 'lost', 'host_lost', 'threshold', 'falling', 'oscillation'] as const

/** One alarm as every list shows it. Instants are ISO 8601 in UTC; `zone` is the store's, for its own clock. */
const wireAlarm = z.object({
  id: wireId<AlarmId>(),
  kind: z.enum(alarmKinds),
  /** Device, value against limit, since when; and what to do first. */
  text: z.string(),
  advice: z.string(),
  priority: z.enum(priorities),
  state: z.enum(alarmStates),
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  device: z.nullable(z.object({ id: wireId<DeviceId>(), name: z.string() })),
  point: z.nullable(z.object({ id: z.string(), name: z.string() })),
  terminal: z.string(),
  startedAt: wireInstant,
  raisedAt: wireInstant,
  lastRaisedAt: wireInstant,
  returnedAt: z.nullable(wireInstant),
  clearedAt: z.nullable(wireInstant),
  value: z.nullable(z.number()),
  extreme: z.nullable(z.number()),
  limit: z.nullable(z.number()),
  unit: z.string(),
  count: z.int(),
  /** Found in readings that came after their time. */
  isLate: z.boolean(),
  isChattering: z.boolean(),
  /** Active for more than 24 hours. */
  isStale: z.boolean(),
  acknowledgedAt: z.nullable(wireInstant),
  acknowledgedBy: z.nullable(z.string()),
  assignedTo: z.nullable(z.string()),
  shelvedUntil: z.nullable(wireInstant),
  /** Of an early warning, what a person said of it. */
  verdict: z.nullable(givenVerdict),
  /** The alarm of the terminal under which it is hidden. */
  parent: z.nullable(wireId<AlarmId>()),
  /** Lost contacts that are hidden under it. */
  hidden: z.int(),
})

const priorityCounts = z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })

/** Open alarms of the requested stores. */
const alarmCounts = z.object({
  /** Not yet acknowledged, and all that are active, by priority. */
  unacknowledged: priorityCounts,
  open: priorityCounts,
  states: z.object({
    unacknowledged: z.int(),
    acknowledged: z.int(),
    returned: z.int(),
    shelved: z.int(),
    suppressed: z.int(),
    out_of_service: z.int(),
  }),
  stale: z.int(),
  /** Terminals that are lost, with whatever they watch. */
  hostsLost: z.int(),
  /** New alarms of the last ten minutes, and whether that is a flood. */
  lastTenMinutes: z.int(),
  isFlood: z.boolean(),
  /** Of a flood, the smallest department below that holds more than half: ids from the caller's own down to it. */
  mostly: z.nullable(z.object({ path: z.array(wireId<DepartmentId>()), name: z.string(), alarms: z.int() })),
})
export type AlarmCounts = z.output<typeof alarmCounts>

export const listAlarms = defineCall({
  method: 'GET',
  path: '/api/v2/alarms',
  access: ['1-7', '3-2'],
  summary:
    'Alarms of the stores below a department, the most urgent and oldest first, with counts of the open ones.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    deviceId: as('deviceid', wireIdOrAll<DeviceId>()),
    /** One state, `open` for all but cleared ones, or `all`. */
    state: z._default(z.enum([...alarmStates, 'open', 'all']), 'open'),
    priority: z.optional(z.enum(priorities)),
    /** Raised at this instant or later. */
    since: z.optional(wireInstant),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 50),
  }),
  answer: z.object({
    alarms: z.array(wireAlarm),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
    counts: alarmCounts,
  }),
})

export const getAlarm = defineCall({
  method: 'GET',
  path: '/api/v2/alarms/{alarmid}',
  access: ['1-7', '3-2'],
  summary: 'One alarm with its history: who did what, when and why.',
  params: z.object({ alarmId: as('alarmid', wireId<AlarmId>()) }),
  answer: z.object({
    alarm: wireAlarm,
    history: z.array(
      z.object({
        kind: z.string(),
        /** The kind in words. */
        text: z.string(),
        at: wireInstant,
        /** When it became known; later than `at` where readings came late. */
        recordedAt: wireInstant,
        by: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
    /** What is hidden under the alarm of a terminal: devices and since when they are silent. */
    hidden: z.array(
      z.object({
        deviceId: as('device', wireId<DeviceId>()),
        name: z.string(),
        since: z.nullable(wireInstant),
      }),
    ),
  }),
})

const several = { ids: z.array(wireId<AlarmId>()).check(z.minLength(1), z.maxLength(500)) }
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))

/** What was done, and what was not and why. */
const handled = z.object({
  done: z.array(wireId<AlarmId>()),
  refused: z.array(z.object({ id: wireId<AlarmId>(), code: z.string(), message: z.string() })),
})
export type HandledAlarms = z.output<typeof handled>

export const acknowledgeAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/acknowledge',
  access: ['1-7'],
  summary: 'Acknowledges alarms; one that is back to normal is cleared by it.',
  body: z.object({ ...several, comment: z.optional(words) }),
  answer: handled,
})

export const assignAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/assign',
  access: ['1-7'],
  summary: 'Names who looks after alarms; an empty text takes the name away.',
  body: z.object({ ...several, assignee: z.string().check(z.trim(), z.maxLength(80)) }),
  answer: handled,
})

export const commentAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/comment',
  access: ['1-7'],
  summary: 'Adds a remark to the history of alarms.',
  body: z.object({ ...several, comment: words }),
  answer: handled,
})

export const shelveAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/shelve',
  access: ['1-7'],
  summary: 'Puts alarms aside until an instant, at most 24 hours from now; they come back by themselves.',
  body: z.object({ ...several, reason: words, until: wireInstant }),
  answer: handled,
})

export const serviceAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/service',
  access: ['1-7'],
  summary: 'Takes alarms out of service for maintenance, or back into it, when they are judged again.',
  body: z.object({ ...several, reason: words, isInService: z.boolean() }),
  answer: handled,
})

/** What one event of the stream carries, by its name. */
export const liveEvents = {
  alarm: wireAlarm,
  counts: alarmCounts,
  home: z.object({
    stores: z.int(),
    devices: z.int(),
    hostsLost: z.int(),
    newestReadingAt: z.nullable(z.string()),
  }),
  /** A message to the account that listens. */
  notice: z.object({ key: z.string(), title: z.string(), body: z.string(), isUrgent: z.boolean() }),
  reload: z.object({}),
} as const

export const streamEvents = defineCall({
  method: 'GET',
  path: '/api/v2/events',
  access: 'signed_in',
  summary:
    'Server-sent events, read with fetch: `alarm`, `counts`, `home`, `notice`, and `reload` when something was missed. A client that comes back with `last-event-id` is sent what came after it. Without `accept: text/event-stream` it answers the current state and ends.',
  query: z.object({ departmentId: as('depart', wireIdOrAll<DepartmentId>()) }),
  answer: events(liveEvents),
})
