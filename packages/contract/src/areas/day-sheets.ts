import { priorities } from '@coldkeep/domain/alarms/priority'
import { entryMarks } from '@coldkeep/domain/day-sheet/entry-marks'
import { skipReasons } from '@coldkeep/domain/day-sheet/hand-check'
import type { AlarmId, BreachId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import { temperatureZones } from '@coldkeep/domain/organisation/device'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { file } from '../content'
import { as } from '../wire/dialect'
import { wireId, wireIdOrAll } from '../wire/id'
import { wireDate, wireInstant } from '../wire/instant'
import { pageNumber } from '../wire/page'
import { storableText } from '../wire/storable-text'
import { wireUuid } from '../wire/uuid'
import { csvFile } from './analysis'

const access = ['4-3'] as const
const path = '/api/v2/day-sheets'
const storeId = as('storeid', wireId<StoreId>())
const date = wireDate

/** Days of the list of stores, so that one page is a bounded number of rows. */
export const LISTED_DAYS = 14
const MOST_STORES = 50
/** Days of one file. */
export const MOST_FILE_DAYS = 31
/** Stores of one file: each of their days is counted from its readings. */
export const MOST_FILE_STORES = 50

/** SHA-256 in hexadecimal digits. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const celsius = z.nullable(z.number())

/** What was measured of one device: minutes add up to those of the day so far. */
const figures = {
  inLimits: z.int(),
  outOfLimits: z.int(),
  unknown: z.int(),
  lowestC: celsius,
  highestC: celsius,
}

const row = z.object({
  device: z.object({ id: wireId<DeviceId>(), name: z.string() }),
  zone: z.enum(temperatureZones),
  /** `air`: what the air lets expect of the product; `null`: it has no probe. */
  measuredBy: z.nullable(z.enum(['food', 'air'])),
  lowC: celsius,
  highC: celsius,
  ...figures,
  /** Readings of the time before the sheet was signed have come or changed since then; `null`: not known any more. */
  hasLateReadings: z.nullable(z.boolean()),
})

const check = z.object({
  id: wireUuid,
  roundId: wireUuid,
  place: z.string(),
  device: z.nullable(wireId<DeviceId>()),
  valueC: celsius,
  skipReason: z.nullable(z.enum(skipReasons)),
  isRepeated: z.boolean(),
  note: z.string(),
  lowC: celsius,
  highC: celsius,
  isOutOfLimits: z.boolean(),
  takenAt: wireInstant,
  enteredAt: wireInstant,
  receivedAt: wireInstant,
  by: z.string(),
  late: z.nullable(z.enum(['after_signing', 'entered_late'])),
  /** For people to look at; none of them proves anything. */
  marks: z.array(z.enum(entryMarks)),
})

const alarm = z.object({
  id: wireId<AlarmId>(),
  /** `null`: of the whole store. */
  device: z.nullable(wireId<DeviceId>()),
  deviceName: z.nullable(z.string()),
  /** High temperature, no contact and so on. */
  text: z.string(),
  priority: z.enum(priorities),
  startedAt: wireInstant,
  clearedAt: z.nullable(wireInstant),
})

/** Open until a second person has agreed to what was done about it. */
const breach = z.object({
  id: wireId<BreachId>(),
  number: z.string(),
  device: wireId<DeviceId>(),
  deviceName: z.string(),
  startedAt: wireInstant,
  /** By now; `void`: readings that came late have shown that it was none. */
  state: z.enum(['open', 'closed', 'void']),
})

const sheetView = z.object({
  /** Readings up to here are counted. */
  until: wireInstant,
  minutes: z.int(),
  rows: z.array(row),
  checks: z.array(check),
  alarms: z.array(alarm),
  /** Open when the sheet was looked at, those of earlier days included. */
  breaches: z.array(breach),
  /** For which the sheet as a whole is worth a look. */
  marks: z.array(z.enum(entryMarks)),
})
export type SheetView = z.output<typeof sheetView>

const review = z.object({ at: wireInstant, by: z.string(), note: z.string() })

const signature = z.object({
  at: wireInstant,
  by: z.string(),
  isOwn: z.boolean(),
  digest,
  /** What is kept still has the hash that was signed. */
  isIntact: z.boolean(),
  /** Equipment that was withheld from who signed is not in the sheet. */
  isPartial: z.boolean(),
  review: z.nullable(review),
  sheet: sheetView,
})

const daySheet = z.object({
  store: z.object({ id: wireId<StoreId>(), code: z.string(), name: z.string(), zone: z.string() }),
  on: as('date', z.string()),
  today: z.string(),
  /** Of the sheet as it is now: what is signed is what was seen. */
  digest,
  now: sheetView,
  /** `null`: not signed yet. */
  signed: z.nullable(signature),
  /** Readings are kept for two years; after that only what was judged of them is known. */
  areReadingsKept: z.boolean(),
  /** Places of the store's round. */
  places: z.int(),
})
export type DaySheet = z.output<typeof daySheet>

export const getDaySheet = defineCall({
  method: 'GET',
  path: `${path}/sheet`,
  access,
  cost: 'heavy',
  summary:
    'A day of a store: minutes in limits, out of limits and unknown of each device, what was measured by hand, alarms; as it is now, and as it was signed.',
  query: z.object({ storeId, on: as('date', date) }),
  answer: daySheet,
})

export const signDaySheet = defineCall({
  method: 'POST',
  path: `${path}/sign`,
  access,
  cost: 'heavy',
  summary: 'Signs a day of a store as it was seen: with another digest it is refused. A day is signed once.',
  body: z.object({ storeId, on: as('date', date), until: wireInstant, digest }),
  answer: nothing,
})

export const reviewDaySheet = defineCall({
  method: 'POST',
  path: `${path}/review`,
  access,
  summary: 'Notes that a second person has looked at a signed day.',
  body: z.object({
    storeId,
    on: as('date', date),
    /** Of the sheet that was signed. */
    digest,
    note: z._default(storableText(500).check(z.trim()), ''),
  }),
  answer: nothing,
})

/** Days of each store's own calendar, both included; those that have not begun are left out. */
const fileDays = { first: as('start', date), last: as('end', date) }

export const daySheetsCsv = defineCall({
  method: 'GET',
  path: `${path}/csv`,
  access,
  cost: 'heavy',
  summary: `Sheets of a store, or of at most ${MOST_FILE_STORES} below a department, as they are now, as CSV; at most ${MOST_FILE_DAYS} days.`,
  query: z.object({
    departmentId: as('depart-id', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    ...fileDays,
  }),
  answer: csvFile,
})

export const daySheetsPdf = defineCall({
  method: 'GET',
  path: `${path}/pdf`,
  access,
  cost: 'heavy',
  summary: `Sheets of a store as they were signed, with what came later, as a document in the language of the caller (PDF); at most ${MOST_FILE_DAYS} days.`,
  query: z.object({ storeId, ...fileDays }),
  answer: file('application/pdf'),
})

const listedDay = z.object({
  on: as('date', z.string()),
  signedBy: z.nullable(z.string()),
  reviewedBy: z.nullable(z.string()),
  /** Walks of which at least one place was entered. */
  rounds: z.int(),
  checks: z.int(),
  outOfLimits: z.int(),
})
export type ListedDay = z.output<typeof listedDay>

export const listDaySheets = defineCall({
  method: 'GET',
  path,
  access,
  summary: `The last ${LISTED_DAYS} days of stores below a department: which are signed, and how often was measured by hand.`,
  query: z.object({
    departmentId: as('depart-id', wireIdOrAll<DepartmentId>()),
    storeId: as('storeid', wireIdOrAll<StoreId>()),
    page: z._default(pageNumber, 1),
    pageSize: z._default(pageNumber.check(z.lte(MOST_STORES)), 20),
  }),
  answer: z.object({
    stores: z.array(
      z.object({
        id: wireId<StoreId>(),
        code: z.string(),
        name: z.string(),
        places: z.int(),
        /** The oldest first; the last is today at the store. */
        days: z.array(listedDay),
      }),
    ),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})
