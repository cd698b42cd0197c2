import { line } from 'd3-shape'
import { CategoryPlot, type CategoryPlotProps } from './CategoryPlot'
import styles from './TrendChart.module.css'

/** Dashes distinguish the lines where colours do not. */
const DASHES = [undefined, '6 3', '2 3', '8 3 2 3'] as const
/** Among more points than this only those are marked that have no neighbour to be joined with. */
const MARKED_POINTS = 40

/** Lines over days or intervals; a missing value leaves a gap. */
export function TrendChart(props: CategoryPlotProps) {
  return (
    <CategoryPlot
      {...props}
      draw={{
        over: ({ y, band }) =>
          props.series.map((one, index) => {
            const values = props.entries.map((entry) => entry.values[index] ?? null)
            const isMarked = (_: number | null, group: number) =>
              values.length <= MARKED_POINTS ||
              ((values[group - 1] ?? null) === null && (values[group + 1] ?? null) === null)
            const path = line<number | null>()
              .defined((value) => value !== null)
              .x((_, group) => band.middle(group))
              .y((value) => y(value ?? 0))
            return (
              <g key={one.name} pointerEvents="none" aria-hidden="true">
                <path
                  className={styles.line}
                  d={path(values) ?? ''}
                  stroke={one.color}
                  strokeDasharray={DASHES[index % DASHES.length]}
                />
                {values.map((value, group) =>
                  value === null || !isMarked(value, group) ? null : (
                    <circle
                      // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, the order is the identity
                      key={group}
                      className={styles.point}
                      cx={band.middle(group)}
                      cy={y(value)}
                      r={3}
                      stroke={one.color}
                    />
                  ),
                )}
              </g>
            )
          }),
      }}
    />
  )
}
