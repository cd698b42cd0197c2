import { type ReactNode, useId } from 'react'
import { ChartMark } from './ChartMark'
import { ChartTip } from './ChartTip'
import styles from './chart.module.css'
import type { ChartEntry, ChartSeries } from './chart-entry'
import { Patterns } from './Patterns'
import { axisLabels, bandScale, type PlotFrame, spreadLabels, textWidthPx, valueScale } from './scale'
import { useDrag } from './use-drag'
import { useRoving } from './use-roving'
import { useWidth } from './use-width'

export interface CategoryPlotProps {
  readonly entries: readonly ChartEntry[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number | null) => string
  /** The figures of the axis, where they are written shorter. */
  readonly formatTick?: (value: number | null) => string
  /** One sentence that says what the drawing shows. */
  readonly summary: string
  readonly limits?: readonly { readonly value: number; readonly label: string }[]
  /** Where the axis must end, for percentages. */
  readonly top?: number
  readonly heightPx?: number
  /** Entries that were dragged over, from the first to the last. */
  readonly onDragOver?: (first: number, last: number) => void
}

/** Positions in the drawing. */
interface CategoryPlace {
  /** Makes the ids of the patterns of this drawing its own. */
  readonly scope: string
  readonly y: (value: number) => number
  readonly band: ReturnType<typeof bandScale>
}

interface Drawing {
  /** What belongs to one entry. */
  readonly mark?: (entry: ChartEntry, group: number, place: CategoryPlace) => ReactNode
  /** What goes over all of them. */
  readonly over?: (place: CategoryPlace) => ReactNode
}

/** Entries side by side over a value axis from zero. Arrow keys walk through them, Enter opens one that leads on. */
export function CategoryPlot(props: CategoryPlotProps & { readonly draw: Drawing }) {
  const [box, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={box} className={styles.plot} style={{ height: props.heightPx ?? 180 }}>
      {width > 0 && <Plot {...props} width={width} />}
    </div>
  )
}

function Plot({ width, draw, ...props }: CategoryPlotProps & { draw: Drawing; width: number }) {
  const { heightPx = 180, limits = [] } = props
  const scope = useId()
  const roving = useRoving(props.entries.length)
  const frame = frameOf(props, width)
  const { y, ticks } = valueScale(valuesOf(props), frame, props.top)
  const band = bandScale(props.entries.length, props.series.length, frame)
  const place = { scope, y, band }
  const drag = useDrag(roving.shown, props.onDragOver)
  const labelYs = spreadLabels(limits.map((limit) => y(limit.value)))
  const shown = roving.shown === null ? undefined : props.entries[roving.shown]
  const across = { x1: frame.left, x2: width - frame.right }

  return (
    <>
      <svg
        width={width}
        height={heightPx}
        viewBox={`0 0 ${width} ${heightPx}`}
        className={styles.svg}
        role="group"
        aria-label={props.summary}
        {...drag.handlers}
        onPointerLeave={() => {
          drag.end()
          roving.hide()
        }}
      >
        <Patterns scope={scope} />
        {ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <line {...across} y1={y(tick)} y2={y(tick)} className={styles.grid} />
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
            {draw.mark?.(entry, group, place)}
          </ChartMark>
        ))}
        {draw.over?.(place)}
        {drag.over && (
          <rect
            className={styles.dragged}
            x={band.middle(drag.over.first) - band.step / 2}
            y={frame.top}
            width={band.step * (drag.over.last - drag.over.first + 1)}
            height={heightPx - frame.top - frame.bottom}
            pointerEvents="none"
          />
        )}
        {axisLabels(
          props.entries.map((entry) => entry.label),
          band,
          frame,
        ).map((label) => (
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
            <line {...across} y1={y(limit.value)} y2={y(limit.value)} className={styles.limit} />
            <text x={width - frame.right + 6} y={labelYs[index]} className={styles.limitText}>
              {limit.label}
            </text>
          </g>
        ))}
        <line {...across} y1={y(0)} y2={y(0)} className={styles.axis} aria-hidden="true" />
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

/** Room for the figures of the axis at the left and for the words of the limits at the right. */
function frameOf(props: CategoryPlotProps, width: number): PlotFrame {
  const { heightPx: height = 180, limits = [], format, formatTick = format } = props
  const bare = { width, height, left: 0, right: 0, top: 0, bottom: 0 }
  const { ticks } = valueScale(valuesOf(props), bare, props.top)
  const limitRoom = Math.max(0, ...limits.map((limit) => 10 + textWidthPx(limit.label)))
  return {
    ...bare,
    left: 12 + Math.max(...ticks.map((tick) => textWidthPx(formatTick(tick)))),
    right: Math.max(4, limitRoom),
    top: 10,
    bottom: 24,
  }
}

function valuesOf({ entries, limits = [] }: CategoryPlotProps): readonly number[] {
  const all = [...entries.flatMap((entry) => entry.values), ...limits.map((limit) => limit.value)]
  return all.filter((value) => value !== null)
}

function spoken(entry: ChartEntry, { series, format }: CategoryPlotProps): string {
  return series.map((one, index) => `${one.name} ${format(entry.values[index] ?? null)}`).join(', ')
}
