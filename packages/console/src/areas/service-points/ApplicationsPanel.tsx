import { listPointApplications, type PointApplication } from '@coldkeep/contract/areas/point-applications'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { ApplyDialog } from './ApplyDialog'
import { DecisionDialog } from './DecisionDialog'

const PAGE_SIZE = 10
const rowsOf = ({ applications }: Answer<typeof listPointApplications>) => applications

/** Applications, those that wait first; whoever may decides them here. */
export function ApplicationsPanel() {
  const t = useText()
  const [decided, setDecided] = useState<{
    readonly row: PointApplication
    readonly isApproved: boolean
  } | null>(null)
  const [isApplying, setApplying] = useState(false)
  const columns = useMemo(() => columnsOf(t), [t])
  const list = useListScreen({
    list: listPointApplications,
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
        title={t('servicePoints.applications')}
        tableKey="point-applications"
        columns={columns}
        rowKey={({ id }) => String(id)}
        rowActions={(row) =>
          row.mayDecide ? (
            <DecisionButtons onDecide={(isApproved) => setDecided({ row, isApproved })} />
          ) : null
        }
        empty={{ title: t('servicePoints.noApplications') }}
      >
        <Button variant="primary" onClick={() => setApplying(true)}>
          {t('servicePoints.apply')}
        </Button>
      </DataTable>
      {decided !== null && <DecisionDialog {...decided} onClose={() => setDecided(null)} />}
      {isApplying && <ApplyDialog onClose={() => setApplying(false)} />}
    </>
  )
}

function DecisionButtons({ onDecide }: { readonly onDecide: (isApproved: boolean) => void }) {
  const t = useText()
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => onDecide(true)}>
        {t('servicePoints.approve')}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onDecide(false)}>
        {t('servicePoints.reject')}
      </Button>
    </>
  )
}

const statusOf = { waiting: 'waiting', approved: 'done', rejected: 'locked' } as const

function columnsOf(t: Translate): readonly Column<PointApplication>[] {
  return [
    {
      key: 'state',
      title: t('servicePoints.stateTitle'),
      kind: 'status',
      value: ({ state }) => t(`servicePoints.state.${state}`),
      cell: ({ state }) => <StatusTag status={statusOf[state]} word={t(`servicePoints.state.${state}`)} />,
    },
    {
      key: 'at',
      title: t('servicePoints.requestedAt'),
      kind: 'time',
      value: ({ requestedAt }) => requestedAt,
    },
    {
      key: 'part',
      title: t('servicePoints.service'),
      kind: 'text',
      wraps: 'words',
      value: ({ service, part }) => `${service} · ${part}`,
    },
    { key: 'points', title: t('servicePoints.count'), kind: 'number', value: ({ points }) => points },
    {
      key: 'department',
      title: t('servicePoints.department'),
      kind: 'text',
      value: ({ department }) => department,
    },
    {
      key: 'applicant',
      title: t('servicePoints.applicant'),
      kind: 'text',
      value: ({ applicant }) => applicant,
    },
    {
      key: 'contact',
      title: t('servicePoints.contact'),
      kind: 'text',
      wraps: 'words',
      value: ({ company, contact, phone }) => `${company}, ${contact}, ${phone}`,
    },
    { key: 'by', title: t('servicePoints.decidedBy'), kind: 'text', value: ({ decidedBy }) => decidedBy },
    { key: 'lastDay', title: t('servicePoints.lastDay'), kind: 'date', value: ({ lastDay }) => lastDay },
    {
      key: 'reason',
      title: t('servicePoints.reason'),
      kind: 'text',
      wraps: 'words',
      value: ({ reason }) => reason,
    },
  ]
}
