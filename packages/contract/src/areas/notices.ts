import { priorities } from '@coldkeep/domain/alarms/priority'
import type { DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import { noticeChannels, noticeKinds } from '@coldkeep/domain/notices/notice-kind'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { languages } from '../config'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { localTime, wireInstant, zoneOffset } from '../wire/instant'
import { readRevision } from '../wire/setting'
import { wireTable } from '../wire/table'
import { csvChoice } from '../wire/table-csv'
import { csvFile } from './analysis'

const access = ['2-2-2'] as const
const idText = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/))
const timeOrNone = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/))
const several = { minLength: 1, maxLength: 200 }

/**
 * Who is notified: an account, all accounts of a department, whoever is on call there, the owner of the address, or the owner of a
 * place that was linked by a code.
 */
const recipient = z
  .string()
  .check(z.regex(/^(account:[1-9]\d{0,14}|department:[1-9]\d{0,14}|oncall:[1-9]\d{0,14}|address|linked)$/))

/** What people write of a target. */
export const targetDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  channel: z.enum(noticeChannels),
  recipient,
  /**
   * Mail address, web address or telephone number; empty where the recipient is no address. Of a web address only the
   * host is ever answered (`https://host/…`); sent back so, the address stays as it is.
   */
  address: z.string().check(z.trim(), z.maxLength(500)),
  /** Alarms of the stores below them are sent. */
  departments: z.array(idText).check(z.minLength(several.minLength), z.maxLength(several.maxLength)),
  /** None: notified only as a step of an escalation. */
  kinds: z.array(z.enum(noticeKinds)).check(z.maxLength(noticeKinds.length)),
  lowestPriority: z.enum(priorities),
  /** `HH:MM`, or empty. */
  quietFrom: timeOrNone,
  quietUntil: timeOrNone,
  /** IANA name of the zone of these times. */
  zone: z.string().check(z.minLength(1), z.maxLength(64)),
  language: z.enum(languages),
  isEnabled: z.boolean(),
})
export type NoticeTargetDraft = z.output<typeof targetDraft>

const revised = { id: wireId<NoticeTargetId>(), revision: z.int() }

export const wireTarget = z.extend(targetDraft, {
  ...revised,
  /** The name of the account or department; the address. */
  recipientName: z.string(),
  /** How many of its accounts do not take messages by its channel. */
  silenced: z.int(),
  /** Whether someone is linked to it; null where its channel needs no link. */
  isLinked: z.nullable(z.boolean()),
  /** Why it was switched off automatically; null otherwise. */
  switchedOff: z.nullable(z.string()),
})
export type NoticeTarget = z.output<typeof wireTarget>

const targetsPath = '/api/v2/util/notification/target'

export const listNoticeTargets = defineCall({
  method: 'GET',
  path: targetsPath,
  access,
  summary: 'Who is notified of alarms: targets whose departments all lie below the own one.',
  answer: z.object({ targets: z.array(wireTarget) }),
})

export const addNoticeTargets = defineCall({
  method: 'POST',
  path: targetsPath,
  access,
  summary: 'Adds targets.',
  body: z.object({ targets: z.array(targetDraft).check(z.minLength(1), z.maxLength(50)) }),
  answer: z.object({}),
})

export const changeNoticeTargets = defineCall({
  method: 'PATCH',
  path: targetsPath,
  access,
  summary: 'Changes targets. Each carries the revision that was read.',
  body: z.object({
    targets: z.array(z.extend(targetDraft, revised)).check(z.minLength(1), z.maxLength(50)),
  }),
  answer: z.object({}),
})

export const removeNoticeTarget = defineCall({
  method: 'DELETE',
  path: targetsPath,
  access,
  summary: 'Removes a target with its escalation steps. What it was sent stays in the records.',
  query: z.object({ id: wireId<NoticeTargetId>(), revision: readRevision }),
  answer: z.object({}),
})

export const testNoticeTarget = defineCall({
  method: 'POST',
  path: '/api/v2/util/notification/target/test',
  access,
  summary: 'Sends a test message to a target now; of a group, to the caller. 5 a minute.',
  body: z.object({ id: wireId<NoticeTargetId>() }),
  answer: z.object({ isAccepted: z.boolean(), message: z.string() }),
})

export const renewNoticeSecret = defineCall({
  method: 'POST',
  path: '/api/v2/util/notification/target/secret',
  access,
  summary:
    'Makes a new signing secret for a webhook; it is shown this once. The old one signs too for 24 hours.',
  body: z.object({ id: wireId<NoticeTargetId>() }),
  answer: z.object({ secret: z.string() }),
})

const linkPath = '/api/v2/util/notification/target/link'

export const linkNoticeTarget = defineCall({
  method: 'POST',
  path: linkPath,
  access,
  summary:
    'Makes a code of six digits for a target of LINE. Who sends it to the LINE account within 10 minutes is notified from then on.',
  body: z.object({ id: wireId<NoticeTargetId>() }),
  answer: z.object({ code: z.string(), expiresAt: wireInstant }),
})

export const unlinkNoticeTarget = defineCall({
  method: 'DELETE',
  path: linkPath,
  access,
  summary: 'Sends no more messages of a target to the account of LINE that was linked to it.',
  query: z.object({ id: wireId<NoticeTargetId>() }),
  answer: z.object({}),
})

export const noticeOptions = defineCall({
  method: 'GET',
  path: '/api/v2/util/notification/options',
  access,
  summary:
    'What targets can be made of: channels that are set up, accounts and zones of the own departments.',
  answer: z.object({
    channels: z.array(
      z.object({
        channel: z.enum(noticeChannels),
        isAvailable: z.boolean(),
        /** Since when nothing gets out this way, and why. */
        trouble: z.nullable(z.object({ since: wireInstant, message: z.string() })),
      }),
    ),
    accounts: z.array(z.object({ id: idText, name: z.string(), login: z.string() })),
    departments: z.array(z.object({ id: idText, name: z.string() })),
    zones: z.array(z.string()),
  }),
})

const stepDraft = z.object({
  target: idText,
  step: z.int().check(z.gte(1), z.lte(9)),
  afterMinutes: z.int().check(z.gte(1), z.lte(1440)),
  next: idText,
})
export type NoticeStepDraft = z.output<typeof stepDraft>

const revisedStep = { id: idText, revision: z.int() }
export const wireStep = z.extend(stepDraft, {
  ...revisedStep,
  targetName: z.string(),
  nextName: z.string(),
})
export type NoticeStep = z.output<typeof wireStep>

const stepsPath = '/api/v2/util/notification/step'

export const listNoticeSteps = defineCall({
  method: 'GET',
  path: stepsPath,
  access,
  summary:
    'Who is notified next while no one acknowledges an alarm, and after how many minutes from the first message.',
  answer: z.object({ steps: z.array(wireStep) }),
})

export const addNoticeSteps = defineCall({
  method: 'POST',
  path: stepsPath,
  access,
  summary: 'Adds escalation steps.',
  body: z.object({ steps: z.array(stepDraft).check(z.minLength(1), z.maxLength(50)) }),
  answer: z.object({}),
})

export const changeNoticeSteps = defineCall({
  method: 'PATCH',
  path: stepsPath,
  access,
  summary: 'Changes escalation steps. Each carries the revision that was read.',
  body: z.object({
    steps: z.array(z.extend(stepDraft, revisedStep)).check(z.minLength(1), z.maxLength(50)),
  }),
  answer: z.object({}),
})

export const removeNoticeStep = defineCall({
  method: 'DELETE',
  path: stepsPath,
  access,
  summary: 'Removes an escalation step.',
  query: z.object({ id: idText, revision: readRevision }),
  answer: z.object({}),
})

/** Kinds of records of what was sent; each has an address of its own. */
export const noticeRecordTypes = ['alarm', 'tb', 'demand', 'service', 'online-fix', 'fix-maintain'] as const
export type NoticeRecordType = (typeof noticeRecordTypes)[number]

export const listNoticeTypes = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/types',
  access: ['4-5'],
  summary: 'The kinds of messages of which there are records.',
  answer: z.object({ types: z.array(z.object({ typeCode: z.enum(noticeRecordTypes), title: z.string() })) }),
})

const recordQuery = z.object({
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  start: localTime,
  end: localTime,
  timezone: z._default(zoneOffset, 0),
})
const recordAnswer = z.object({ tables: z.array(wireTable) })

export const alarmNoticeRecords = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records/alarm',
  access: ['4-5'],
  cost: 'heavy',
  summary:
    'What was sent of alarms of devices, to whom, when and with what outcome; and a count per channel.',
  query: recordQuery,
  answer: recordAnswer,
  answerAsIs: true,
})

export const terminalNoticeRecords = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records/tb',
  access: ['4-5'],
  cost: 'heavy',
  summary: 'What was sent of lost terminals, to whom, when and with what outcome; and a count per channel.',
  query: recordQuery,
  answer: recordAnswer,
  answerAsIs: true,
})

export const demandNoticeRecords = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records/demand',
  access: ['4-5'],
  cost: 'heavy',
  summary: 'What was sent of stages of demand, to whom, when and with what outcome; and a count per channel.',
  query: recordQuery,
  answer: recordAnswer,
  answerAsIs: true,
})

export const serviceNoticeRecords = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records/service',
  access: ['4-5'],
  cost: 'heavy',
  summary:
    'What was sent of points of services and of what is shared in the organisation, to whom, when and with what outcome; and a count per channel.',
  query: recordQuery,
  answer: recordAnswer,
  answerAsIs: true,
})

export const onlineNoticeRecords = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records/online-fix',
  access: ['4-5'],
  cost: 'heavy',
  summary:
    'What was sent of writes to devices and of their parameters, to whom, when and with what outcome; and a count per channel.',
  query: recordQuery,
  answer: recordAnswer,
  answerAsIs: true,
})

export const workNoticeRecords = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records/fix-maintain',
  access: ['4-5'],
  cost: 'heavy',
  summary:
    'What was sent of repair cases, of upkeep and of breaches without a correction, to whom, when and with what outcome; and a count per channel.',
  query: recordQuery,
  answer: recordAnswer,
  answerAsIs: true,
})

export const noticeRecordsCsv = defineCall({
  method: 'GET',
  path: '/api/v2/msg/notification/records.csv',
  access: ['4-5'],
  cost: 'heavy',
  summary: 'All rows of the records of one kind as comma-separated text.',
  query: z.object({ type: z.enum(noticeRecordTypes), ...recordQuery.shape, ...csvChoice }),
  answer: csvFile,
})
