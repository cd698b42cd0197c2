import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireIdOrAll, wireIdOrNone } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { type PlaceSetting, wireRevision, wireSource } from '../wire/setting'

const minutesOfDay = z.int().check(z.gte(1), z.lte(1440))
const wireRule = { alarmPeriod: minutesOfDay, alarmTh: minutesOfDay }

/** The field of a write that holds how many minutes may be lost. */
export const LOSS_THRESHOLD_FIELD = 'alarm_th'

export type LossSetting = PlaceSetting<LossRule>

export const lossSetting = z.codec(
  z.object({
    ...wireRule,
    departmentId: wireIdOrNone<DepartmentId>(),
    storeId: wireIdOrNone<StoreId>(),
    name: z.string(),
    revision: z.nullable(z.int()),
    source: wireSource,
    inherited: z.object({ ...wireRule, source: wireSource }),
    changedBy: z.nullable(z.string()),
    changedAt: z.nullable(wireInstant),
  }),
  z.custom<LossSetting>(),
  {
    decode: ({ inherited, ...own }) => ({
      lossPeriodMinutes: own.alarmPeriod,
      lossThresholdMinutes: own.alarmTh,
      departmentId: own.departmentId,
      storeId: own.storeId,
      name: own.name,
      revision: own.revision,
      source: own.source,
      inherited: {
        lossPeriodMinutes: inherited.alarmPeriod,
        lossThresholdMinutes: inherited.alarmTh,
        source: inherited.source,
      },
      changedBy: own.changedBy,
      changedAt: own.changedAt,
    }),
    encode: ({ inherited, ...own }) => ({
      alarmPeriod: own.lossPeriodMinutes,
      alarmTh: own.lossThresholdMinutes,
      departmentId: own.departmentId,
      storeId: own.storeId,
      name: own.name,
      revision: own.revision,
      source: own.source,
      inherited: {
        alarmPeriod: inherited.lossPeriodMinutes,
        alarmTh: inherited.lossThresholdMinutes,
        source: inherited.source,
      },
      changedBy: own.changedBy,
      changedAt: own.changedAt,
    }),
  },
)

const place = {
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('store', wireIdOrAll<StoreId>()),
}

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

export const saveLossSetting = defineCall({
  method: 'POST',
  path: '/api/v2/util/lost-alarm/cfg',
  access: ['2-2-1'],
  summary: 'Gives a store, or else a department, its own rule for silent terminals.',
  body: z.codec(
    z.object({
      departmentId: wireIdOrNone<DepartmentId>(),
      storeId: wireIdOrNone<StoreId>(),
      ...wireRule,
      revision: wireRevision,
    }),
    z.object({
      departmentId: z.custom<DepartmentId | null>(),
      storeId: z.custom<StoreId | null>(),
      lossPeriodMinutes: minutesOfDay,
      lossThresholdMinutes: minutesOfDay,
      revision: z.custom<number | null | undefined>(),
    }),
    {
      decode: (sent) => ({
        departmentId: sent.departmentId,
        storeId: sent.storeId,
        lossPeriodMinutes: sent.alarmPeriod,
        lossThresholdMinutes: sent.alarmTh,
        revision: sent.revision,
      }),
      encode: (write) => ({
        departmentId: write.departmentId,
        storeId: write.storeId,
        alarmPeriod: write.lossPeriodMinutes,
        alarmTh: write.lossThresholdMinutes,
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
