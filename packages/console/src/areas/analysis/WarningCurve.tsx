import { earlyWarningCurve, type WarningKey } from '@coldkeep/contract/areas/health'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { ChartCard } from '../../kit/chart/ChartCard'
import type { LineBand, LineSeries } from '../../kit/chart/line-plot'
import type { TimeSpan } from '../../kit/chart/time-series'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage, useText } from '../../kit/text'

const LineChart = lazy(() =>
  import('../../kit/chart/LineChart').then(({ LineChart }) => ({ default: LineChart })),
)

const STEP_MS = 600_000
const HEIGHT_PX = 260
/** Pale enough for a line over it to keep its contrast. */
const JUDGED_COLOR = 'color-mix(in srgb, var(--chart-2) 22%, transparent)'
const MARK_COLORS = ['var(--chart-4)', 'var(--chart-3)'] as const

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
  const period = useMemo(() => periodOf(curve), [curve])
  const [zoomed, setZoomed] = useState<TimeSpan | null>(null)
  const series = useMemo(() => seriesOf(curve), [curve])
  const bands = useMemo(() => bandsOf(curve), [curve])
  const window = zoomed ?? period
  const format = (value: number | null) => formatNumber(language, value, { decimals: curve.decimals })
  const isEmpty = curve.data.every(({ values }) => values[0] === null)
  const when = `${formatInstant(window.from, zone)} – ${formatInstant(window.to, zone)} (${zone})`

  return (
    <ChartCard
      title={curve.name}
      note={when}
      caption={when}
      state={isEmpty ? 'empty' : 'ready'}
      legend={[...series, ...bands]}
      table={{
        header: [t('kit.chart.time'), curve.axis[1]],
        rows: curve.data.flatMap(({ at, values }) =>
          at === undefined ? [] : [[formatInstant(Date.parse(at), zone), format(values[0] ?? null)]],
        ),
      }}
    >
      <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
        <LineChart
          series={series}
          bands={bands}
          limits={curve.limits}
          window={window}
          periodMs={STEP_MS}
          zone={zone}
          format={format}
          formatTime={(at) => formatInstant(at, zone)}
          summary={summaryOf(curve, zone)}
          heightPx={HEIGHT_PX}
          onZoom={setZoomed}
        />
      </Suspense>
    </ChartCard>
  )
}

type Chart = WarningCurveAnswer['curve']

function seriesOf({ data, legend, axis }: Chart): readonly LineSeries[] {
  return [
    {
      name: legend[0]?.value ?? axis[1],
      color: 'var(--chart-1)',
      times: data.map(({ at }) => Date.parse(at ?? '')),
      values: data.map(({ values }) => values[0] ?? null),
    },
  ]
}

/** What was judged lies pale behind the line; a moment is a band as narrow as a step. */
function bandsOf({ bands = [], marks = [] }: Chart): readonly LineBand[] {
  return [
    ...bands.map(({ from, to, label }) => ({
      name: label,
      color: JUDGED_COLOR,
      spans: [{ from: Date.parse(from), to: Date.parse(to) }],
    })),
    ...marks.map(({ at, label }, index) => ({
      name: label,
      color: MARK_COLORS[index % MARK_COLORS.length] ?? JUDGED_COLOR,
      spans: [{ from: Date.parse(at), to: Date.parse(at) + STEP_MS }],
    })),
  ]
}

/** All scores, and all that the rule judged even where there are none. */
function periodOf({ data, bands = [] }: Chart): TimeSpan {
  const times = [
    ...data.map(({ at }) => Date.parse(at ?? '')),
    ...bands.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to) + STEP_MS]),
  ]
  return { from: Math.min(...times), to: Math.max(...times) }
}

function summaryOf({ name, summary, marks = [] }: Chart, zone: string): string {
  const moments = marks.map(({ at, label }) => `${label} ${formatInstant(Date.parse(at), zone)}`)
  return `${name}: ${[...moments, summary].join('. ')}`
}
