import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireIdOrAll, wireIdOrNone } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { type SettingSource, wireRevision, wireSource } from '../wire/setting'

const minutesOfDay = z.int().check(z.gte(1), z.lte(1440))
const wireRule = { alarm_period: minutesOfDay, alarm_th: minutesOfDay }

/** Which field of a write says how many minutes may be lost. */
export const LOSS_THRESHOLD_FIELD = 'alarm_th'

/** What holds in a place, and where it comes from. */
export interface LossSetting extends LossRule {
  readonly departmentId: DepartmentId | null
  readonly storeId: StoreId | null
  /** Of the store or the department. */
  readonly name: string
  /** Of the place's own rule; `null` where it inherits. */
  readonly revision: number | null
  readonly source: SettingSource
  /** What would hold without an own rule. */
  readonly inherited: LossRule & { readonly source: SettingSource }
  readonly changedBy: string | null
  readonly changedAt: number | null
}

export const lossSetting = z.codec(
  z.object({
    ...wireRule,
    department_id: wireIdOrNone<DepartmentId>(),
    store_id: wireIdOrNone<StoreId>(),
    name: z.string(),
    revision: z.nullable(z.int()),
    source: wireSource,
    inherited: z.object({ ...wireRule, source: wireSource }),
    changed_by: z.nullable(z.string()),
    changed_at: z.nullable(wireInstant),
  }),
  z.custom<LossSetting>(),
  {
    decode: ({ inherited, ...own }) => ({
      lossPeriodMinutes: own.alarm_period,
      lossThresholdMinutes: own.alarm_th,
      departmentId: own.department_id,
      storeId: own.store_id,
      name: own.name,
      revision: own.revision,
      source: own.source,
      inherited: {
        lossPeriodMinutes: inherited.alarm_period,
        lossThresholdMinutes: inherited.alarm_th,
        source: inherited.source,
      },
      changedBy: own.changed_by,
      changedAt: own.changed_at,
    }),
    encode: ({ inherited, ...own }) => ({
      alarm_period: own.lossPeriodMinutes,
      alarm_th: own.lossThresholdMinutes,
      department_id: own.departmentId,
      store_id: own.storeId,
      name: own.name,
      revision: own.revision,
      source: own.source,
      inherited: {
        alarm_period: inherited.lossPeriodMinutes,
        alarm_th: inherited.lossThresholdMinutes,
        source: inherited.source,
      },
      changed_by: own.changedBy,
      changed_at: own.changedAt,
    }),
  },
)

const place = { depart: wireIdOrAll<DepartmentId>(), store: wireIdOrAll<StoreId>() }

export const getLossSetting = defineCall({
  method: 'GET',
  path: '/api/v2/util/lost-alarm/cfg',
  access: ['2-2-1'],
  summary: 'When a silent terminal is reported in a department or a store, and where that comes from.',
  query: z.object({
    ...place,
    /** Sent by older consoles; means nothing. */
    section: z.optional(z.string().check(z.maxLength(80))),
  }),
  answer: lossSetting,
})

export interface LossSettingWrite extends LossRule {
  readonly departmentId: DepartmentId | null
  readonly storeId: StoreId | null
  readonly revision: number | null | undefined
}

export const saveLossSetting = defineCall({
  method: 'POST',
  path: '/api/v2/util/lost-alarm/cfg',
  access: ['2-2-1'],
  summary: 'Gives a store, or else a department, its own rule for silent terminals.',
  body: z.codec(
    z.object({
      department_id: wireIdOrNone<DepartmentId>(),
      store_id: wireIdOrNone<StoreId>(),
      ...wireRule,
      revision: wireRevision,
    }),
    z.custom<LossSettingWrite>(),
    {
      decode: (sent) => ({
        departmentId: sent.department_id,
        storeId: sent.store_id,
        lossPeriodMinutes: sent.alarm_period,
        lossThresholdMinutes: sent.alarm_th,
        revision: sent.revision,
      }),
      encode: (write) => ({
        department_id: write.departmentId,
        store_id: write.storeId,
        alarm_period: write.lossPeriodMinutes,
        alarm_th: write.lossThresholdMinutes,
        revision: write.revision,
      }),
    },
  ),
  answer: lossSetting,
})

export const removeLossSetting = defineCall({
  method: 'DELETE',
  path: '/api/v2/util/lost-alarm/cfg',
  access: ['2-2-1'],
  summary: 'Takes the own rule of a store or a department away, so that it inherits.',
  query: z.object({
    ...place,
    revision: z.codec(z.string().check(z.regex(/^[0-9]{1,15}$/)), z.int(), {
      decode: Number,
      encode: String,
    }),
  }),
  answer: lossSetting,
})

export const exportLossSettings = defineCall({
  method: 'GET',
  path: '/api/v2/util/lost-alarm/csv',
  access: ['2-2-1'],
  summary: 'The rule of every store below a department, with where it comes from, as comma-separated text.',
  query: z.object(place),
  answer: z.object({ csv: z.string() }),
})
