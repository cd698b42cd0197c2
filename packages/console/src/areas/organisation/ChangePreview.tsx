import type { DepartmentChanges, DepartmentFileFault } from '@coldkeep/contract/areas/departments'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type ChangeRow, changeRows, isEmpty } from './department-changes'

/** What an update file would do, department by department. */
export function ChangePreview({ changes }: { changes: DepartmentChanges }) {
  const t = useText()
  const rows = useMemo(() => changeRows(changes), [changes])
  const columns = useMemo(
    (): Column<ChangeRow>[] => [
      {
        key: 'kind',
        title: t('organisation.departments.change'),
        kind: 'status',
        value: ({ kind }) => t(`organisation.departments.${kind}`),
        widthPx: 110,
      },
      {
        key: 'name',
        title: t('organisation.departments.department'),
        kind: 'text',
        value: (row) => row.name,
        widthPx: 180,
      },
      {
        key: 'from',
        title: t('organisation.departments.from'),
        kind: 'text',
        value: (row) => row.from,
        widthPx: 260,
      },
      {
        key: 'to',
        title: t('organisation.departments.to'),
        kind: 'text',
        value: (row) => row.to,
        widthPx: 260,
      },
      {
        key: 'blockers',
        title: t('organisation.departments.inTheWay'),
        kind: 'text',
        value: ({ blockers, moreBlockers }) => {
          const names = blockers.join(', ')
          if (moreBlockers === 0) return names === '' ? null : names
          return t('organisation.departments.more', { names, count: moreBlockers })
        },
        widthPx: 260,
      },
    ],
    [t],
  )
  if (isEmpty(changes)) return <p className={frame.note}>{t('organisation.departments.noChange')}</p>
  return (
    <>
      {rows.length > 0 && (
        <DataTable
          title={t('organisation.departments.preview')}
          tableKey="department changes"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.key}
          filterColumn="kind"
        />
      )}
      {changes.isReordered && <p className={frame.note}>{t('organisation.departments.reordered')}</p>}
    </>
  )
}

/** Everything that is wrong with an update file, with its place. */
export function FileFaults({ faults }: { faults: readonly DepartmentFileFault[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<DepartmentFileFault>[] => [
      {
        key: 'place',
        title: t('organisation.departments.place'),
        kind: 'text',
        value: ({ place }) => (place === '' ? t('organisation.departments.wholeFile') : place),
        widthPx: 320,
      },
      {
        key: 'why',
        title: t('organisation.departments.why'),
        kind: 'text',
        value: ({ message }) => message,
        widthPx: 420,
      },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('organisation.departments.faults')}
      tableKey="department faults"
      columns={columns}
      rows={faults}
      rowKey={(fault) => String(faults.indexOf(fault))}
    />
  )
}
