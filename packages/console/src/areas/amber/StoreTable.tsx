import { type AmberStore, listAmberStores } from '@coldkeep/contract/areas/amber'
import type { Answer } from '@coldkeep/contract/call'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { type AmberChoice, periodOf } from './amber-choice'

const rowsOf = ({ stores }: Answer<typeof listAmberStores>) => stores

export interface StoreTableProps {
  readonly choice: AmberChoice
  readonly departmentId: DepartmentId
  readonly storeId: StoreId | null
  readonly onChoose: (id: StoreId) => void
}

/** The stores of a department; one is chosen by its button, or with Enter. */
export function StoreTable({ choice, departmentId, storeId, onChoose }: StoreTableProps) {
  const t = useText()
  const columns = useMemo(() => columnsOf(t), [t])
  const list = useListScreen({
    list: listAmberStores,
    query: () => ({ departmentId, ...periodOf(choice) }),
    rowsOf,
    pageSize: 10,
    filters: [],
    isFiltered: false,
    isSearched: false,
    quiet: true,
  })
  return (
    <DataTable
      {...list.table}
      title={t('amber.stores')}
      tableKey="amber-stores"
      columns={columns}
      rowKey={(row) => String(row.storeId)}
      onOpen={(row) => onChoose(row.storeId)}
      rowActions={(row) => (
        <Button
          size="small"
          variant="quiet"
          pressed={row.storeId === storeId}
          onClick={() => onChoose(row.storeId)}
        >
          {t('amber.open')}
        </Button>
      )}
      empty={{ title: t('amber.noStores') }}
    />
  )
}

function columnsOf(t: Translate): readonly Column<AmberStore>[] {
  return [
    {
      ...{ key: 'store', title: t('amber.store'), kind: 'text', wraps: 'words' },
      value: ({ code, name }) => `${code} ${name}`,
    },
    { key: 'department', title: t('amber.department'), kind: 'text', value: (row) => row.department },
    { key: 'engineers', title: t('amber.count'), kind: 'number', value: (row) => row.engineers },
    { key: 'running', title: t('amber.running'), kind: 'number', value: (row) => row.running },
    {
      ...{ key: 'over', title: t('amber.expiredCount'), kind: 'number' },
      value: ({ over }) => over,
      cell: ({ over }) => (over === 0 ? '0' : <StatusTag status="expired" word={String(over)} />),
    },
    { key: 'records', title: t('amber.recordCount'), kind: 'number', value: (row) => row.records },
  ]
}
