import type { WireFault } from '@coldkeep/contract/areas/bundles'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'

const PAGE_SIZE = 10

/** Everything that is wrong with a document, with its place. */
export function FaultTable({ faults }: { faults: readonly WireFault[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<WireFault>[] => [
      { key: 'path', title: t('commands.path'), kind: 'text', value: ({ path }) => path, widthPx: 300 },
      { key: 'why', title: t('commands.why'), kind: 'text', value: ({ message }) => message, widthPx: 360 },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('commands.faults', { count: faults.length })}
      tableKey="configuration faults"
      columns={columns}
      rows={faults}
      rowKey={(fault) => `${faults.indexOf(fault)}`}
      pageSize={PAGE_SIZE}
    />
  )
}
