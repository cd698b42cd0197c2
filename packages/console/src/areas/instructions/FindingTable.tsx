import type { WireModelFinding } from '@coldkeep/contract/areas/model-versions'
import { useMemo } from 'react'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'

/** What is wrong with the draft of a model, and what may be intended. */
export function FindingTable({ findings }: { findings: readonly WireModelFinding[] }) {
  const t = useText()
  const columns = useMemo(
    (): Column<WireModelFinding>[] => [
      {
        key: 'weight',
        title: t('instructions.weight'),
        kind: 'status',
        value: (row) => t(row.isError ? 'instructions.error' : 'instructions.doubt'),
      },
      {
        key: 'where',
        title: t('instructions.where'),
        kind: 'text',
        value: ({ command, node }) =>
          command === null ? t('instructions.modelWhole') : node === null ? command : `${command} · ${node}`,
      },
      {
        key: 'what',
        title: t('instructions.what'),
        kind: 'text',
        value: (row) => row.message,
        wraps: 'words',
      },
    ],
    [t],
  )
  return (
    <DataTable
      title={t('instructions.findings')}
      tableKey="model-findings"
      columns={columns}
      rows={findings}
      rowKey={({ command, node, code }) => `${command} ${node} ${code}`}
      empty={{ title: t('instructions.noFindings') }}
    />
  )
}
