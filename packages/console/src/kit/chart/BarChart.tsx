import { CategoryPlot, type CategoryPlotProps } from './CategoryPlot'
import { patternFill } from './Patterns'

export interface BarChartProps extends CategoryPlotProps {
  readonly withPatterns?: boolean
}

/** Bars or grouped bars from zero. */
export function BarChart({ withPatterns = false, ...props }: BarChartProps) {
  return (
    <CategoryPlot
      {...props}
      draw={{
        mark: (entry, group, { scope, y, band }) =>
          entry.values.map((value, index) =>
            value === null || value === 0 ? null : (
              <Bar
                // biome-ignore lint/suspicious/noArrayIndexKey: series are told apart by position alone
                key={index}
                x={band.start(group, index)}
                width={band.bar}
                from={y(0)}
                to={y(value)}
                color={props.series[index]?.color ?? 'var(--chart-other)'}
                pattern={patternFill(scope, index, withPatterns)}
              />
            ),
          ),
      }}
    />
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
