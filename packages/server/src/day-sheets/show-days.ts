import type { DaySheet } from '@coldkeep/contract/areas/day-sheets'
import type { DeviceId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import type { Words } from '../wording/words'
import { type ReadSheet, readSheets, type SheetStore } from './read-sheet'
import { sealed } from './sheet-content'
import { changedDevices, presentSheet, presentSigned } from './words/present-sheet'

/** A day as its reader may see it: as it is now, and as it was signed. */
export type ShownDay = Pick<DaySheet, 'on' | 'digest' | 'now' | 'signed' | 'areReadingsKept'>

/** So many days of a store are read together: their readings are in memory at once. */
const DAYS_AT_ONCE = 7

/** Days of a store in their order, some of them at a time; none of a store without a calendar. */
export async function* showDays(
  db: Db,
  user: SignedIn,
  {
    store,
    days,
    now,
  }: { readonly store: SheetStore; readonly days: readonly LocalDate[]; readonly now: EpochMs },
  words: Pick<Words, 'translate'>,
): AsyncGenerator<readonly ShownDay[]> {
  for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
    const some = days.slice(from, from + DAYS_AT_ONCE)
    const sheets = await readSheets(db, scopeOf(user), store, some, now)
    yield sheets.map((sheet) => showDay(sheet, user, words))
  }
}

export function showDay(
  sheet: ReadSheet,
  { accountId }: Pick<SignedIn, 'accountId'>,
  words: Pick<Words, 'translate'>,
): ShownDay {
  const { on, names, signed, areReadingsKept } = sheet
  const content = sheet.contentUntil(sheet.until)
  const seeing = {
    names,
    signedAt: signed?.row.signedAt ?? null,
    lateDevices: lateDevicesOf(sheet),
    // only open ones are in it
    breachStates: null,
  }
  return {
    on,
    digest: sealed(content).digest,
    now: presentSheet(content, seeing, words),
    signed: signed === null ? null : presentSigned(signed, { accountId, names }, words),
    areReadingsKept,
  }
}

/** `null`: not known any more. */
function lateDevicesOf({ signed, areReadingsKept, contentUntil }: ReadSheet): ReadonlySet<DeviceId> | null {
  if (signed === null) return new Set()
  if (!areReadingsKept) return null
  const { rows, until } = signed.content
  return changedDevices(rows, contentUntil(until).rows)
}
