import type { DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import {
  type PlaceSetting,
  placeOfRule,
  placeQuery,
  placeSetting,
  readRevision,
  wireRevision,
} from '../wire/setting'

const access = ['2-2-1'] as const
const path = '/api/v2/util/demand-alarm/cfg'

const wireRule = {
  isEnabled: z.boolean(),
  /** The lowest stage that is worth a message: 1 from 90 % of the contract on, 2 from 95 %, 3 from 100 %. */
  fromStage: z.literal([1, 2, 3]),
}

export type DemandSetting = PlaceSetting<DemandRule>

export const demandSetting = placeSetting(wireRule)

export const getDemandSetting = defineCall({
  method: 'GET',
  path,
  access,
  summary:
    'From which stage of its demand on a department or a store is notified, and where that comes from.',
  query: z.object(placeQuery),
  answer: demandSetting,
})

export const saveDemandSetting = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Gives a store, or else a department, its own rule for messages of its demand.',
  body: z.object({
    ...placeOfRule,
    ...wireRule,
    revision: wireRevision,
  }),
  answer: demandSetting,
})

export const removeDemandSetting = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Takes the own rule of a store or a department away, so that it inherits.',
  query: z.object({ ...placeQuery, revision: readRevision }),
  answer: demandSetting,
})
