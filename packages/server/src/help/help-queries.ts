import type { HelpTexts } from '@coldkeep/contract/areas/help'
import type { HelpCategory, HelpPage } from '@coldkeep/domain/help/help-text'
import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import type { Db } from '../db/connect'

const MOST_SEARCHES_SHOWN = 200
const MOST_VERSIONS_SHOWN = 50
/** Further texts are not counted; those that are known go on. */
const MOST_SEARCHES_KEPT = 2_000

export interface HelpVersionRow {
  readonly helpVersionId: number
  readonly key: string
  readonly page: HelpPage
  readonly category: HelpCategory | null
  readonly texts: HelpTexts
  readonly isShown: boolean
  readonly changedAt: EpochMs
  readonly changedBy: string
}

const columns = [
  'helpVersionId',
  'key',
  'page',
  'category',
  'texts',
  'isShown',
  'changedAt',
  'changedBy',
] as const

/** The present wording of each text of a page that people have changed or added, in the order in which they began. */
export async function selectPresentHelp(db: Db, page: HelpPage): Promise<HelpVersionRow[]> {
  const rows = await db
    .selectFrom('helpVersion')
    .distinctOn('key')
    .select(columns)
    .select(({ fn }) =>
      fn
        .min('helpVersionId')
        .over((over) => over.partitionBy('key'))
        .as('firstId'),
    )
    .where('page', '=', page)
    .orderBy('key')
    .orderBy('helpVersionId', 'desc')
    .execute()
  return rows
    .toSorted((one, other) => Number(one.firstId) - Number(other.firstId))
    .map(({ firstId: _, ...row }) => row)
}

/** The last versions of a text, the present one first. */
export function selectHelpVersions(db: Db, key: string): Promise<HelpVersionRow[]> {
  return db
    .selectFrom('helpVersion')
    .select(columns)
    .where('key', '=', key)
    .orderBy('helpVersionId', 'desc')
    .limit(MOST_VERSIONS_SHOWN)
    .execute()
}

/** False where the text was changed since: another row follows the same one. */
export async function insertHelpVersion(
  db: Db,
  { texts, ...row }: Omit<HelpVersionRow, 'helpVersionId'> & { readonly follows: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('helpVersion')
    .values({ ...row, texts: JSON.stringify(texts) })
    .onConflict((taken) => taken.columns(['key', 'follows']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The store of an account that sees one; `null`: none, or several. */
export async function selectOnlyStore(db: Db, scope: Scope): Promise<StoreId | null> {
  const rows = await db.selectFrom('store').select('storeId').where(isInScope(scope)).limit(2).execute()
  return rows.length === 1 ? (rows[0]?.storeId ?? null) : null
}

/** The verdicts of one account by the keys of the answers. */
export async function selectOwnVerdicts(db: Db, accountId: AccountId): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom('helpVerdict')
    .select(['key', 'isHelpful'])
    .where('accountId', '=', accountId)
    .execute()
  return new Map(rows.map(({ key, isHelpful }) => [key, isHelpful]))
}

/** How many said what, by the keys of the answers. */
export async function countVerdicts(
  db: Db,
): Promise<ReadonlyMap<string, { helpful: number; unhelpful: number }>> {
  const rows = await db
    .selectFrom('helpVerdict')
    .select(({ fn }) => [
      'key',
      fn.countAll<number>().filterWhere('isHelpful', '=', true).as('helpful'),
      fn.countAll<number>().filterWhere('isHelpful', '=', false).as('unhelpful'),
    ])
    .groupBy('key')
    .execute()
  return new Map(
    rows.map(({ key, helpful, unhelpful }) => [
      key,
      { helpful: Number(helpful), unhelpful: Number(unhelpful) },
    ]),
  )
}

export async function upsertVerdict(
  db: Db,
  verdict: { readonly key: string; readonly accountId: AccountId; readonly isHelpful: boolean },
): Promise<void> {
  await db
    .insertInto('helpVerdict')
    .values(verdict)
    .onConflict((known) => known.columns(['key', 'accountId']).doUpdateSet({ isHelpful: verdict.isHelpful }))
    .execute()
}

/** Counts a search; a text that is not known yet only while few are kept. */
export async function countHelpSearch(
  db: Db,
  search: { readonly language: Language; readonly text: string; readonly at: EpochMs },
): Promise<void> {
  const { language, text, at } = search
  const known = await db
    .updateTable('helpSearch')
    .set(({ eb }) => ({ count: eb('count', '+', 1), lastAt: at }))
    .where('language', '=', language)
    .where('text', '=', text)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const { kept } = await db
    .selectFrom('helpSearch')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  if (Number(kept) >= MOST_SEARCHES_KEPT) return
  await db
    .insertInto('helpSearch')
    .values({ language, text, count: 1, lastAt: at })
    .onConflict((taken) =>
      taken.columns(['language', 'text']).doUpdateSet({ count: sql`help_search.count + 1`, lastAt: at }),
    )
    .execute()
}

export function selectHelpSearches(db: Db) {
  return db
    .selectFrom('helpSearch')
    .select(['text', 'language', 'count', 'lastAt'])
    .orderBy('count', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(MOST_SEARCHES_SHOWN)
    .execute()
}

export async function deleteHelpSearch(
  db: Db,
  { language, text }: { readonly language: Language; readonly text: string },
): Promise<void> {
  await db.deleteFrom('helpSearch').where('language', '=', language).where('text', '=', text).execute()
}
