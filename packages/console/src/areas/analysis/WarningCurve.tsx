import { earlyWarningCurve, type WarningKey } from '@coldkeep/contract/areas/health'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { ChartCard } from '../../kit/chart/ChartCard'
import { useLanguage, useText } from '../../kit/text'
import { ScoreChart, scoreBands, scorePeriod, scoreSeries } from '../devices/ScoreChart'

const HEIGHT_PX = 260

type WarningCurveAnswer = Answer<typeof earlyWarningCurve>

/** The score of a device around one of its early warnings, with what its rule judged. */
export function WarningCurve({ warning }: { warning: WarningKey }) {
  const t = useText()
  const { data, isError, refetch } = useCall(earlyWarningCurve, { query: warning }, { quiet: true })
  if (data !== undefined) return <Curve {...data} />
  return (
    <ChartCard
      title={t('health.score')}
      caption=""
      table={{ header: [], rows: [] }}
      state={isError ? 'failed' : 'loading'}
      onRetry={() => void refetch()}
    >
      {null}
    </ChartCard>
  )
}

function Curve({ zone, curve }: WarningCurveAnswer) {
  const t = useText()
  const language = useLanguage()
  const legend = useMemo(() => [...scoreSeries(curve), ...scoreBands(curve)], [curve])
  const { from, to } = useMemo(() => scorePeriod(curve), [curve])
  const isEmpty = curve.data.every(({ values }) => values[0] === null)
  const when = `${formatInstant(from, zone)} – ${formatInstant(to, zone)} (${zone})`
  return (
    <ChartCard
      title={curve.name}
      note={when}
      caption={when}
      state={isEmpty ? 'empty' : 'ready'}
      legend={legend}
      table={{
        header: [t('kit.chart.time'), curve.axis[1]],
        rows: curve.data.flatMap(({ at, values }) =>
          at === undefined
            ? []
            : [[formatInstant(Date.parse(at), zone), formatNumber(language, values[0] ?? null, curve)]],
        ),
      }}
    >
      <ScoreChart curve={curve} zone={zone} heightPx={HEIGHT_PX} />
    </ChartCard>
  )
}
