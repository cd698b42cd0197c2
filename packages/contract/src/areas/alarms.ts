import { alarmStates } from '@coldkeep/domain/alarms/standing-alarm'
import type { AlarmId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { analysisDetail, analysisQuery, pageInfo } from './analysis'

const storeName = z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() })
const deviceName = z.object({ id: wireId<DeviceId>(), name: z.string() })

/** One alarm as people read it: where, what against which limit, since when, and what to do first. */
const alarm = z.object({
  id: wireId<AlarmId>(),
  /** 1 critical to 4 low. */
  priority: z.int().check(z.gte(1), z.lte(4)),
  state: z.enum(alarmStates),
  store: storeName,
  /** Null: the alarm is about the terminal of the store. */
  device: z.nullable(deviceName),
  /** "Air temperature −9.2 °C, limit −15.0 °C" or "Host lost", in the caller's language. */
  what: z.string(),
  /** What to do first, in the caller's language. */
  advice: z.nullable(z.string()),
  started_at: wireInstant,
  raised_at: wireInstant,
  returned_at: z.nullable(wireInstant),
  cleared_at: z.nullable(wireInstant),
  /** How often it was raised. */
  count: z.int(),
  is_late: z.boolean(),
  is_chattering: z.boolean(),
  /** Stands for more than 24 hours. */
  is_stale: z.boolean(),
  acknowledged_at: z.nullable(wireInstant),
  acknowledged_by: z.nullable(z.string()),
  assigned_to: z.nullable(z.string()),
  shelved_until: z.nullable(wireInstant),
  /** How many alarms of the store are hidden under this one. */
  hidden: z.int(),
})
export type WireAlarm = z.output<typeof alarm>

/** Unlike in words, both `open` and `cleared` are about the record, not about the condition. */
export const alarmSelections = ['open', 'unacknowledged', 'shelved', 'cleared'] as const

export const listAlarms = defineCall({
  method: 'GET',
  path: '/api/v2/alarms',
  access: ['1-7'],
  summary: 'Alarms of a department, a store or a device; the most urgent first, at most 500.',
  query: z.object({
    depart: wireIdOrAll<DepartmentId>(),
    storeid: wireIdOrAll<StoreId>(),
    deviceid: wireIdOrAll<DeviceId>(),
    show: z._default(z.enum(alarmSelections), 'open'),
  }),
  answer: z.object({ alarms: z.array(alarm), total: z.int() }),
})

const counts = z.object({
  critical: z.int(),
  high: z.int(),
  medium: z.int(),
  low: z.int(),
  /** Devices and terminals that are not heard of. */
  no_data: z.int(),
})

export const alarmSummary = defineCall({
  method: 'GET',
  path: '/api/v2/alarms/summary',
  access: 'signed_in',
  summary:
    'Open alarms by priority, the most urgent one, how many came lately, and each part of the organisation.',
  query: z.object({ depart: wireIdOrAll<DepartmentId>() }),
  answer: z.object({
    open: counts,
    /** Critical and high ones that nobody has acknowledged. */
    unseen_urgent: z.int(),
    /** The oldest one of the highest priority that nobody has acknowledged. */
    most_urgent: z.nullable(alarm),
    lately: z.object({
      minutes: z.int(),
      raised: z.int(),
      is_flood: z.boolean(),
      /** Where most of them are. */
      mostly: z.nullable(z.string()),
    }),
    /** Departments below the chosen one, or its stores where there are none. */
    parts: z.array(
      z.object({
        depart: wireId<DepartmentId>(),
        store: z.nullable(wireId<StoreId>()),
        name: z.string(),
        stores: z.int(),
        open: counts,
      }),
    ),
  }),
})

export const alarmHistory = defineCall({
  method: 'GET',
  path: '/api/v2/alarms/{alarmid}',
  access: ['1-7'],
  summary: 'One alarm with everything that happened to it, oldest first.',
  params: z.object({ alarmid: wireId<AlarmId>() }),
  answer: z.object({
    alarm,
    events: z.array(
      z.object({
        /** In the caller's language. */
        what: z.string(),
        at: wireInstant,
        by: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
})

const chosen = z.array(wireId<AlarmId>()).check(z.minLength(1), z.maxLength(500))
const comment = z.string().check(z.maxLength(1000))
/** How many of the chosen ones were changed; the others were in a state that does not allow it. */
const changed = z.object({ changed: z.int() })

export const acknowledgeAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/acknowledge',
  access: ['1-7'],
  summary: 'Acknowledges alarms in the name of the caller.',
  body: z.object({ ids: chosen, comment: z._default(comment, '') }),
  answer: changed,
})

export const commentAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/comment',
  access: ['1-7'],
  summary: 'Adds a comment to the history of alarms.',
  body: z.object({ ids: chosen, comment: comment.check(z.minLength(1)) }),
  answer: changed,
})

export const assignAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/assign',
  access: ['1-7'],
  summary: 'Gives alarms to somebody; an empty name takes them back.',
  body: z.object({ ids: chosen, assignee: z.string().check(z.maxLength(120)) }),
  answer: changed,
})

export const shelveAlarms = defineCall({
  method: 'POST',
  path: '/api/v2/alarms/shelve',
  access: ['1-7'],
  summary: 'Puts alarms aside until a time within 24 hours; they come back by themselves.',
  body: z.object({ ids: chosen, until: wireInstant, reason: comment.check(z.minLength(1)) }),
  answer: changed,
})

export const alarmRecordPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/alarm-record/detail/pageinfo',
  access: ['1-7'],
  summary: 'Default first day and the lengths of period of the alarm-record page.',
  answer: z.extend(pageInfo, {
    /** Days. */
    durations: z.array(z.object({ value: z.int(), title: z.string() })),
  }),
})

export const alarmRecord = defineCall({
  method: 'GET',
  path: '/api/v2/alarm-record/detail',
  access: ['1-7'],
  summary: 'Alarms per day and priority, and a row per alarm.',
  query: analysisQuery,
  answer: analysisDetail,
  answerAsIs: true,
})
