import { type WarningKind, warningKinds } from '@coldkeep/domain/alarms/early-warning-rules'
import { warningOutcomes, warningVerdicts } from '@coldkeep/domain/alarms/warning-outcome'
import type { DepartmentId, DeviceId, DeviceModelId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { type Answer, defineCall, type Input } from '../call'
import { wireChart } from '../wire/chart'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { drill, wireTable } from '../wire/table'
import { csvChoice } from '../wire/table-csv'
import {
  analysisCsvQuery,
  analysisDetail,
  analysisQuery,
  csvFile,
  pageInfo,
  pageWithDurations,
} from './analysis'

export const healthPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/health/detail/pageinfo',
  access: ['1-3'],
  summary: 'Default day and period length of the freezer-health page.',
  answer: pageInfo,
})

export const health = defineCall({
  method: 'GET',
  path: '/api/v2/health/detail',
  access: ['1-3'],
  cost: 'heavy',
  summary:
    'Devices by the class of their health score, the score per day, and a row per device with its losses.',
  query: analysisQuery,
  answer: analysisDetail,
  answerAsIs: true,
})

export const healthCsv = defineCall({
  method: 'GET',
  path: '/api/v2/health/detail/csv',
  access: ['1-3'],
  cost: 'heavy',
  summary: 'Health score of every device with its losses as CSV, by store.',
  query: analysisCsvQuery,
  answer: csvFile,
})

export const deviceHealth = defineCall({
  method: 'GET',
  path: '/api/v2/device/{deviceid}/health',
  access: ['3-2', '1-3', '1-8'],
  cost: 'heavy',
  summary:
    'The health score of one device now: where points are lost, what to look at, and its last seven days.',
  params: z.object({ deviceId: as('deviceid', wireId<DeviceId>()) }),
  answer: z.object({
    score: z.nullable(z.number()),
    class: z.nullable(z.string()),
    scoredAt: z.nullable(wireInstant),
    /** Why there is no score. */
    reason: z.nullable(z.string()),
    /** Largest first; together they are what is missing to 100. */
    losses: z.array(z.object({ title: z.string(), points: z.number() })),
    /** What has readings and can show nothing on this device, so that it does not count. */
    unmeasurable: z.array(z.string()),
    /** The likely fault, where one is likelier than all others together. */
    likely: z.nullable(
      z.object({
        title: z.string(),
        /** How many of what is named so surely is rightly named; null of what was named by an older release. */
        sureness: z.nullable(z.string()),
        /** The figures that speak for it, the strongest first; three at most. */
        reasons: z.array(z.string()),
        /** What to look at first. */
        check: z.string(),
      }),
    ),
    /** Last day of those that the device is compared with. */
    frozenOn: z.nullable(z.string()),
    curve: wireChart,
  }),
})

export type WireLikelyFault = NonNullable<Answer<typeof deviceHealth>['likely']>

export const earlyWarningsPageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/pre-alarm/detail/pageinfo',
  access: ['1-8'],
  summary: 'Default day of the early-warning page, and the period lengths to choose from.',
  answer: pageWithDurations,
})

export const earlyWarnings = defineCall({
  method: 'GET',
  path: '/api/v2/pre-alarm/detail',
  access: ['1-8'],
  cost: 'heavy',
  summary:
    'Early warnings raised in a period by rule and day, a back-test by rule and device model, and a row for each with what became of it.',
  query: z.extend(analysisQuery, {
    /** Narrow the rows to those of a rule, a device model or an outcome; charts and back-test are of all. */
    kind: z.optional(z.enum(warningKinds)),
    deviceModelId: as('model', z.optional(wireId<DeviceModelId>())),
    outcome: z.optional(z.enum(warningOutcomes)),
  }),
  answer: z.extend(analysisDetail, {
    /** A row for each rule, and below it one for each model: its id is `rule/all` or `rule/model`. */
    backtest: wireTable,
    /** What people said of the warnings, by the ids of their rows. */
    verdicts: z.array(z.object({ row: z.string(), says: z.enum(warningVerdicts) })),
  }),
  answerAsIs: true,
})

export const earlyWarningsCsv = defineCall({
  method: 'GET',
  path: '/api/v2/pre-alarm/detail/csv',
  access: ['1-8'],
  cost: 'heavy',
  summary: 'Every early warning of a period as CSV, the newest first.',
  query: z.extend(earlyWarnings.query, csvChoice),
  answer: csvFile,
})

export const earlyWarningCurve = defineCall({
  method: 'GET',
  path: '/api/v2/pre-alarm/detail/curve',
  access: ['1-8'],
  summary:
    'The score of a device in the days around one of its early warnings, with the stretch that the rule looked at.',
  query: z.object({
    deviceId: as('device', wireId<DeviceId>()),
    kind: z.enum(warningKinds),
    raised: wireInstant,
  }),
  answer: z.object({
    /** IANA time zone of the store. */
    zone: z.string(),
    curve: wireChart,
  }),
})
export type WarningKey = Input<typeof earlyWarningCurve>['query']

/** The id of the row of a warning: its device, its rule, and when it was raised in epoch milliseconds. */
export function warningRowId({ deviceId: device, kind, raised }: WarningKey): string {
  return `${device}/${kind}/${raised}`
}

/** @returns the warning of a row, or null for a text that is no id of one */
export function warningOfRow(id: string): WarningKey | null {
  const [, device, word, raised] = /^(\d{1,15})\/([a-z]+)\/(\d{1,15})$/.exec(id) ?? []
  const kind = warningKinds.find((one) => one === word)
  return kind === undefined ? null : { deviceId: Number(device) as DeviceId, kind, raised: Number(raised) }
}

/** @returns the rule and the model of a row of the back-test, or null for a text that is no id of one */
export function warningsOfRow(
  id: string,
): { readonly kind: WarningKind; readonly deviceModelId: DeviceModelId | undefined } | null {
  const [, word, model] = /^([a-z]+)\/(all|\d{1,15})$/.exec(id) ?? []
  const kind = warningKinds.find((one) => one === word)
  if (kind === undefined) return null
  return { kind, deviceModelId: model === 'all' ? undefined : (Number(model) as DeviceModelId) }
}

export const worstStores = defineCall({
  method: 'GET',
  path: '/api/v2/dashboard/worst-stores',
  access: 'signed_in',
  summary: 'Stores that need attention, the most urgent first, each with what is wrong in words.',
  query: z.object({ departmentId: as('depart', wireIdOrAll<DepartmentId>()) }),
  answer: z.object({
    stores: z.array(
      z.object({
        name: z.string(),
        alarms: z.object({ critical: z.int(), high: z.int() }),
        /** The alarm of the highest priority first. */
        problems: z.array(z.string()),
        /** The lowest score of its devices now. */
        score: z.nullable(z.number()),
        drill,
      }),
    ),
  }),
})
