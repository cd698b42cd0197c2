import type { Engineer } from '@coldkeep/contract/areas/account'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'

/** The engineers of the own part of the organisation. */
export function EngineerTable({ engineers }: { engineers: readonly Engineer[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<Engineer>[] => [
      { key: 'name', title: t('account.name'), kind: 'text', value: (row) => row.name },
      { key: 'phone', title: t('account.phone'), kind: 'text', value: (row) => row.phone },
      { key: 'department', title: t('account.department'), kind: 'text', value: (row) => row.department },
      { key: 'title', title: t('account.title'), kind: 'text', value: (row) => row.title },
      { key: 'login', title: t('account.login'), kind: 'text', value: (row) => row.login },
      { key: 'email', title: t('account.email'), kind: 'text', value: (row) => row.email },
      {
        key: 'until',
        title: t('account.alertServiceEnds'),
        kind: 'date',
        value: (row) => row.alertServiceEndsOn,
      },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('account.engineers')}
      tableKey="engineers"
      columns={columns}
      rows={engineers}
      rowKey={(row) => row.login}
    />
  )
}
