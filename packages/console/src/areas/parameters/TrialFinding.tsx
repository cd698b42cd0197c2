import type { WireApply } from '@coldkeep/contract/areas/parameter-applies'
import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { figureOfTrial } from './apply-words'

type Finding = NonNullable<WireApply['finding']>
type Figure = Finding['figures'][number]

const verdictLooks = {
  good: { status: 'done' },
  worse: { status: 'failed' },
  unknown: { status: 'waiting', icon: 'question' },
} as const

/** How the first device did in the day after against the day before. */
export function TrialFinding({
  finding,
  zone,
}: {
  readonly finding: Finding
  readonly zone: string | undefined
}) {
  const t = useText()
  const { verdict, judgedAt, figures } = finding
  const columns = useColumns()
  return (
    <div className={frame.stack}>
      <DataTable
        title={t('parameters.finding.title')}
        tableKey="parameter-trial"
        columns={columns}
        rows={figures}
        rowKey={({ figure }) => figure}
        pageSize={20}
        empty={{ title: t('parameters.finding.none') }}
        tools={
          <StatusTag
            {...verdictLooks[verdict]}
            word={t(`parameters.finding.verdict.${verdict}`)}
            detail={formatInstant(judgedAt, zone)}
          />
        }
      />
    </div>
  )
}

function useColumns(): readonly Column<Figure>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<Figure>[] => [
      {
        key: 'figure',
        title: t('parameters.finding.figure'),
        kind: 'text',
        value: ({ figure }) => t(`parameters.figure.${figure}`),
        wraps: 'words',
      },
      ...(['before', 'after', 'bound'] as const).map(
        (when): Column<Figure> => ({
          key: when,
          title: t(`parameters.finding.${when}`),
          kind: 'number',
          value: (row) => row[when],
          cell: (row) => figureOfTrial(row.figure, row[when], language),
        }),
      ),
      {
        key: 'worse',
        title: t('parameters.devices.state'),
        kind: 'status',
        value: (row) => t(`parameters.finding.${judged(row)}`),
        cell: (row) => {
          const word = judged(row)
          return (
            <StatusTag
              status={word === 'isWorse' ? 'failed' : word === 'isGood' ? 'online' : 'waiting'}
              word={t(`parameters.finding.${word}`)}
            />
          )
        },
      },
    ],
    [t, language],
  )
}

function judged({ isWorse, after }: Figure) {
  return isWorse ? 'isWorse' : after === null ? 'notMeasured' : 'isGood'
}
