import type { LossRule } from '@coldkeep/domain/alarms/connection-loss'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import {
  type PlaceSetting,
  placeOfRule,
  placeQuery,
  placeSetting,
  readRevision,
  wireRevision,
} from '../wire/setting'

const access = ['2-2-1'] as const
const path = '/api/v2/util/lost-alarm/cfg'

const minutesOfDay = z.int().check(z.gte(1), z.lte(1440))
const wireRule = {
  lossPeriodMinutes: as('alarm_period', minutesOfDay),
  lossThresholdMinutes: as('alarm_th', minutesOfDay),
}

export type LossSetting = PlaceSetting<LossRule>

export const lossSetting = placeSetting(wireRule)

export const getLossSetting = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'When a silent terminal is reported in a department or a store, and where that comes from.',
  query: z.object({
    ...placeQuery,
    /** Sent by older consoles; means nothing. */
    section: z.optional(z.string().check(z.maxLength(80))),
  }),
  answer: lossSetting,
})

export const saveLossSetting = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Gives a store, or else a department, its own rule for silent terminals.',
  body: z.object({ ...placeOfRule, ...wireRule, revision: wireRevision }),
  answer: lossSetting,
})

export const removeLossSetting = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Takes the own rule of a store or a department away, so that it inherits.',
  query: z.object({ ...placeQuery, revision: readRevision }),
  answer: lossSetting,
})

export const exportLossSettings = defineCall({
  method: 'GET',
  path: '/api/v2/util/lost-alarm/csv',
  access,
  summary: 'The rule of every store below a department, with where it comes from, as comma-separated text.',
  query: z.object(placeQuery),
  answer: z.object({ csv: z.string() }),
})
