import type { DepartmentId, JobId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { firmwareVersion } from '../mqtt/release-shape'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { FIRMWARE_PATH } from './firmware-images'

/** What waits for a store: one row of a job for all of its terminals. */
const wirePlannedUpdate = z.object({
  token: as('task_token', wireId<JobId>()),
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  version: firmwareVersion,
  terminals: z.int(),
  /** The window that is open or comes next. It begins in a later one where its wave does. */
  from: wireInstant,
  until: wireInstant,
  /** How often the store has said "not today". */
  postponed: z.int(),
  /** Whether it may say so now. */
  mayPostpone: z.boolean(),
})
export type WirePlannedUpdate = z.output<typeof wirePlannedUpdate>

export const listPlannedUpdates = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/planned`,
  access: 'signed_in',
  summary:
    'Updates that wait for stores below a department, by store number: when each may begin, and whether the store may put it off.',
  query: z.object({
    departmentId: as('depart', wireIdOrAll<DepartmentId>()),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 20),
  }),
  answer: z.object({
    updates: z.array(wirePlannedUpdate),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

export const postponeUpdate = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/postpone`,
  access: ['1-7', '3-2'],
  summary:
    '"Not today": the window of a store that is open or comes next passes without the update. Refused the third time.',
  body: z.object({ token: wireId<JobId>(), storeId: wireId<StoreId>() }),
  answer: wirePlannedUpdate,
})
