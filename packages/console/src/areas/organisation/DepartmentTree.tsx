import type { DepartmentRow } from '@coldkeep/contract/areas/departments'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useMemo } from 'react'
import { useText } from '../../kit/text'
import styles from './organisation.module.css'

/** Open from the start; what lies deeper is opened by hand. */
const OPEN_LEVELS = 3

type Below = ReadonlyMap<DepartmentId | null, readonly DepartmentRow[]>

function belowOf(departments: readonly DepartmentRow[]): Below {
  const below = new Map<DepartmentId | null, DepartmentRow[]>()
  for (const department of departments) {
    const brothers = below.get(department.parent)
    if (brothers === undefined) below.set(department.parent, [department])
    else brothers.push(department)
  }
  return below
}

/** Departments below each other, each with what is in it. */
export function DepartmentTree({ departments }: { departments: readonly DepartmentRow[] }) {
  const below = useMemo(() => belowOf(departments), [departments])
  return <Branch below={below} of={null} level={0} />
}

function Branch({ below, of, level }: { below: Below; of: DepartmentId | null; level: number }) {
  return (
    <ul className={styles.branch} data-level={level}>
      {(below.get(of) ?? []).map((department) => (
        <li key={department.id}>
          {below.has(department.id) ? (
            <details open={level < OPEN_LEVELS}>
              <summary>
                <Department department={department} />
              </summary>
              <Branch below={below} of={department.id} level={level + 1} />
            </details>
          ) : (
            <span className={styles.leaf}>
              <Department department={department} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Department({ department: { name, stores, accounts } }: { department: DepartmentRow }) {
  const t = useText()
  return (
    <>
      <span className={styles.name}>{name}</span>
      {stores > 0 && (
        <span className={styles.count}>{t('organisation.departments.stores', { count: stores })}</span>
      )}
      {accounts > 0 && (
        <span className={styles.count}>{t('organisation.departments.accounts', { count: accounts })}</span>
      )}
    </>
  )
}
