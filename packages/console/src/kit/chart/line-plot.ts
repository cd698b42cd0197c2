import uPlot from 'uplot'
import { resolveColor } from './resolve-color'
import type { TimeSeries, TimeSpan } from './time-series'

export interface LineSeries extends TimeSeries {
  readonly name: string
  readonly color: string
}

/** Stretches of time that lie behind the lines in a pale colour. */
export interface LineBand {
  readonly name: string
  readonly color: string
  readonly spans: readonly TimeSpan[]
}

/** A moment that is marked by a line from top to bottom. */
export interface LineMark {
  readonly at: number
  readonly label: string
}

/** Values that are in sight whatever the lines are: charts with the same have the same scale. */
export interface ValueSpan {
  readonly low: number
  readonly high: number
}

export interface LinePlot {
  readonly series: readonly LineSeries[]
  readonly window: TimeSpan
  readonly gaps: readonly TimeSpan[]
  readonly limits: readonly { readonly value: number; readonly label: string }[]
  readonly bands: readonly LineBand[]
  readonly marks: readonly LineMark[]
  readonly values: ValueSpan | null
  /** IANA zone in whose clock the axis is written. */
  readonly zone: string
  readonly format: (value: number | null) => string
  readonly onHover: (index: number | null, leftPx: number) => void
  readonly onSelect: (window: TimeSpan) => void
}

/** Room for the figures of the vertical axis; what is below a chart is aligned with it. */
export const AXIS_WIDTH_PX = 88

interface Size {
  readonly width: number
  readonly height: number
}

/** Draws the lines into an element; gaps stay open and are hatched, limits are dashed. */
export function drawLines(element: HTMLElement, plot: LinePlot, size: Size): uPlot {
  const color = (value: string) => resolveColor(element, value)
  const text = color('var(--text-3)')
  const axis = {
    stroke: text,
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: color('var(--line)'), width: 1 },
    ticks: { show: false },
  }
  const options: uPlot.Options = {
    ...size,
    ms: 1,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    tzDate: (at) => uPlot.tzDate(new Date(at), plot.zone),
    cursor: { drag: { x: true, y: false, setScale: false }, points: { size: 7 } },
    scales: {
      x: { min: plot.window.from, max: plot.window.to },
      y: { range: (_, low, high) => valueRange(low, high, plot) },
    },
    axes: [
      {
        ...axis,
        space: 70,
        values: (_, splits, __, ___, stepMs) => splits.map((at) => timeLabel(at, stepMs, plot.zone)),
      },
      { ...axis, size: AXIS_WIDTH_PX, values: (_, splits) => splits.map((value) => plot.format(value)) },
    ],
    series: [
      {},
      ...plot.series.map((one) => ({
        label: one.name,
        stroke: color(one.color),
        width: 1.5,
        points: { show: false },
      })),
    ],
    hooks: {
      drawClear: [
        (chart) => {
          for (const band of plot.bands) fillSpans(chart, band.spans, color(band.color))
          hatchGaps(chart, plot.gaps, color('var(--line-strong)'))
        },
      ],
      draw: [
        (chart) => drawLimits(chart, plot, color('var(--text-2)')),
        (chart) => drawMarks(chart, plot, color('var(--text-2)')),
      ],
      setCursor: [(chart) => plot.onHover(chart.cursor.idx ?? null, chart.cursor.left ?? 0)],
      setSelect: [
        (chart) => {
          if (chart.select.width < 4) return
          const from = chart.posToVal(chart.select.left, 'x')
          const to = chart.posToVal(chart.select.left + chart.select.width, 'x')
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          plot.onSelect({ from, to })
        },
      ],
    },
  }
  return new uPlot(options, alignSeries(plot.series), element)
}

/** All series over one list of instants, as the drawing needs them. */
export function alignSeries(series: readonly TimeSeries[]): uPlot.AlignedData {
  if (series.length === 0) return [[]]
  return uPlot.join(series.map((one) => [one.times, one.values] as unknown as uPlot.AlignedData))
}

function valueRange(low: number | null, high: number | null, plot: LinePlot): uPlot.Range.MinMax {
  const limits = plot.limits.map((limit) => limit.value)
  const least = Math.min(plot.values?.low ?? low ?? 0, low ?? Infinity, ...limits)
  const most = Math.max(plot.values?.high ?? high ?? 1, high ?? -Infinity, ...limits)
  const air = Math.max((most - least) * 0.08, 0.5)
  return [least - air, most + air]
}

function timeLabel(at: number, stepMs: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const clock = `${part('hour')}:${part('minute')}`
  return stepMs >= 86_400_000 || clock === '00:00' ? `${part('month')}-${part('day')}` : clock
}

function fillSpans(chart: uPlot, spans: readonly TimeSpan[], color: string): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.fillStyle = color
  for (const { left, right } of placesOf(chart, spans)) {
    ctx.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height)
  }
  ctx.restore()
}

/** The parts of the spans that are in sight, in pixels of the canvas. */
function placesOf(chart: uPlot, spans: readonly TimeSpan[]) {
  const { bbox } = chart
  return spans
    .map((span) => ({
      left: Math.max(bbox.left, chart.valToPos(span.from, 'x', true)),
      right: Math.min(bbox.left + bbox.width, chart.valToPos(span.to, 'x', true)),
    }))
    .filter(({ left, right }) => right > left)
}

function hatchGaps(chart: uPlot, gaps: readonly TimeSpan[], color: string): void {
  const { ctx, bbox } = chart
  const dense = window.devicePixelRatio || 1
  ctx.save()
  ctx.strokeStyle = color
  ctx.globalAlpha = 0.45
  ctx.lineWidth = dense
  for (const { left, right } of placesOf(chart, gaps)) {
    ctx.beginPath()
    ctx.rect(left, bbox.top, right - left, bbox.height)
    ctx.save()
    ctx.clip()
    ctx.beginPath()
    for (let x = left - bbox.height; x < right; x += 7 * dense) {
      ctx.moveTo(x, bbox.top + bbox.height)
      ctx.lineTo(x + bbox.height, bbox.top)
    }
    ctx.stroke()
    ctx.restore()
  }
  ctx.restore()
}

function drawLimits(chart: uPlot, plot: LinePlot, color: string): void {
  const { ctx, bbox } = chart
  const dense = window.devicePixelRatio || 1
  ctx.save()
  ctx.strokeStyle = color
  ctx.fillStyle = color
  ctx.lineWidth = dense
  ctx.setLineDash([5 * dense, 4 * dense])
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.font = `${12 * dense}px ${getComputedStyle(chart.root).fontFamily}`
  for (const limit of plot.limits) {
    const y = chart.valToPos(limit.value, 'y', true)
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.fillText(limit.label, bbox.left + 6 * dense, y - 4 * dense)
  }
  ctx.restore()
}

/** Labels of marks that lie close together stand below each other. */
const MARK_LINE_PX = 15

function drawMarks(chart: uPlot, plot: LinePlot, color: string): void {
  const { ctx, bbox } = chart
  const dense = window.devicePixelRatio || 1
  const shown = plot.marks.filter(({ at }) => at >= plot.window.from && at <= plot.window.to)
  ctx.save()
  ctx.strokeStyle = color
  ctx.fillStyle = color
  ctx.lineWidth = dense
  ctx.textBaseline = 'top'
  ctx.font = `${12 * dense}px ${getComputedStyle(chart.root).fontFamily}`
  for (const [place, mark] of shown.entries()) {
    const x = chart.valToPos(mark.at, 'x', true)
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const isRight = x + 6 * dense + ctx.measureText(mark.label).width > bbox.left + bbox.width
    ctx.textAlign = isRight ? 'right' : 'left'
    ctx.fillText(mark.label, x + (isRight ? -4 : 4) * dense, bbox.top + (2 + place * MARK_LINE_PX) * dense)
  }
  ctx.restore()
}
