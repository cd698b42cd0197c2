import type { AccountId, BulletinCategoryId, BulletinId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { languages } from '../config'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { pageNumber, pageSize } from '../wire/page'
import { storableText } from '../wire/storable-text'
import { wireUuid } from '../wire/uuid'
import { wireBulletinFile } from './own-bulletins'

const access = ['4-6'] as const
const path = '/api/v2/bulletins'

export const MOST_BULLETIN_FILES = 5
const MOST_EXCEPTIONS = 1_000
const LONGEST_TITLE = 120
const LONGEST_CONTENT = 4_000

const language = z.enum(languages)
const words = z.object({
  title: line(1, LONGEST_TITLE),
  /** Markdown. */
  content: storableText(LONGEST_CONTENT).check(z.trim(), z.minLength(1)),
})
/** By language; whoever reads another gets that in which it was written first. */
const texts = z.partialRecord(language, words)
export type BulletinTexts = Readonly<z.output<typeof texts>>

/** Which people of which stores. */
const place = {
  departmentId: as('depart', wireId<DepartmentId>()),
  storeId: as('storeid', wireIdOrAll<StoreId>()),
}
const exceptions = {
  exceptStores: z.array(wireId<StoreId>()).check(z.maxLength(MOST_EXCEPTIONS)),
  exceptPeople: z.array(wireId<AccountId>()).check(z.maxLength(MOST_EXCEPTIONS)),
}

const person = z.object({ id: wireId<AccountId>(), name: z.string() })

export const listBulletinRecipients = defineCall({
  method: 'GET',
  path: `${path}/recipients`,
  access,
  summary:
    'The people of the stores of a department, store by store: accounts of the department that a store is in, as far as that is below the department of the caller.',
  query: z.object({ ...place, page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 20) }),
  answer: z.object({
    stores: z.array(
      z.object({
        id: wireId<StoreId>(),
        code: z.string(),
        name: z.string(),
        /** The first of them. */
        people: z.array(person),
        peopleCount: as('count', z.int()),
      }),
    ),
    /** Stores of all pages. */
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const counted = z.object({
  people: z.int(),
  /** With at least one of these people. */
  stores: z.int(),
})

export const countBulletinRecipients = defineCall({
  method: 'POST',
  path: `${path}/recipients/count`,
  access,
  summary:
    'How many people a message would go to, in how many stores, and how many of the chosen stores have nobody.',
  body: z.object({ ...place, ...exceptions }),
  answer: z.extend(counted, {
    emptyStores: z.int(),
    /** The clocks of these stores: with more than one the sender is shown its own. */
    zones: z.array(z.string()),
  }),
})
export type BulletinCount = z.output<typeof countBulletinRecipients.answer>

export const previewBulletin = defineCall({
  method: 'POST',
  path: `${path}/preview`,
  access,
  summary: 'A message as it would arrive in a mailbox and on a phone, in one language.',
  body: z.object({
    ...place,
    language,
    words,
    needsConfirmation: z.boolean(),
    deadlineAt: z.nullable(wireInstant),
  }),
  answer: z.object({ title: z.string(), text: z.string() }),
})

export const sendBulletin = defineCall({
  method: 'POST',
  path,
  access,
  summary:
    'Sends a message to the people of stores, now or later. The sender makes its id: sent again it is the same message. It is refused where it would go to others than were counted.',
  body: z.object({
    id: wireUuid,
    ...place,
    ...exceptions,
    categoryId: as('category', wireId<BulletinCategoryId>()),
    /** In which it was written first. */
    language,
    texts,
    files: z.array(wireUuid).check(z.maxLength(MOST_BULLETIN_FILES)),
    /** `null`: now. Then the people are those of that time. */
    sendAt: z.nullable(wireInstant),
    needsConfirmation: z.boolean(),
    deadlineAt: z.nullable(wireInstant),
    /** A store has confirmed with the first of its people. */
    firstCounts: z.boolean(),
    /** To whom the sender agreed to send. */
    counted,
  }),
  answer: z.object({ id: wireId<BulletinId>(), state: z.enum(['scheduled', 'sent']) }),
})

const states = ['scheduled', 'sent', 'withdrawn', 'stopped'] as const
const receipts = z.object({
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  confirmed: z.int(),
})

const sentRow = z.object({
  id: wireId<BulletinId>(),
  state: z.enum(states),
  title: z.string(),
  category: z.string(),
  department: z.string(),
  sender: z.string(),
  /** When it was sent, or is to be. */
  at: wireInstant,
  deadlineAt: z.nullable(wireInstant),
  needsConfirmation: z.boolean(),
  receipts,
  stores: z.object({ all: z.int(), confirmed: z.int() }),
})
export type SentBulletin = z.output<typeof sentRow>

export const listBulletins = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'The messages that the department of the caller and those below have sent, the newest first.',
  query: z.object({ page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 10) }),
  answer: z.object({ bulletins: z.array(sentRow), total: z.int(), page: z.int(), pageSize: z.int() }),
})

const params = z.object({ id: wireId<BulletinId>() })

export const getBulletin = defineCall({
  method: 'GET',
  path: `${path}/{id}`,
  access,
  summary: 'A message that was sent, with its words in all languages and what became of it.',
  params,
  answer: z.extend(sentRow, {
    language,
    texts,
    files: z.array(wireBulletinFile),
    firstCounts: z.boolean(),
    emptyStores: z.int(),
    /** Some of its recipients are not handed to their channels yet. */
    isUnderWay: z.boolean(),
    /** Why it was not sent. */
    stoppedBecause: z.nullable(z.string()),
    withdrawnAt: z.nullable(wireInstant),
    withdrawnBy: z.nullable(z.string()),
    reminders: z.int(),
    /** From when on the missing can be reminded; `null`: not any more. */
    remindFrom: z.nullable(wireInstant),
    /** When they are reminded by themselves. */
    remindsAt: z.nullable(wireInstant),
    /** The caller may remind and withdraw. */
    mayChange: z.boolean(),
  }),
})
export type BulletinDetail = z.output<typeof getBulletin.answer>

/** All it was sent to; who has to confirm still; who may not see it any more; who came to these stores since. */
const readerGroups = ['all', 'missing', 'left', 'joined'] as const

export const listBulletinReaders = defineCall({
  method: 'GET',
  path: `${path}/{id}/readers`,
  access,
  summary:
    'The people of a message with what they did, by store: all, the missing, those who left, those who joined since.',
  params,
  query: z.object({
    group: z._default(z.enum(readerGroups), 'all'),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageSize, 20),
  }),
  answer: z.object({
    readers: z.array(
      z.object({
        id: wireId<AccountId>(),
        name: z.string(),
        /** The first of them, as they were called when it was sent. */
        stores: z.array(z.string()),
        storeCount: z.int(),
        deliveredAt: z.nullable(wireInstant),
        openedAt: z.nullable(wireInstant),
        confirmedAt: z.nullable(wireInstant),
        /** Of a confirmation that was made without a network, when it arrived. */
        receivedAt: z.nullable(wireInstant),
        /** It was confirmed after the deadline. */
        isLate: z.boolean(),
        hasLeft: z.boolean(),
        reminders: z.int(),
      }),
    ),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})
export type BulletinReader = z.output<typeof listBulletinReaders.answer>['readers'][number]

export const remindOfBulletin = defineCall({
  method: 'POST',
  path: `${path}/{id}/reminders`,
  access,
  summary: 'Reminds those who have to confirm still: three times at most, 20 hours apart.',
  params,
  answer: z.object({ missing: z.int() }),
})

export const withdrawBulletin = defineCall({
  method: 'POST',
  path: `${path}/{id}/withdrawal`,
  access,
  summary: 'Withdraws a message: nobody can read it any more, and it stays in the record.',
  params,
  answer: z.object({ state: z.enum(states) }),
})
