import type { HelpPicture, HelpSession } from '@coldkeep/contract/areas/help-desk'
import type { MarkColor, MarkKind, MarkPoint } from '@coldkeep/domain/help-desk/mark'
import { formatInstant } from '@coldkeep/phrases/format'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { useText } from '../../kit/text'
import { MarkedPicture, MarkShape } from '../../parts/MarkedPicture'
import frame from '../../parts/page.module.css'
import { DrawingTools } from './DrawingTools'
import styles from './help-desk.module.css'
import { keyStep } from './key-step'
import { useDrawing } from './use-drawing'

export interface DrawingBoardProps {
  readonly session: HelpSession
  readonly picture: HelpPicture
}

/** Nearer than this, in shares of the longer side, a drag was a click. */
const CLICK_SHARE = 1 / 100

/**
 * A picture to draw on with mouse, finger or keyboard. Arrows and rings are dragged, or begin and end with a click each, so
 * that nothing has to be dragged.
 */
export function DrawingBoard({ session, picture }: DrawingBoardProps) {
  const t = useText()
  const helpId = useId()
  const { photo } = picture
  const [kind, setKind] = useState<MarkKind>('arrow')
  const [color, setColor] = useState<MarkColor>('red')
  const [text, setText] = useState('')
  const [points, setPoints] = useState<readonly MarkPoint[]>([])
  const [isDown, setDown] = useState(false)
  const [cross, setCross] = useState<MarkPoint | null>(null)
  const { shown, own, draw, erase } = useDrawing(session, picture)
  const longer = Math.max(photo.width, photo.height)
  const isOver = session.endedAt !== null
  const isOnePoint = kind === 'number' || kind === 'text'
  const words = kind === 'text' ? text.trim() : ''
  const lacksText = kind === 'text' && words === ''

  const finish = (all: readonly MarkPoint[]) => {
    setPoints([])
    setDown(false)
    if (!lacksText) draw({ kind, color, points: all, text: words })
  }
  /** A place that was clicked or chosen by keys. */
  const put = (place: MarkPoint) => {
    const [first] = points
    if (isOnePoint) finish([place])
    else if (first === undefined) setPoints([place])
    else finish(kind === 'line' ? [...points, place] : [first, place])
  }
  const placeOf = (event: PointerEvent): MarkPoint => {
    const box = event.currentTarget.getBoundingClientRect()
    const within = (share: number, most: number) => Math.min(most, Math.max(0, Math.round(share * most)))
    return [
      within((event.clientX - box.left) / box.width, photo.width),
      within((event.clientY - box.top) / box.height, photo.height),
    ]
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setCross(null)
    setDown(true)
    if (points.length === 0 && !isOnePoint) setPoints([placeOf(event)])
  }
  const move = (event: PointerEvent) => {
    const [first] = points
    if (first === undefined || (!isDown && kind === 'line')) return
    const place = placeOf(event)
    setPoints(kind === 'line' ? [...points, place] : [first, place])
  }
  const up = (event: PointerEvent) => {
    if (!isDown) return
    setDown(false)
    const place = placeOf(event)
    const [first] = points
    if (isOnePoint || first === undefined) return finish([place])
    const isClick = Math.hypot(place[0] - first[0], place[1] - first[1]) < longer * CLICK_SHARE
    // the first click begins it, the next one or the end of a drag finishes it
    if (isClick) setPoints([first])
    else finish(kind === 'line' ? [...points, place] : [first, place])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape' && points.length > 0) {
      event.preventDefault()
      return setPoints([])
    }
    const place = cross ?? [Math.round(photo.width / 2), Math.round(photo.height / 2)]
    const moved = keyStep(event.key, place, { ...photo, isFine: event.shiftKey })
    if (moved === null && event.key !== 'Enter') return
    event.preventDefault()
    setCross(moved ?? place)
    if (moved === null && !event.repeat) put(place)
  }
  const begun = points.length > 1 ? { kind, color, points, text: '', id: 'begun' } : null
  const alt = t('helpDesk.drawing.pictureOf', { time: formatInstant(photo.takenAt, session.store.zone) })
  const image = (
    <MarkedPicture src={photo.url} width={photo.width} height={photo.height} alt={alt} marks={shown}>
      {begun !== null && <MarkShape mark={begun} longer={longer} />}
      {points[0] !== undefined && points.length === 1 && <Dot at={points[0]} r={longer / 120} />}
      {cross !== null && <Cross at={cross} size={longer / 30} />}
    </MarkedPicture>
  )
  if (isOver) return <div className={styles.board}>{image}</div>
  return (
    <>
      <DrawingTools
        kind={kind}
        onKind={(next) => {
          setKind(next)
          setPoints([])
        }}
        color={color}
        onColor={setColor}
        text={text}
        onText={setText}
        onErase={own === null ? null : () => erase(own.id)}
      />
      <div
        role="application"
        aria-label={alt}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys draw on it
        tabIndex={0}
        className={styles.board}
        data-draws
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => {
          setDown(false)
          setPoints([])
        }}
        onKeyDown={onKeyDown}
      >
        {image}
      </div>
      <p id={helpId} className={frame.note}>
        {lacksText ? t('helpDesk.drawing.textFirst') : t('helpDesk.drawing.help')}
      </p>
    </>
  )
}

function Dot({ at: [x, y], r }: { readonly at: MarkPoint; readonly r: number }) {
  return <circle className={styles.dot} cx={x} cy={y} r={r} />
}

function Cross({ at: [x, y], size }: { readonly at: MarkPoint; readonly size: number }) {
  const lines = `M${x - size},${y}h${2 * size}M${x},${y - size}v${2 * size}`
  return (
    <>
      <path className={styles.crossGround} d={lines} strokeWidth={size / 5} />
      <path className={styles.crossLine} d={lines} strokeWidth={size / 12} />
    </>
  )
}
