import { readApplyEffect } from '@coldkeep/contract/areas/parameter-applies'
import type { Answer } from '@coldkeep/contract/call'
import type { ParameterApplyId } from '@coldkeep/domain/ids'
import type { ChangeFigure } from '@coldkeep/domain/parameters/judge-change'
import { formatInstant, formatNumber, NO_VALUE } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'

type Effect = Answer<typeof readApplyEffect>['figures'][number]

const units: Record<ChangeFigure, string> = { energy: 'kWh', duty: '%', temperature: '°C' }

/** What the change did to energy, duty and temperature; an interval that contains 0 proves nothing. */
export function ApplyEffect({ id }: { readonly id: ParameterApplyId }) {
  const t = useText()
  const answer = useCall(readApplyEffect, { query: { id } }, { quiet: true })
  const columns = useColumns()
  const wholeAt = answer.data?.wholeAt ?? null
  return (
    <div className={frame.stack}>
      <DataTable
        title={t('parameters.effect.title')}
        tableKey="parameter-effect"
        columns={columns}
        rows={{ ...tableRows(answer, answer.data?.figures), failure: serviceText(answer.error) }}
        rowKey={({ figure }) => figure}
        empty={{ title: t('parameters.effect.none') }}
      />
      <p className={frame.note}>
        {t('parameters.effect.how', { count: answer.data?.devices ?? 0 })}{' '}
        {wholeAt !== null && t('parameters.effect.wholeAt', { time: formatInstant(wholeAt) })}
      </p>
    </div>
  )
}

function useColumns(): readonly Column<Effect>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo((): Column<Effect>[] => {
    const scaled = (figure: ChangeFigure, value: number | null) =>
      value === null ? null : figure === 'duty' ? value * 100 : value
    const text = (figure: ChangeFigure, value: number | null, isDifference = false) => {
      const shown = scaled(figure, value)
      if (shown === null) return NO_VALUE
      const unit = isDifference && figure === 'temperature' ? 'K' : units[figure]
      return formatNumber(language, shown, { decimals: 1, unit })
    }
    return [
      {
        key: 'figure',
        title: t('parameters.finding.figure'),
        kind: 'text',
        value: ({ figure }) => t(`parameters.effect.of.${figure}`),
        wraps: 'words',
      },
      {
        key: 'verdict',
        title: t('parameters.effect.verdictTitle'),
        kind: 'status',
        value: ({ verdict }) => t(`parameters.effect.verdict.${verdict}`),
        cell: ({ verdict }) => (
          <StatusTag
            status={verdict === 'not_proven' ? 'waiting' : 'online'}
            icon={verdict === 'less' ? 'arrowDown' : verdict === 'more' ? 'arrowUp' : 'question'}
            word={t(`parameters.effect.verdict.${verdict}`)}
          />
        ),
      },
      ...(['before', 'after'] as const).map(
        (when): Column<Effect> => ({
          key: when,
          title: t(`parameters.effect.${when}`),
          kind: 'number',
          value: (row) => scaled(row.figure, row[when]),
          cell: (row) => text(row.figure, row[when]),
        }),
      ),
      {
        key: 'difference',
        title: t('parameters.effect.difference'),
        kind: 'number',
        value: ({ figure, difference }) => scaled(figure, difference),
        cell: ({ figure, difference }) => text(figure, difference, true),
      },
      {
        key: 'interval',
        title: t('parameters.effect.interval'),
        kind: 'text',
        value: ({ figure, low, high }) =>
          low === null || high === null
            ? ''
            : t('parameters.editor.range', { low: text(figure, low, true), high: text(figure, high, true) }),
      },
      {
        key: 'days',
        title: t('parameters.effect.days'),
        kind: 'text',
        value: ({ daysBefore, daysAfter }) =>
          t('parameters.effect.daysOf', { before: daysBefore, after: daysAfter }),
      },
    ]
  }, [t, language])
}
