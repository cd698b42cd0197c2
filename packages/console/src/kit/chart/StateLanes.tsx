import styles from './chart.module.css'
import { gapsOf, onSpans, type TimeSeries, type TimeSpan } from './time-series'
import { useWidth } from './use-width'

export interface Lane extends TimeSeries {
  readonly name: string
  readonly color: string
  /** What a screen reader says, for example the share of time it was on. */
  readonly summary: string
}

const HEIGHT = 14

/** When things were on, as bars along the time axis of the chart above; nothing read is hatched. */
export function StateLanes(props: { lanes: readonly Lane[]; window: TimeSpan; periodMs: number }) {
  return (
    <div className={styles.lanes}>
      {props.lanes.map((lane) => (
        <div key={lane.name} className={styles.lane}>
          <span>{lane.name}</span>
          <LaneBar lane={lane} window={props.window} periodMs={props.periodMs} />
        </div>
      ))}
    </div>
  )
}

function LaneBar({ lane, window, periodMs }: { lane: Lane; window: TimeSpan; periodMs: number }) {
  const [box, width] = useWidth<HTMLDivElement>()
  const place = (at: number) => (width * (at - window.from)) / (window.to - window.from)
  const spans = onSpans(lane, periodMs).filter((span) => span.to > window.from && span.from < window.to)
  return (
    <div ref={box} className={styles.laneBar}>
      <svg width={width} height={HEIGHT} role="img" aria-label={`${lane.name}: ${lane.summary}`}>
        <rect width={width} height={HEIGHT} fill="var(--track)" rx="2" />
        {gapsOf(lane, window, periodMs).map((gap) => (
          <rect
            key={gap.from}
            x={place(gap.from)}
            width={Math.max(0, place(gap.to) - place(gap.from))}
            height={HEIGHT}
            className={styles.laneGap}
          />
        ))}
        {spans.map((span) => (
          <rect
            key={span.from}
            x={Math.max(0, place(span.from))}
            width={Math.max(1, Math.min(width, place(span.to)) - Math.max(0, place(span.from)))}
            height={HEIGHT}
            fill={lane.color}
          />
        ))}
      </svg>
    </div>
  )
}
