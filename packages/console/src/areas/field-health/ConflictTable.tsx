import type { listQuarantine } from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

type Conflict = Answer<typeof listQuarantine>['conflicts'][number]

/** Terminals of which readings came again with other values. */
export function ConflictTable({ rows }: { rows: readonly Conflict[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<Conflict>[] => [
      { key: 'terminal', title: t('fieldHealth.terminal'), kind: 'text', value: (row) => row.terminalId },
      {
        key: 'store',
        title: t('fieldHealth.store'),
        kind: 'text',
        value: ({ store }) => `${store.code} ${store.name}`,
      },
      { key: 'count', title: t('fieldHealth.conflictCount'), kind: 'number', value: (row) => row.count },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('fieldHealth.conflicts')}
      tableKey="conflicts"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.terminalId}
    >
      <span className={frame.note}>{t('fieldHealth.conflictsNote')}</span>
    </DataTable>
  )
}
