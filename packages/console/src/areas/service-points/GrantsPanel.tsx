import { listPointGrants, listServicePoints, type PointGrant } from '@coldkeep/contract/areas/service-points'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { ReasonDialog } from './ReasonDialog'
import { grantEndRules } from './reason-form'

const PAGE_SIZE = 10
const rowsOf = ({ grants }: Answer<typeof listPointGrants>) => grants

/** What was granted until when, what is left of it, and whose turn is next. */
export function GrantsPanel() {
  const t = useText()
  const mayManage = useCall(listServicePoints, { query: { storeId: null } }).data?.mayManage ?? false
  const [ended, setEnded] = useState<PointGrant | null>(null)
  const columns = useMemo(() => columnsOf(t), [t])
  const list = useListScreen({
    list: listPointGrants,
    query: () => ({}),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: [],
    isFiltered: false,
    isSearched: false,
    quiet: true,
  })
  return (
    <>
      <DataTable
        {...list.table}
        title={t('servicePoints.grants')}
        tableKey="point-grants"
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowActions={
          mayManage
            ? (row) =>
                row.endedAt === null ? (
                  <Button size="small" variant="quiet" onClick={() => setEnded(row)}>
                    {t('servicePoints.void')}
                  </Button>
                ) : null
            : undefined
        }
        empty={{ title: t('servicePoints.noGrants') }}
      />
      {ended !== null && (
        <ReasonDialog
          title={t('servicePoints.voidTitle', { id: ended.id })}
          action={t('servicePoints.void')}
          rules={grantEndRules(ended.id, t)}
          onClose={() => setEnded(null)}
        />
      )}
    </>
  )
}

const statusOf = { open: 'online', expire: 'expired', void: 'locked' } as const

function columnsOf(t: Translate): readonly Column<PointGrant>[] {
  return [
    { key: 'id', title: t('servicePoints.grantNumber'), kind: 'text', value: ({ id }) => `#${id}` },
    {
      key: 'part',
      title: t('servicePoints.service'),
      kind: 'text',
      wraps: 'words',
      value: ({ service, part }) => `${service} · ${part}`,
    },
    { key: 'points', title: t('servicePoints.granted'), kind: 'number', value: ({ points }) => points },
    { key: 'left', title: t('servicePoints.left'), kind: 'number', value: ({ left }) => left },
    { key: 'createdAt', title: t('servicePoints.time'), kind: 'time', value: ({ createdAt }) => createdAt },
    { key: 'lastDay', title: t('servicePoints.lastDay'), kind: 'date', value: ({ lastDay }) => lastDay },
    {
      key: 'state',
      title: t('servicePoints.stateTitle'),
      kind: 'status',
      value: ({ endedBy }) => t(`servicePoints.grantState.${endedBy ?? 'open'}`),
      cell: ({ endedBy }) => (
        <StatusTag
          status={statusOf[endedBy ?? 'open']}
          word={t(`servicePoints.grantState.${endedBy ?? 'open'}`)}
        />
      ),
    },
  ]
}
