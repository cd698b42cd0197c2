import { breachEventKinds, breachStates } from '@coldkeep/domain/corrections/breach-state'
import { dispositions, lacksQuantity } from '@coldkeep/domain/corrections/corrective-action'
import type { AlarmId, BreachId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { localTime, wireInstant, zoneOffset } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { wireUuid } from '../wire/uuid'

const access = ['1-2'] as const
const breachesPath = '/api/v2/corrections'
const breachPath = `${breachesPath}/{breachid}`
const breachParams = z.object({ breachId: as('breachid', wireId<BreachId>()) })
const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))
/** Made by who sends it: what is sent twice under one key is there once. */
const key = wireUuid
/** kg */
const quantityKg = z.nullable(z.number().check(z.gte(0), z.lte(100_000)))
const quantityWords = z._default(line(0, 200), '')

/** A row of the list of breaches. Temperatures in °C. */
const breach = z.object({
  id: wireId<BreachId>(),
  number: z.string(),
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  equipment: z.object({ id: wireId<DeviceId>(), name: z.string() }),
  /** In words. */
  temperatureZone: z.string(),
  startedAt: wireInstant,
  endedAt: wireInstant,
  /** The product is still beyond its limit. */
  isUnderWay: z.boolean(),
  minutes: z.number(),
  degreeMinutes: z.number(),
  extremeC: z.number(),
  limitC: z.number(),
  state: z.enum(breachStates),
  closedAt: z.nullable(wireInstant),
  /** The caller may check it now, as a second person. */
  canCheck: z.boolean(),
})
export type WireBreach = z.output<typeof breach>

const action = z.object({
  action: z.string(),
  disposition: z.enum(dispositions),
  quantityKg,
  quantityWords: z.string(),
  cause: z.string(),
  doneAt: wireInstant,
  by: z.string(),
  /** Entered, by the clock of the service. */
  at: wireInstant,
})

/** What happened; `at` as a person says, `receivedAt` by the clock of the service. */
const breachEvent = z.object({
  kind: z.enum(breachEventKinds),
  /** In words, one line each. */
  lines: z.array(z.string()),
  at: wireInstant,
  receivedAt: wireInstant,
  by: z.string(),
})
export type WireBreachEvent = z.output<typeof breachEvent>

const detail = z.object({
  breach: z.extend(breach, {
    /** Rises with each entry of what was done; a further entry and a check carry the one that they are based on. */
    actions: z.int(),
    /** Rises whenever late readings change what was measured; a check carries the one that was seen. */
    facts: z.int(),
  }),
  /** The newest entry of what was done. */
  action: z.nullable(action),
  /** Why the caller may not check it now, in words; null: they may, or there is nothing to check. */
  whyNoCheck: z.nullable(z.string()),
  alarms: z.array(
    z.object({ id: wireId<AlarmId>(), text: z.string(), startedAt: wireInstant, isOpen: z.boolean() }),
  ),
  /** The newest first. */
  history: z.array(breachEvent),
})
export type BreachDetail = z.output<typeof detail>

/** Which breaches: those that are open whenever they were, those that the caller may check, or all of a period. */
export const breachFilters = ['open', 'check', 'period'] as const

export const listBreaches = defineCall({
  method: 'GET',
  path: breachesPath,
  access,
  summary:
    'Breaches of insured devices with their corrective action, the newest first: open ones, those to check, or of a period.',
  query: z.object({
    departmentId: as('depart-id', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    deviceId: as('deviceid', wireIdOrAll<DeviceId>()),
    /** Those that an alarm belongs to, whatever their state. */
    alarmId: as('alarmid', wireIdOrAll<AlarmId>()),
    show: z._default(z.enum(breachFilters), 'open'),
    start: z.optional(localTime),
    end: z.optional(localTime),
    timezone: z._default(zoneOffset, 0),
    /** In the number, the store or the equipment. */
    search: as('key', z._default(z.string().check(z.maxLength(80)), '')),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 10),
  }),
  answer: z.object({
    records: z.array(breach),
    total: z.int(),
    /** Open ones of the department, whatever is shown. */
    open: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const getBreach = defineCall({
  method: 'GET',
  path: breachPath,
  access,
  summary: 'One breach: what was measured, what was done about it, its alarms and all that happened.',
  params: breachParams,
  answer: detail,
})

export const addCorrectiveAction = defineCall({
  method: 'POST',
  path: `${breachPath}/actions`,
  access,
  summary:
    'Enters what was done about a breach, what became of the product, and the cause. A further entry corrects the one before.',
  params: breachParams,
  body: z
    .object({
      key,
      /** How many entries there were when this one was begun. */
      actions: z.int(),
      action: words,
      disposition: z.enum(dispositions),
      quantityKg: z._default(quantityKg, null),
      quantityWords,
      cause: words,
      doneAt: wireInstant,
    })
    .check(z.refine((one) => !lacksQuantity(one), { path: ['quantityWords'] })),
  answer: detail,
})

export const checkCorrectiveAction = defineCall({
  method: 'POST',
  path: `${breachPath}/checks`,
  access,
  summary:
    'A second person agrees to what was done about a breach, which closes it, or sends it back with a reason.',
  params: breachParams,
  body: z
    .object({
      key,
      /** What was seen: the entry, and what was measured. */
      actions: z.int(),
      facts: z.int(),
      agrees: z.boolean(),
      note: z._default(z.string().check(z.trim(), z.maxLength(1000)), ''),
    })
    .check(z.refine((check) => check.agrees || check.note !== '', { path: ['note'] })),
  answer: detail,
})
