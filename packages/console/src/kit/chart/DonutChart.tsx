import { arc, pie } from 'd3-shape'
import { useId } from 'react'
import { useText } from '../text'
import { ChartMark } from './ChartMark'
import { ChartTip } from './ChartTip'
import styles from './chart.module.css'
import { foldSlices, type Slice } from './fold-slices'
import { Patterns, patternFill } from './Patterns'
import { useRoving } from './use-roving'

export interface DonutChartProps {
  /** One value each. */
  readonly slices: readonly Slice[]
  /** How many are distinguished; the rest becomes one. */
  readonly most?: number
  /** The figure in the middle and the word under it. */
  readonly middle: string
  readonly caption?: string
  readonly format: (value: number | null) => string
  readonly summary: string
  readonly withPatterns?: boolean
}

const MOST_SLICES = 6
const SIZE = 112
const RING = 15

/** Shares of a whole as a ring, with a legend that carries the values. */
export function DonutChart(props: DonutChartProps) {
  const t = useText()
  const scope = useId()
  const entries = foldSlices(props.slices, props.most ?? MOST_SLICES, (total) =>
    t('kit.chart.other', { total }),
  )
  const roving = useRoving(entries.length)
  const amounts = entries.map((entry) => entry.values[0] ?? 0)
  const isWhole = amounts.filter((amount) => amount > 0).length < 2
  const slices = pie<number>()
    .sort(null)
    .padAngle(isWhole ? 0 : 0.02)(amounts)
  const draw = arc<(typeof slices)[number]>()
    .innerRadius(SIZE / 2 - RING)
    .outerRadius(SIZE / 2)
  const shown = roving.shown === null ? undefined : entries[roving.shown]

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
            const entry = entries[index]
            const path = draw(slice) ?? ''
            const fill = patternFill(scope, index, props.withPatterns ?? false)
            return entry ? (
              <ChartMark
                key={entry.label}
                entry={entry}
                label={`${entry.label}: ${props.format(amounts[index] ?? null)}`}
                handlers={roving.mark(index)}
              >
                <path d={path} fill={entry.color} />
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
        {entries.map((entry) => (
          <li key={entry.label}>
            <span className={styles.swatch} style={{ background: entry.color }} />
            <span className={styles.legendName}>{entry.label}</span>
            <b>{props.format(entry.values[0] ?? null)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
