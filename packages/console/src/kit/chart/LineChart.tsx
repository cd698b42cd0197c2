import { useMantineColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { announce } from '../announce'
import { ChartTip, type TipLine } from './ChartTip'
import styles from './chart.module.css'
import {
  AXIS_WIDTH_PX,
  alignSeries,
  drawLines,
  type LineBand,
  type LineMark,
  type LineSeries,
  type ValueSpan,
} from './line-plot'
import { gapsOf, sharedGaps, type TimeSpan } from './time-series'
import { useWidth } from './use-width'

export interface LineChartProps {
  readonly series: readonly LineSeries[]
  /** What is drawn now: the whole period or a zoomed part of it. */
  readonly window: TimeSpan
  readonly periodMs: number
  readonly zone: string
  readonly summary: string
  readonly format: (value: number | null) => string
  /** The instant in full, in the zone of the chart. */
  readonly formatTime: (at: number) => string
  readonly limits?: readonly { readonly value: number; readonly label: string }[]
  /** Keep this array stable between renders. */
  readonly bands?: readonly LineBand[]
  /** Keep it stable too. */
  readonly marks?: readonly LineMark[]
  /** The same for all charts that are to be compared; keep it stable. */
  readonly values?: ValueSpan | null
  /** What comes later is no gap: it has not happened yet. */
  readonly until?: number
  readonly heightPx?: number
  /** Drag, double-click (with the whole period as `null`). */
  readonly onZoom: (window: TimeSpan | null) => void
}

const NO_LIMITS: NonNullable<LineChartProps['limits']> = []
const NO_BANDS: readonly LineBand[] = []
const NO_MARKS: readonly LineMark[] = []

/** Lines over time. Gaps are never joined. Arrow keys walk from value to value, Esc hides them. */
export function LineChart(props: LineChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const [hover, setHover] = useState<{ index: number; left: number } | null>(null)
  const { colorScheme } = useMantineColorScheme()
  const latest = useRef(props)
  latest.current = props
  const { series, window, periodMs, zone, heightPx = 240, limits = NO_LIMITS, bands = NO_BANDS } = props
  const { marks = NO_MARKS, values = null, until = Infinity } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas must be drawn again in the colours of the scheme
  useEffect(() => {
    const element = place.current
    if (!element || width === 0) return
    const past = { from: window.from, to: Math.min(window.to, until) }
    const gaps = sharedGaps(series.map((one) => gapsOf(one, past, periodMs)))
    chart.current = drawLines(
      element,
      {
        series,
        window,
        gaps,
        limits,
        bands,
        marks,
        values,
        zone,
        format: (value) => latest.current.format(value),
        onHover: (index, left) => setHover(index === null ? null : { index, left }),
        onSelect: (selected) => latest.current.onZoom(selected),
      },
      { width, height: heightPx },
    )
    return () => chart.current?.destroy()
  }, [series, window, periodMs, zone, limits, bands, marks, values, until, width, heightPx, colorScheme])

  const aligned = alignSeries(series)
  const times = aligned[0]

  function moveTo(index: number) {
    const plot = chart.current
    const at = times[index]
    if (!plot || at === undefined) return
    plot.setCursor({ left: plot.valToPos(at, 'x'), top: 10 })
    const values = linesAt(props, aligned, index).map((line) => `${line.name} ${line.text}`)
    const within = bandsAt(bands, at).map((band) => band.name)
    announce(`${props.formatTime(at)}: ${[...values, ...within].join(', ')}`)
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = keyTarget(event.key, hover?.index ?? -1, times.length)
    if (event.key === 'Escape') return setHover(null)
    if (next === null) return
    event.preventDefault()
    moveTo(next)
  }

  return (
    <div ref={box} className={styles.line}>
      <div
        ref={place}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the values are walked through by keyboard
        tabIndex={0}
        aria-label={props.summary}
        onKeyDown={onKeyDown}
        onDoubleClick={() => props.onZoom(null)}
        onBlur={() => setHover(null)}
        style={{ minHeight: heightPx }}
      />
      {hover && times[hover.index] !== undefined && (
        <ChartTip
          title={props.formatTime(times[hover.index] ?? 0)}
          left={hover.left + AXIS_WIDTH_PX}
          width={width}
          lines={[
            ...linesAt(props, aligned, hover.index),
            ...bandsAt(bands, times[hover.index] ?? 0).map((band) => ({ ...band, text: '' })),
          ]}
        />
      )}
    </div>
  )
}

function linesAt(props: LineChartProps, aligned: uPlot.AlignedData, index: number): TipLine[] {
  return props.series
    .map((one, position) => ({ one, value: aligned[position + 1]?.[index] ?? null }))
    .sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity))
    .map(({ one, value }) => ({ name: one.name, color: one.color, text: props.format(value) }))
}

function bandsAt(bands: readonly LineBand[], at: number): readonly LineBand[] {
  return bands.filter(({ spans }) => spans.some((span) => at >= span.from && at < span.to))
}

function keyTarget(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(index + 1, count - 1)
  if (key === 'ArrowLeft') return index < 0 ? count - 1 : Math.max(index - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
