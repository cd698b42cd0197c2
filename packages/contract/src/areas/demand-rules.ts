import type { DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireIdOrAll, wireIdOrNone } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { type PlaceSetting, readRevision, wireRevision, wireSource } from '../wire/setting'

const access = ['2-2-1'] as const
const path = '/api/v2/util/demand-alarm/cfg'

const wireRule = {
  isEnabled: z.boolean(),
  /** The lowest stage that is worth a message: 1 from 90 % of the contract on, 2 from 95 %, 3 from 100 %. */
  fromStage: z.literal([1, 2, 3]),
}

export type DemandSetting = PlaceSetting<DemandRule>

export const demandSetting = z.object({
  ...wireRule,
  departmentId: wireIdOrNone<DepartmentId>(),
  storeId: wireIdOrNone<StoreId>(),
  name: z.string(),
  revision: z.nullable(z.int()),
  source: wireSource,
  inherited: z.object({ ...wireRule, source: wireSource }),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(wireInstant),
})

const place = {
  departmentId: as('depart', wireIdOrAll<DepartmentId>()),
  storeId: as('store', wireIdOrAll<StoreId>()),
}

export const getDemandSetting = defineCall({
  method: 'GET',
  path,
  access,
  summary:
    'From which stage of its demand on a department or a store is notified, and where that comes from.',
  query: z.object(place),
  answer: demandSetting,
})

export const saveDemandSetting = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Gives a store, or else a department, its own rule for messages of its demand.',
  body: z.object({
    departmentId: wireIdOrNone<DepartmentId>(),
    storeId: wireIdOrNone<StoreId>(),
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
  query: z.object({ ...place, revision: readRevision }),
  answer: demandSetting,
})
