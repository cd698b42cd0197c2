import type { WireChart } from '@coldkeep/contract/wire/chart'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useMemo, useState } from 'react'
import type { LineBand, LineSeries } from '../../kit/chart/line-plot'
import type { TimeSpan } from '../../kit/chart/time-series'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useLanguage } from '../../kit/text'

const LineChart = lazily(() => import('../../kit/chart/LineChart'), 'LineChart')

const STEP_MS = 600_000
/** Pale enough for a line over it to keep its contrast. */
const JUDGED_COLOR = 'color-mix(in srgb, var(--chart-2) 22%, transparent)'
const MARK_COLORS = ['var(--chart-4)', 'var(--chart-3)'] as const

export interface ScoreChartProps {
  readonly curve: WireChart
  /** IANA zone of the store. */
  readonly zone: string
  readonly heightPx: number
}

/** Scores every ten minutes over some days, with what a rule judged; it can be zoomed. */
export function ScoreChart({ curve, zone, heightPx }: ScoreChartProps) {
  const language = useLanguage()
  const period = useMemo(() => scorePeriod(curve), [curve])
  const [zoomed, setZoomed] = useState<TimeSpan | null>(null)
  const series = useMemo(() => scoreSeries(curve), [curve])
  const bands = useMemo(() => scoreBands(curve), [curve])
  return (
    <Suspense fallback={<Skeleton height={heightPx} />}>
      <LineChart
        series={series}
        bands={bands}
        limits={curve.limits}
        window={zoomed ?? period}
        periodMs={STEP_MS}
        zone={zone}
        format={(value) => formatNumber(language, value, { decimals: curve.decimals })}
        formatTime={(at) => formatInstant(at, zone)}
        summary={summaryOf(curve, zone)}
        heightPx={heightPx}
        onZoom={setZoomed}
      />
    </Suspense>
  )
}

export function scoreSeries({ data, legend, axis }: WireChart): readonly LineSeries[] {
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
export function scoreBands({ bands = [], marks = [] }: WireChart): readonly LineBand[] {
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
export function scorePeriod({ data, bands = [] }: WireChart): TimeSpan {
  const times = [
    ...data.map(({ at }) => Date.parse(at ?? '')),
    ...bands.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to) + STEP_MS]),
  ]
  return { from: Math.min(...times), to: Math.max(...times) }
}

function summaryOf({ name, summary, marks = [] }: WireChart, zone: string): string {
  const moments = marks.map(({ at, label }) => `${label} ${formatInstant(Date.parse(at), zone)}`)
  return `${name}: ${[...moments, summary].join('. ')}`
}
