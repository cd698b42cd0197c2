import { listDeployments, type WireDeployment } from '@coldkeep/contract/areas/deployments'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { deploymentTitle, lookOf } from './deployment-words'

const MOST_LISTED = 100
const PAGE_SIZE = 10
const query = { page: 1, pageSize: MOST_LISTED }

export interface DeploymentListProps {
  readonly current: string | null
  readonly onOpen: (id: string) => void
}

/** What was sent to stores before, newest first. */
export function DeploymentList({ current, onOpen }: DeploymentListProps) {
  const t = useText()
  const answer = useCall(listDeployments, { query })
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      title={t('scripts.history')}
      tableKey="script deployments"
      columns={columns}
      rows={tableRows(answer, answer.data?.patches)}
      rowKey={({ id }) => String(id)}
      pageSize={PAGE_SIZE}
      empty={{ title: t('scripts.noHistory') }}
      onOpen={({ id }) => onOpen(String(id))}
      rowActions={(row) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('scripts.showOf', { name: deploymentTitle(row, t) })}
          disabledReason={String(row.id) === current ? t('scripts.shown') : null}
          onClick={() => onOpen(String(row.id))}
        >
          {t('scripts.show')}
        </Button>
      )}
    />
  )
}

const columnsOf = (t: Translate): readonly Column<WireDeployment>[] => [
  { key: 'what', title: t('scripts.what'), kind: 'text', value: (row) => deploymentTitle(row, t) },
  { key: 'at', title: t('commands.at'), kind: 'time', value: (row) => row.createdAt },
  { key: 'by', title: t('commands.by'), kind: 'text', value: (row) => row.createdBy },
  {
    key: 'states',
    title: t('scripts.stores'),
    kind: 'text',
    wraps: 'words',
    value: ({ counts }) => counts.map(({ state, stores }) => `${t(lookOf(state).word)} ${stores}`).join(', '),
  },
  { key: 'note', title: t('scripts.note'), kind: 'text', wraps: 'words', value: (row) => row.note },
]
