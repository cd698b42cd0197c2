import { Problem } from '@coldkeep/contract/problem'
import { type GuardedKind, guardedKinds } from '@coldkeep/domain/access/equipment'
import type { AccountId } from '@coldkeep/domain/ids'
import type { Trx } from '../db/connect'
import type { RightsGuard } from './change-rights'
import { type PermissionPage, selectAccountIds } from './permission-queries'

/** What the query of either table selects. */
interface PageQuery extends Pick<PermissionPage, 'sort'> {
  readonly search: string
  readonly type: number | null
  readonly page: number
  readonly pageSize: number
}

export function pageOf({ search, type, sort, page, pageSize }: PageQuery): PermissionPage {
  return { text: search.trim(), typeId: type, sort, offset: (page - 1) * pageSize, limit: pageSize }
}

/** Rows as the tables of permissions send them; the second column offers a value filter. */
export function permissionTable<Row>(
  title: string,
  heads: readonly string[],
  { page, pageSize }: PageQuery,
  { data, total }: { readonly data: Row[]; readonly total: number },
) {
  const header = heads.map((value) => ({ value, kind: 'text' as const }))
  return { title, header, data, pageSize, filterIndex: 1, total, page }
}

interface GrantedRow {
  readonly id: number
  readonly accountId: AccountId
}

interface Draft {
  readonly account: string
  readonly type: number
}

/**
 * The rows that a change names, in its order; their accounts may be changed.
 * @param found those of them that are below the holder
 * @throws Problem `right.unknown`, the same for a row that does not exist and for one that is out of reach
 */
export async function grantedRows<Row extends GrantedRow>(
  { touch }: RightsGuard,
  ids: readonly number[],
  found: readonly Row[],
): Promise<Row[]> {
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.map((id) => {
    const row = byId.get(id)
    if (row === undefined) throw new Problem('right.unknown')
    return row
  })
  await touch(rows.map(({ accountId }) => accountId))
  return rows
}

/**
 * Accounts and categories as they were sent, found; the accounts may be changed.
 * @param titles of all categories of the table
 * @throws Problem `account.unknown`, `category.unknown`
 */
export async function findGrants<One extends Draft>(
  trx: Trx,
  { holder, touch }: RightsGuard,
  titles: ReadonlyMap<number, string>,
  drafts: readonly One[],
) {
  const ids = await selectAccountIds(
    trx,
    holder.departmentId,
    drafts.map(({ account }) => account),
  )
  const grants = drafts.map((draft, index) => {
    const title = titles.get(draft.type)
    if (title === undefined) throw new Problem('category.unknown', {}, typeField(index))
    return { draft, title, accountId: accountOf(ids, draft.account, index) }
  })
  await touch(grants.map(({ accountId }) => accountId))
  return grants
}

/** What a pair of flags gives. */
export function givenOf({ walkIn, c4 }: { readonly walkIn: boolean; readonly c4: boolean }): GuardedKind[] {
  return guardedKinds.filter((kind) => (kind === 'walk_in' ? walkIn : c4))
}

/** The account has that category already. */
export function grantExists(index: number): Problem {
  return new Problem('right.exists', {}, typeField(index))
}

function typeField(index: number) {
  return { [`data.${index}.data.1`]: 'choice' as const }
}

/** @throws Problem `account.unknown`, the same for one that is not there and for one of another department */
function accountOf(ids: ReadonlyMap<string, AccountId>, login: string, index: number): AccountId {
  const id = ids.get(login)
  if (id === undefined) throw new Problem('account.unknown', {}, { [`data.${index}.data.0`]: 'choice' })
  return id
}
