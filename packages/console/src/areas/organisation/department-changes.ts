import type { DepartmentChanges } from '@coldkeep/contract/areas/departments'

/** One line of a preview. */
export interface ChangeRow {
  readonly key: string
  readonly kind: 'added' | 'moved' | 'renamed' | 'removed'
  readonly name: string
  readonly from: string | null
  readonly to: string | null
  /** What keeps it from being removed. */
  readonly blockers: readonly string[]
  /** Further ones that are not named. */
  readonly moreBlockers: number
}

const textOf = (path: readonly string[]) => path.join(' / ')

/** What is removed comes first: it is what cannot be taken back. */
export function changeRows(changes: DepartmentChanges): readonly ChangeRow[] {
  const plain = { blockers: [], moreBlockers: 0 }
  const rows: Omit<ChangeRow, 'key'>[] = [
    ...changes.removed.map(({ path, stores, storeNames, accounts, accountNames }) => {
      const blockers = [...storeNames, ...accountNames]
      return {
        kind: 'removed' as const,
        name: path.at(-1) ?? '',
        from: textOf(path),
        to: null,
        blockers,
        moreBlockers: stores + accounts - blockers.length,
      }
    }),
    ...changes.moved.map(({ name, from, to }) => ({
      kind: 'moved' as const,
      name,
      from: textOf(from),
      to: textOf(to),
      ...plain,
    })),
    ...changes.renamed.map(({ from, path }) => ({
      kind: 'renamed' as const,
      name: path.at(-1) ?? '',
      from,
      to: textOf(path),
      ...plain,
    })),
    ...changes.added.map(({ path }) => ({
      kind: 'added' as const,
      name: path.at(-1) ?? '',
      from: null,
      to: textOf(path),
      ...plain,
    })),
  ]
  return rows.map((row, index) => ({ ...row, key: String(index) }))
}

export function isBlocked(changes: DepartmentChanges): boolean {
  return changes.removed.some(({ stores, accounts }) => stores + accounts > 0)
}

export function isEmpty({ added, moved, renamed, removed, isReordered }: DepartmentChanges): boolean {
  return added.length + moved.length + renamed.length + removed.length === 0 && !isReordered
}
