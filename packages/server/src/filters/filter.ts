import { Problem } from '@coldkeep/contract/problem'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { addDays, daysBetween, localDate } from '@coldkeep/domain/time/local-date'
import { scopeOf, selectScope, selectStoreInScope } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Basics } from '../calls/context'
import type { Db } from '../db/connect'
import { selectNewestDay } from '../organisation/edge-days'
import type { Words } from '../wording/words'
import type { ChosenDays, StoreFilter } from './store-name-queries'

const LONGEST_PERIOD_DAYS = 62

const DEFAULT_PERIOD_DAYS = 7

/** Which stores an analysis is made of: those of the scope, or one of them. */
interface ChosenStores extends StoreFilter {
  readonly store: Awaited<ReturnType<typeof selectStoreInScope>> | null
}

/** @throws Problem `department.unknown` or `store.unknown`, also for those out of reach */
export async function chosenStores(
  db: Db,
  user: SignedIn,
  query: { readonly departmentId: DepartmentId | null; readonly storeId: StoreId | null },
): Promise<ChosenStores> {
  const scope = await selectScope(db, user, query.departmentId)
  if (query.storeId === null) return { scope, storeIds: null, store: null }
  const store = await selectStoreInScope(db, scope, query.storeId)
  return { scope, storeIds: [store.storeId], store }
}

/** The days that a filter names. @throws Problem `period.reversed` or `period.too_long` */
export function chosenDays(start: string, end: string): ChosenDays {
  const first = localDate(start.slice(0, 10))
  const last = localDate(end.slice(0, 10))
  if (end < start) throw new Problem('period.reversed')
  if (daysBetween(first, last) >= LONGEST_PERIOD_DAYS) {
    throw new Problem('period.too_long', { days: LONGEST_PERIOD_DAYS })
  }
  return { first, last }
}

type PageInfoContext = Basics & Pick<Words, 'translate'> & { readonly user: SignedIn }

/** The seven days that end today, where the day begins first among the caller's stores. */
export function weekPageInfo(context: PageInfoContext) {
  return pageInfoOf(context, DEFAULT_PERIOD_DAYS)
}

/** The same for another length, with the lengths to choose from, in days. */
export async function lengthsPageInfo(
  context: PageInfoContext,
  duration: number,
  lengths: readonly number[],
) {
  return {
    ...(await pageInfoOf(context, duration)),
    durations: lengths.map((value) => ({ value, title: context.translate('units.days', { count: value }) })),
  }
}

async function pageInfoOf({ db, user, clock, translate }: PageInfoContext, duration: number) {
  const today = await selectNewestDay(db, scopeOf(user), clock.now())
  return {
    defaultDate: addDays(today, 1 - duration),
    duration,
    durationTitle: translate('units.days', { count: duration }),
    preTitle: translate('shell.words.previousPeriod'),
    nextTitle: translate('shell.words.nextPeriod'),
  }
}
