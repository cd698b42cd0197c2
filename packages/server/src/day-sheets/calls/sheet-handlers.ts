import { LISTED_DAYS, type ListedDay } from '@coldkeep/contract/areas/day-sheets'
import { Problem } from '@coldkeep/contract/problem'
import type { StoreId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { addDays, datesFrom, type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod, localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf, selectScope, selectStoreInScope } from '../../access/scope'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { selectCheckedDays } from '../check-queries'
import { selectCheckPlaces } from '../place-queries'
import { type ReadSheet, readSheets } from '../read-sheet'
import { contentOf, devicesOf, sealed } from '../sheet-content'
import {
  countListedStores,
  insertSigned,
  type SignedRow,
  selectListedStores,
  selectSheetDevices,
  selectSigned,
  selectSignedDays,
  updateReview,
} from '../sheet-queries'
import { showDay } from '../show-days'

type SheetCall = 'getDaySheet' | 'signDaySheet' | 'reviewDaySheet' | 'listDaySheets'

export const daySheetHandlers: Pick<Handlers, SheetCall> = {
  getDaySheet: async ({ db, user, query, clock, ...words }) => {
    const now = clock.now()
    const { store, today, sheet } = await sheetOf(db, user, query, now)
    const { storeId: id, code, name, zone } = store
    const places = await selectCheckPlaces(db, scopeOf(user), id, now)
    return {
      store: { id, code, name, zone },
      today,
      ...showDay(sheet, user, words),
      places: places.length,
    }
  },

  signDaySheet: async ({ db, user, body, clock }) => {
    refuseMachines(user)
    const now = clock.now()
    const { store, on, sheet } = await sheetOf(db, user, body, now)
    const until = epochMs(body.until)
    const { endAt } = dayPeriod(store.zone, on)
    // of a day that is over the whole is signed, not what was there while the page stood open
    if (until > sheet.until || (until < endAt && sheet.until >= endAt)) throw new Problem('sheet.changed')
    const content = sheet.contentUntil(until)
    const { text, digest } = sealed(content)
    const { storeId } = store
    const before = await selectSigned(db, storeId, on)
    if (before !== undefined) return repeated(isBy(before, user, body.digest))
    if (digest !== body.digest) throw new Problem('sheet.changed')
    const isFirst = await db.transaction().execute(async (trx) => {
      const isNew = await insertSigned(trx, {
        ...{ storeId, on, content: text, sha256: Buffer.from(digest, 'hex') },
        ...{ signedUntil: until, signedAt: now, accountId: user.accountId, accountName: user.name },
      })
      if (!isNew) return false
      await addAudit(trx, {
        at: now,
        by: { accountId: user.accountId, name: user.name },
        storeId,
        kind: 'day_sheet.sign',
        subject: `${store.code} · ${on}`,
        detail: { sha256: digest, until: new Date(until).toISOString(), without: content.without },
        outcome: 'done',
      })
      return true
    })
    if (isFirst) return {}
    const other = await selectSigned(db, storeId, on)
    return repeated(other !== undefined && isBy(other, user, digest))
  },

  reviewDaySheet: async ({ db, user, body, clock }) => {
    refuseMachines(user)
    const now = clock.now()
    const store = await selectStoreInScope(db, scopeOf(user), body.storeId)
    const { storeId } = store
    const on = localDate(body.on)
    const row = await selectSigned(db, storeId, on)
    if (row === undefined) throw new Problem('sheet.not_signed')
    if (Buffer.from(row.sha256).toString('hex') !== body.digest) throw new Problem('sheet.changed')
    if (row.accountId === user.accountId) throw new Problem('sheet.own')
    if (row.reviewedAt !== null && row.reviewerId === user.accountId) return {}
    const shown = new Set((await selectSheetDevices(db, scopeOf(user), storeId)).map((one) => one.deviceId))
    if (devicesOf(contentOf(row.content)).some((deviceId) => !shown.has(deviceId)))
      throw new Problem('sheet.partly_withheld')
    const isFirst = await db.transaction().execute(async (trx) => {
      const isNew = await updateReview(
        trx,
        { storeId, on },
        { reviewedAt: now, reviewerId: user.accountId, reviewerName: user.name, reviewNote: body.note },
      )
      if (!isNew) return false
      await addAudit(trx, {
        at: now,
        by: { accountId: user.accountId, name: user.name },
        storeId,
        kind: 'day_sheet.review',
        subject: `${store.code} · ${on}`,
        detail: { sha256: body.digest, note: body.note },
        outcome: 'done',
      })
      return true
    })
    if (!isFirst && (await selectSigned(db, storeId, on))?.reviewerId !== user.accountId)
      throw new Problem('sheet.reviewed')
    return {}
  },

  listDaySheets: async ({ db, user, clock, query: { departmentId, storeId, page, pageSize } }) => {
    const scope = await selectScope(db, user, departmentId)
    if (storeId !== null) await selectStoreInScope(db, scope, storeId)
    const now = clock.now()
    const stores = await selectListedStores(db, scope, storeId, {
      offset: (page - 1) * pageSize,
      limit: pageSize,
    })
    const daysOf = new Map(stores.map((store) => [store.storeId, lastDays(store.zone, now)]))
    const all = [...daysOf.values()].flat().sort()
    const [first, last] = [all[0], all.at(-1)]
    const total = await countListedStores(db, scope, storeId)
    if (first === undefined || last === undefined) return { stores: [], total, page, pageSize }
    const storeIds = stores.map((store) => store.storeId)
    const key = (row: { readonly storeId: StoreId; readonly on: LocalDate }) => `${row.storeId}/${row.on}`
    const signed = new Map((await selectSignedDays(db, storeIds, first, last)).map((row) => [key(row), row]))
    const checked = new Map(
      (await selectCheckedDays(db, scope, storeIds, first, last)).map((row) => [key(row), row]),
    )
    const dayOf = (id: StoreId, on: LocalDate): ListedDay => {
      const [sign, checks] = [signed.get(key({ storeId: id, on })), checked.get(key({ storeId: id, on }))]
      return {
        on,
        signedBy: sign?.accountName ?? null,
        reviewedBy: sign?.reviewerName ?? null,
        rounds: checks?.rounds ?? 0,
        checks: checks?.checks ?? 0,
        outOfLimits: checks?.outOfLimits ?? 0,
      }
    }
    return {
      stores: stores.map(({ storeId: id, code, name, places }) => ({
        ...{ id, code, name, places },
        days: (daysOf.get(id) ?? []).map((on) => dayOf(id, on)),
      })),
      total,
      page,
      pageSize,
    }
  },
}

function lastDays(zone: string, now: EpochMs): LocalDate[] {
  const today = localDateOf(zone, now)
  return datesFrom(addDays(today, 1 - LISTED_DAYS), today)
}

/** @throws Problem `sheet.signed` unless it is the same once more */
function repeated(isSame: boolean): Record<string, never> {
  if (!isSame) throw new Problem('sheet.signed')
  return {}
}

/** The very signature: two presses at once are one. */
function isBy(row: Pick<SignedRow, 'accountId' | 'sha256'>, user: SignedIn, digest: string): boolean {
  return row.accountId === user.accountId && Buffer.from(row.sha256).toString('hex') === digest
}

/** A signature is of a person. @throws Problem `sheet.person_needed` */
function refuseMachines({ apiKeyId }: SignedIn): void {
  if (apiKeyId !== null) throw new Problem('sheet.person_needed')
}

/** @throws Problem `store.unknown`, `sheet.not_begun`, or the day is too long ago */
async function sheetOf(
  db: Db,
  user: SignedIn,
  named: { readonly storeId: StoreId; readonly on: string },
  now: EpochMs,
): Promise<{
  readonly store: Awaited<ReturnType<typeof selectStoreInScope>>
  readonly on: LocalDate
  readonly today: LocalDate
  readonly sheet: ReadSheet
}> {
  const scope = scopeOf(user)
  const store = await selectStoreInScope(db, scope, named.storeId)
  const on = localDate(named.on)
  const today = localDateOf(store.zone, now)
  if (on > today) throw new Problem('sheet.not_begun', {}, { on: 'range' })
  const [sheet] = await readSheets(db, scope, store, [on], now)
  if (sheet === undefined) throw new Problem('store.unknown')
  return { store, on, today, sheet }
}
