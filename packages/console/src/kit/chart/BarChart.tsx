import { useId } from 'react'
import { ChartMark } from './ChartMark'
import { ChartTip } from './ChartTip'
import styles from './chart.module.css'
import type { ChartEntry, ChartSeries } from './chart-entry'
import { Patterns, patternFill } from './Patterns'
import { axisLabels, bandScale, type PlotFrame, spreadLabels, textWidthPx, valueScale } from './scale'
import { useRoving } from './use-roving'
import { useWidth } from './use-width'

export interface BarChartProps {
  readonly entries: readonly ChartEntry[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number | null) => string
  /** The figures of the axis, where they are written shorter. */
  readonly formatTick?: (value: number | null) => string
  /** One sentence that says what the bars show. */
  readonly summary: string
  readonly limits?: readonly { readonly value: number; readonly label: string }[]
  /** Where the axis must end, for percentages. */
  readonly top?: number
  readonly heightPx?: number
  readonly withPatterns?: boolean
}

/** Bars or grouped bars from zero. Arrow keys walk through the groups, Enter opens the one that leads somewhere. */
export function BarChart(props: BarChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={box} className={styles.plot} style={{ height: props.heightPx ?? 180 }}>
      {width > 0 && <Bars {...props} width={width} />}
    </div>
  )
}

function Bars({ width, ...props }: BarChartProps & { width: number }) {
  const { heightPx = 180, limits = [] } = props
  const scope = useId()
  const roving = useRoving(props.entries.length)
  const all = [...props.entries.flatMap((entry) => entry.values), ...limits.map((limit) => limit.value)]
  const values = all.filter((value) => value !== null)
  const widest = Math.max(...valueScale(values, plain(width, heightPx), props.top).ticks.map(labelOf(props)))
  const limitRoom =
    limits.length === 0 ? 4 : 10 + Math.max(...limits.map((limit) => textWidthPx(limit.label)))
  const frame: PlotFrame = {
    width,
    height: heightPx,
    left: widest + 12,
    right: limitRoom,
    top: 10,
    bottom: 24,
  }
  const { y, ticks } = valueScale(values, frame, props.top)
  const band = bandScale(props.entries.length, props.series.length, frame)
  const labels = axisLabels(
    props.entries.map((entry) => entry.label),
    band,
    frame,
  )
  const labelYs = spreadLabels(limits.map((limit) => y(limit.value)))
  const shown = roving.shown === null ? undefined : props.entries[roving.shown]

  return (
    <>
      <svg
        width={width}
        height={heightPx}
        className={styles.svg}
        role="group"
        aria-label={props.summary}
        onPointerLeave={roving.hide}
      >
        <Patterns scope={scope} />
        {ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <line
              x1={frame.left}
              x2={width - frame.right}
              y1={y(tick)}
              y2={y(tick)}
              className={styles.grid}
            />
            <text x={frame.left - 8} y={y(tick)} className={styles.tickY}>
              {(props.formatTick ?? props.format)(tick)}
            </text>
          </g>
        ))}
        {props.entries.map((entry, group) => (
          <ChartMark
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, the order is the identity
            key={group}
            entry={entry}
            label={`${entry.label}: ${spoken(entry, props)}`}
            handlers={roving.mark(group)}
          >
            <rect
              x={band.middle(group) - band.step / 2}
              y={frame.top}
              width={band.step}
              height={heightPx - frame.top}
              className={styles.hit}
            />
            {entry.values.map((value, index) =>
              value === null ? null : (
                <Bar
                  // biome-ignore lint/suspicious/noArrayIndexKey: series are told apart by position alone
                  key={index}
                  x={band.start(group, index)}
                  width={band.bar}
                  from={y(0)}
                  to={y(value)}
                  color={props.series[index]?.color ?? 'var(--chart-other)'}
                  pattern={patternFill(scope, index, props.withPatterns ?? false)}
                />
              ),
            )}
          </ChartMark>
        ))}
        {labels.map((label) => (
          <text
            key={label.group}
            x={label.x}
            y={heightPx - 7}
            className={styles.tickX}
            pointerEvents="none"
            aria-hidden="true"
          >
            {label.text}
          </text>
        ))}
        {limits.map((limit, index) => (
          <g key={limit.label} aria-hidden="true">
            <line
              x1={frame.left}
              x2={width - frame.right}
              y1={y(limit.value)}
              y2={y(limit.value)}
              className={styles.limit}
            />
            <text x={width - frame.right + 6} y={labelYs[index]} className={styles.limitText}>
              {limit.label}
            </text>
          </g>
        ))}
        <line
          x1={frame.left}
          x2={width - frame.right}
          y1={y(0)}
          y2={y(0)}
          className={styles.axis}
          aria-hidden="true"
        />
      </svg>
      {shown && (
        <ChartTip
          title={shown.label}
          left={band.middle(roving.shown ?? 0)}
          width={width}
          lines={props.series.map((one, index) => ({
            name: one.name,
            color: one.color,
            text: props.format(shown.values[index] ?? null),
          }))}
        />
      )}
    </>
  )
}

function Bar(props: { x: number; width: number; from: number; to: number; color: string; pattern?: string }) {
  const box = {
    x: props.x,
    width: props.width,
    y: Math.min(props.from, props.to),
    height: Math.max(1, Math.abs(props.to - props.from)),
    rx: Math.min(2, props.width / 2),
  }
  return (
    <>
      <rect {...box} fill={props.color} />
      {props.pattern && <rect {...box} fill={props.pattern} />}
    </>
  )
}

function plain(width: number, height: number): PlotFrame {
  return { width, height, left: 0, right: 0, top: 0, bottom: 0 }
}

function spoken(entry: ChartEntry, { series, format }: BarChartProps): string {
  return series.map((one, index) => `${one.name} ${format(entry.values[index] ?? null)}`).join(', ')
}

function labelOf({ format, formatTick = format }: BarChartProps) {
  return (tick: number) => textWidthPx(formatTick(tick))
}
