import type { ShownMark } from '@coldkeep/contract/areas/help-desk'
import { arrowHead, type Mark, type MarkPoint } from '@coldkeep/domain/help-desk/mark'
import type { ReactNode } from 'react'
import styles from './marks.module.css'

/** Of the longer side of a picture: lines are as wide whatever its size. */
const LINE_SHARE = 1 / 160
const TEXT_SHARE = 1 / 28
const HEAD_LINES = 5
const NUMBER_SHARE = 1 / 36

export interface MarkedPictureProps {
  readonly src: string
  /** In pixels, as marks count them. */
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly marks: readonly (Mark & Pick<ShownMark, 'id'>)[]
  /** Above them: what is being drawn. */
  readonly children?: ReactNode
}

/** A picture with what is drawn on it; the picture itself is untouched. */
export function MarkedPicture({ src, width, height, alt, marks, children }: MarkedPictureProps) {
  return (
    <span className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={src} alt={alt} draggable={false} />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {marks.map((mark) => (
          <MarkShape key={mark.id} mark={mark} longer={Math.max(width, height)} />
        ))}
        {children}
      </svg>
    </span>
  )
}

/** One mark. Each line stands on a wider dark one, so that it is seen on any ground. */
export function MarkShape({ mark, longer }: { readonly mark: Mark; readonly longer: number }) {
  const line = longer * LINE_SHARE
  const [first = ORIGIN, second = first] = mark.points
  const drawn = { className: styles.mark, 'data-color': mark.color }
  switch (mark.kind) {
    case 'arrow': {
      const [left, right] = arrowHead([first, second], line * HEAD_LINES)
      return (
        <g {...drawn}>
          <Stroke width={line} d={`M${at(first)}L${at(second)}M${at(left)}L${at(second)}L${at(right)}`} />
        </g>
      )
    }
    case 'ring': {
      const [x, y] = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2]
      const [across, down] = [Math.abs(second[0] - first[0]) / 2, Math.abs(second[1] - first[1]) / 2]
      const half = `a${across},${down} 0 1 0 `
      return (
        <g {...drawn}>
          <Stroke width={line} d={`M${x - across},${y}${half}${2 * across},0${half}${-2 * across},0`} />
        </g>
      )
    }
    case 'line':
      return (
        <g {...drawn}>
          <Stroke width={line} d={smooth(mark.points)} />
        </g>
      )
    case 'number':
      return (
        <g {...drawn}>
          <circle className={styles.disc} cx={first[0]} cy={first[1]} r={longer * NUMBER_SHARE} />
          <text className={styles.digits} x={first[0]} y={first[1]} fontSize={longer * NUMBER_SHARE}>
            {mark.text}
          </text>
        </g>
      )
    case 'text':
      return (
        <g {...drawn}>
          <text
            className={styles.words}
            x={first[0]}
            y={first[1]}
            fontSize={longer * TEXT_SHARE}
            strokeWidth={line}
          >
            {mark.text}
          </text>
        </g>
      )
  }
}

const ORIGIN: MarkPoint = [0, 0]

function Stroke({ d, width }: { readonly d: string; readonly width: number }) {
  return (
    <>
      <path className={styles.ground} d={d} strokeWidth={2 * width} />
      <path className={styles.stroke} d={d} strokeWidth={width} />
    </>
  )
}

function at([x, y]: MarkPoint): string {
  return `${x},${y}`
}

/** Through the middles between the points, so that a hand's line has no corners. */
function smooth(points: readonly MarkPoint[]): string {
  const [first = ORIGIN, ...others] = points
  const parts = others.map((point, place) => {
    const next = others[place + 1]
    if (next === undefined) return `L${at(point)}`
    return `Q${at(point)} ${(point[0] + next[0]) / 2},${(point[1] + next[1]) / 2}`
  })
  return `M${at(first)}${parts.join('')}`
}
