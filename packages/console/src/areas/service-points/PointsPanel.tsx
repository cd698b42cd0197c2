import { listServicePoints, type ServicePoints } from '@coldkeep/contract/areas/service-points'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { CheckField } from '../../kit/field/CheckField'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { ApplyDialog } from './ApplyDialog'
import { DetailSection } from './DetailSection'

interface PointRow {
  readonly key: string
  readonly service: string
  readonly part: string
  readonly total: number
  readonly used: number
  readonly unused: number
  readonly reserved: number
  readonly owed: number
}

/** The points of the chain, and below them what used them. */
export function PointsPanel() {
  const t = useText()
  const answer = useCall(listServicePoints, { query: { storeId: null } })
  const [showsAll, setShowsAll] = useState(false)
  const [isApplying, setApplying] = useState(false)
  const rows = useMemo(() => (answer.data?.points ?? []).flatMap(rowsOf), [answer.data])
  const columns = useMemo(() => columnsOf(t), [t])
  const shown = showsAll
    ? rows
    : rows.filter(({ total, used, owed }) => total !== 0 || used !== 0 || owed !== 0)
  return (
    <div className={frame.stack}>
      <DataTable
        title={t('servicePoints.intro')}
        tableKey="service-points"
        columns={columns}
        rows={tableRows(answer, shown)}
        rowKey={({ key }) => key}
        pageSize={20}
        tools={<CheckField label={t('servicePoints.all')} checked={showsAll} onChange={setShowsAll} />}
        empty={{ title: t('servicePoints.none'), action: <p>{t('servicePoints.noneHint')}</p> }}
      >
        <Button variant="primary" onClick={() => setApplying(true)}>
          {t('servicePoints.apply')}
        </Button>
      </DataTable>
      <DetailSection mayManage={answer.data?.mayManage ?? false} />
      {isApplying && <ApplyDialog onClose={() => setApplying(false)} />}
    </div>
  )
}

function rowsOf({ name: service, subservices }: ServicePoints): PointRow[] {
  return subservices.flatMap(({ subservice, title: part, points, owed }) =>
    points.map((counted) => ({ key: subservice, service, part, owed, ...counted })),
  )
}

function columnsOf(t: Translate): readonly Column<PointRow>[] {
  const figure = (key: 'total' | 'used' | 'unused' | 'reserved' | 'owed'): Column<PointRow> => ({
    ...{ key, title: t(`servicePoints.${key}`), kind: 'number' },
    value: (row) => row[key],
  })
  return [
    {
      key: 'service',
      title: t('servicePoints.service'),
      kind: 'text',
      wraps: 'words',
      value: ({ service }) => service,
    },
    { key: 'part', title: t('servicePoints.part'), kind: 'text', wraps: 'words', value: ({ part }) => part },
    figure('total'),
    figure('used'),
    figure('unused'),
    figure('reserved'),
    figure('owed'),
  ]
}
