import type { UpkeepPlanId } from '@coldkeep/domain/ids'
import { upkeepResults } from '@coldkeep/domain/upkeep/upkeep-record'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { storableText } from '../wire/storable-text'
import { wireUuid } from '../wire/uuid'
import { wirePhoto } from './photos'
import { MOST_TASKS, taskText } from './upkeep-plans'

const access = ['4-3'] as const
const ROWS = 20
/** However the service is set up, a record has no more. */
const MOST_PHOTOS = 50

const task = z.object({ text: taskText, isDone: z.boolean() })
const note = storableText(2_000).check(z.trim())

const record = z.object({
  id: wireUuid,
  /** The due day that the work was for, and the day of the store on which it was done. */
  dueOn: z.nullable(z.string()),
  doneOn: z.string(),
  /** When the work was done, when that was entered, and when it arrived here. */
  doneAt: wireInstant,
  enteredAt: wireInstant,
  receivedAt: wireInstant,
  /** It was entered more than an hour after the work. */
  isLate: z.boolean(),
  by: z.string(),
  result: z.enum(upkeepResults),
  note: z.string(),
  tasks: z.array(z.object({ text: z.string(), isDone: z.boolean() })),
  /** In the order in which they were taken. */
  photos: z.array(wirePhoto),
  /** How many more were taken and have not arrived yet. */
  photosAwaited: z.int(),
})
export type UpkeepRecord = z.output<typeof record>

const planId = as('cfg-id', wireId<UpkeepPlanId>())

export const listUpkeepRecords = defineCall({
  method: 'GET',
  path: '/api/v2/maintain/records',
  access,
  summary: 'What was done for a plan of upkeep, the last first; also of a plan that was ended.',
  query: z.object({ planId, page: z._default(pageNumber, 1), pageSize: z._default(pageSize, ROWS) }),
  answer: z.object({ records: z.array(record), total: z.int(), page: z.int(), pageSize: z.int() }),
})

export const completeUpkeep = defineCall({
  method: 'POST',
  path: '/api/v2/maintain/complete',
  access,
  summary:
    'Records that the work of a plan was done. The sender makes the id: the same record sent again changes nothing. Where someone else has completed the same due day before, the record is kept and the plan stays as it is.',
  body: z.object({
    id: wireUuid,
    planId: as('cfg_id', wireId<UpkeepPlanId>()),
    /** The due day that the work is for, as the plan had it. */
    dueOn: z.nullable(wireDate),
    doneAt: wireInstant,
    enteredAt: wireInstant,
    result: z.enum(upkeepResults),
    /** Required unless all is well. */
    note: z._default(note, ''),
    tasks: z._default(z.array(task).check(z.maxLength(MOST_TASKS)), []),
    /** Ids of the photos that were taken of it; they are sent on their own, now or later. */
    photos: z._default(z.array(wireUuid).check(z.maxLength(MOST_PHOTOS)), []),
  }),
  answer: record,
})
