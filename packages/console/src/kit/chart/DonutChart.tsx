import { arc, pie } from 'd3-shape'
import { useId } from 'react'
import { ChartMark } from './ChartMark'
import { ChartTip } from './ChartTip'
import styles from './chart.module.css'
import type { ChartEntry } from './chart-entry'
import { Patterns, patternFill } from './Patterns'
import { useRoving } from './use-roving'

export interface DonutChartProps {
  /** One value each; more than six fold into one rest by the caller. */
  readonly entries: readonly ChartEntry[]
  readonly colors: readonly string[]
  /** The figure in the middle and the word under it. */
  readonly middle: string
  readonly caption?: string
  readonly format: (value: number | null) => string
  readonly summary: string
  readonly withPatterns?: boolean
}

const SIZE = 112
const RING = 15

/** Shares of a whole as a ring, with a legend that carries the values. */
export function DonutChart(props: DonutChartProps) {
  const scope = useId()
  const roving = useRoving(props.entries.length)
  const amounts = props.entries.map((entry) => entry.values[0] ?? 0)
  const slices = pie<number>().sort(null).padAngle(0.02)(amounts)
  const draw = arc<(typeof slices)[number]>()
    .innerRadius(SIZE / 2 - RING)
    .outerRadius(SIZE / 2)
  const shown = roving.shown === null ? undefined : props.entries[roving.shown]

  return (
    <div className={styles.donut}>
      <div className={styles.donutRing}>
        <svg
          width={SIZE}
          height={SIZE}
          viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`}
          role="group"
          aria-label={props.summary}
          onPointerLeave={roving.hide}
        >
          <Patterns scope={scope} />
          {slices.map((slice, index) => {
            const entry = props.entries[index]
            const path = draw(slice) ?? ''
            const fill = patternFill(scope, index, props.withPatterns ?? false)
            return entry ? (
              <ChartMark
                key={entry.label}
                entry={entry}
                label={`${entry.label}: ${props.format(amounts[index] ?? null)}`}
                handlers={roving.mark(index)}
              >
                <path d={path} fill={props.colors[index]} />
                {fill && <path d={path} fill={fill} />}
              </ChartMark>
            ) : null
          })}
          <text className={styles.donutFigure} y={props.caption ? -3 : 5} aria-hidden="true">
            {props.middle}
          </text>
          {props.caption && (
            <text className={styles.donutCaption} y={14} aria-hidden="true">
              {props.caption}
            </text>
          )}
        </svg>
        {shown && (
          <ChartTip
            title={shown.label}
            left={SIZE / 2}
            width={SIZE}
            lines={[{ name: props.caption ?? '', text: props.format(shown.values[0] ?? null) }]}
          />
        )}
      </div>
      <ul className={styles.donutLegend}>
        {props.entries.map((entry, index) => (
          <li key={entry.label}>
            <span className={styles.swatch} style={{ background: props.colors[index] }} />
            <span className={styles.legendName}>{entry.label}</span>
            <b>{props.format(entry.values[0] ?? null)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
