import { arc } from 'd3-shape'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../IconButton'
import { useText } from '../text'
import { useFollow } from '../use-follow'
import styles from './chart.module.css'
import type { ChartEntry } from './chart-entry'

export interface GaugeStripProps {
  /** One percentage each, 0 to 100 or none. */
  readonly entries: readonly ChartEntry[]
  readonly format: (value: number | null) => string
  readonly summary: string
  /** A shape next to the label of a low gauge; the ring itself keeps its colour. */
  readonly markOf?: (value: number | null) => ReactNode
}

const SIZE = 68
const RING = 7

/** Small round gauges in a row that scrolls by wheel, touch, keyboard and the arrow buttons. */
export function GaugeStrip(props: GaugeStripProps) {
  const t = useText()
  const row = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ left: false, right: props.entries.length > 5 })

  const follow = useCallback(() => {
    const element = row.current
    if (!element) return
    const rest = element.scrollWidth - element.clientWidth - element.scrollLeft
    const [left, right] = [element.scrollLeft > 4, rest > 4]
    setEnds((known) => (known.left === left && known.right === right ? known : { left, right }))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: more gauges in the same frame reach further
  useLayoutEffect(() => {
    if (!row.current) return
    const observer = new ResizeObserver(follow)
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [follow, props.entries.length])
  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' })

  return (
    <div className={styles.gauges}>
      <ul ref={row} className={styles.gaugeRow} onScroll={follow} aria-label={props.summary}>
        {props.entries.map((entry) => (
          <li key={entry.href ?? entry.label}>
            <GaugeLink {...props} entry={entry} />
          </li>
        ))}
      </ul>
      {ends.left && (
        <span className={styles.gaugeLeft}>
          <IconButton icon="chevronLeft" label={t('kit.chart.scrollLeft')} onClick={() => scroll(-1)} />
        </span>
      )}
      {ends.right && (
        <span className={styles.gaugeRight}>
          <IconButton icon="chevronRight" label={t('kit.chart.scrollRight')} onClick={() => scroll(1)} />
        </span>
      )}
    </div>
  )
}

function GaugeLink({ entry, format, markOf }: GaugeStripProps & { entry: ChartEntry }) {
  const follow = useFollow(entry.href)
  const value = entry.values[0] ?? null
  const content = (
    <>
      <Ring value={value} text={format(value)} />
      <span className={styles.gaugeLabel}>
        {markOf?.(value)}
        <span>{entry.label}</span>
      </span>
    </>
  )
  if (entry.href === undefined) return <span className={styles.gauge}>{content}</span>
  return (
    <a href={entry.href} className={styles.gauge} onClick={follow}>
      {content}
    </a>
  )
}

/** A ring filled clockwise from the top; an empty track where there is no value. */
export function Ring({ value, text }: { value: number | null; text: string }) {
  const draw = arc()
    .innerRadius(SIZE / 2 - RING)
    .outerRadius(SIZE / 2)
  const whole = { startAngle: 0, endAngle: 2 * Math.PI } as Parameters<typeof draw>[0]
  const part = { startAngle: 0, endAngle: (2 * Math.PI * (value ?? 0)) / 100 } as Parameters<typeof draw>[0]
  return (
    <svg width={SIZE} height={SIZE} viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden="true">
      <path d={draw(whole) ?? ''} fill="var(--track)" />
      {value !== null && value > 0 && <path d={draw(part) ?? ''} fill="var(--chart-1)" />}
      <text className={styles.gaugeFigure} y={5}>
        {text}
      </text>
    </svg>
  )
}
