import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'

const PAGE_SIZE = 20

/** Rows as the tables of permissions send them; the first column offers a value filter. */
export function permissionTable<Row>(title: string, heads: readonly string[], data: Row[]) {
  return {
    title,
    header: heads.map((value) => ({ value, kind: 'text' as const })),
    data,
    page_size: PAGE_SIZE,
    filter_index: 1,
  }
}

/** @throws Problem `account.unknown`, the same for one that is not there and for one of another department */
export function accountOf(ids: ReadonlyMap<string, AccountId>, login: string, index: number): AccountId {
  const id = ids.get(login)
  if (id === undefined) throw new Problem('account.unknown', {}, { [`data.${index}.data.0`]: 'choice' })
  return id
}
