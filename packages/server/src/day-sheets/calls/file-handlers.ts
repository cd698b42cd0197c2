import { MOST_FILE_DAYS, MOST_FILE_STORES } from '@coldkeep/contract/areas/day-sheets'
import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { datesFrom, daysBetween, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import type { Words } from '../../wording/words'
import { drawSheets } from '../pdf/draw-sheets'
import type { SheetStore } from '../read-sheet'
import { countListedStores, isPartlyWithheld, selectListedStores } from '../sheet-queries'
import { type ShownDay, showDays } from '../show-days'
import { sheetCsvHead, sheetCsvLines } from '../words/sheet-csv'

export const sheetFileHandlers: Pick<Handlers, 'daySheetsCsv' | 'daySheetsPdf'> = {
  daySheetsCsv: async ({ db, user, query, clock, language, translate }) => {
    const period = fileDays(query)
    const scope = await selectScope(db, user, query.departmentId)
    if (query.storeId !== null) await selectStoreInScope(db, scope, query.storeId)
    if ((await countListedStores(db, scope, query.storeId)) > MOST_FILE_STORES)
      throw new Problem(
        'sheet.too_many_stores',
        { most: MOST_FILE_STORES },
        { 'query.departmentId': 'choice' },
      )
    const stores = await selectListedStores(db, scope, query.storeId, { offset: 0, limit: MOST_FILE_STORES })
    const asOf = { ...period, now: clock.now() }
    return { from: 'batches', batches: linesOf(db, user, { stores, asOf }, { language, translate }) }
  },

  daySheetsPdf: async ({ db, user, query, clock, language, translate }) => {
    const scope = scopeOf(user)
    const store = await selectStoreInScope(db, scope, query.storeId)
    const now = clock.now()
    const dates = begunDays(store.zone, { ...fileDays(query), now })
    if (dates.length === 0) throw new Problem('sheet.not_begun', {}, { 'query.first': 'range' })
    const words = { language, translate }
    const days: ShownDay[] = []
    for await (const some of showDays(db, user, { store, days: dates, now }, words)) days.push(...some)
    const isPartial = await isPartlyWithheld(db, scope, store.storeId)
    const paper = { store, days, isPartial, madeAt: now, madeBy: user.name }
    return { from: 'memory', bytes: await drawSheets(paper, words) }
  },
}

interface FileDays {
  readonly first: LocalDate
  readonly last: LocalDate
}

interface CsvParts {
  readonly stores: readonly SheetStore[]
  readonly asOf: FileDays & { readonly now: EpochMs }
}

async function* linesOf(
  db: Db,
  user: SignedIn,
  { stores, asOf }: CsvParts,
  words: Words,
): AsyncGenerator<string> {
  yield sheetCsvHead(words)
  for (const store of stores) {
    const isPartial = await isPartlyWithheld(db, scopeOf(user), store.storeId)
    const days = begunDays(store.zone, asOf)
    for await (const some of showDays(db, user, { store, days, now: asOf.now }, words))
      yield some.map((day) => sheetCsvLines(store, day, isPartial, words)).join('')
  }
}

/** @throws Problem `period.reversed`, `period.too_long` */
function fileDays(query: { readonly first: string; readonly last: string }): FileDays {
  const [first, last] = [localDate(query.first), localDate(query.last)]
  if (last < first) throw new Problem('period.reversed')
  if (daysBetween(first, last) >= MOST_FILE_DAYS)
    throw new Problem('period.too_long', { days: MOST_FILE_DAYS })
  return { first, last }
}

/** Those of the days that have begun at a store. */
function begunDays(zone: string, { first, last, now }: FileDays & { readonly now: EpochMs }): LocalDate[] {
  const today = localDateOf(zone, now)
  return datesFrom(first, last < today ? last : today)
}
