import { clickScreen, PICTURE_HEIGHT, PICTURE_WIDTH } from '@coldkeep/contract/areas/screens'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useSend } from '../../api/use-call'
import { useText } from '../../kit/text'
import { afterBrowser, judgeClicks } from './click-judge'
import type { FollowedStatus } from './follow-status'
import { movedBy, type Place, placeInPicture, placeOnScreen } from './picture-place'
import styles from './screens.module.css'
import type { usePicture } from './use-picture'
import { useSeconds } from './use-seconds'

const MIDDLE: Place = { x: PICTURE_WIDTH / 2, y: PICTURE_HEIGHT / 2 }
const LATE_AFTER_INTERVALS = 3
const SECOND_MS = 1_000

export interface PictureAreaProps {
  readonly sessionId: string
  readonly storeName: string
  readonly followed: FollowedStatus
  readonly picture: ReturnType<typeof usePicture>
  readonly isControlled: boolean
  readonly scale: number
  /** Of the words that say how keys work it. */
  readonly helpId: string
}

/** The picture of a screen, and clicks into it by mouse, finger or keyboard. */
export function PictureArea(props: PictureAreaProps) {
  const { sessionId, storeName, followed, picture, isControlled, scale } = props
  const t = useText()
  const [cross, setCross] = useState<Place | null>(null)
  const [ring, setRing] = useState<{ readonly place: Place; readonly frame: number | null } | null>(null)
  const clicking = useSend(clickScreen, { isWorded: ({ code }) => code === 'screen.ended' })
  const { status } = followed
  const click = (place: Place, clicks: 1 | 2, button: 0 | 1 = 0) => {
    if (status === null) return
    setRing({ place, frame: picture.loadedFrame })
    clicking.mutate({ body: { sessionId, ...placeOnScreen(place, status), clicks, button } })
  }
  const latest = useRef(click)
  latest.current = click
  const judge = useMemo(() => judgeClicks(afterBrowser, (place, clicks) => latest.current(place, clicks)), [])
  useEffect(() => judge.forget, [judge])
  const placeOf = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return placeInPicture({ x: event.clientX - box.left, y: event.clientY - box.top }, box)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const place = cross ?? MIDDLE
    const moved = movedBy(event.key, place, event.shiftKey)
    if (moved === null && event.key !== 'Enter') return
    event.preventDefault()
    setCross(moved ?? place)
    if (moved === null && !event.repeat) click(place, event.shiftKey ? 2 : 1)
  }
  const at = ({ x, y }: Place) => ({ left: (x + 0.5) * scale, top: (y + 0.5) * scale })
  const size = { width: PICTURE_WIDTH * scale, height: PICTURE_HEIGHT * scale }
  const shown = (
    <>
      {picture.url === null ? (
        <p className={styles.waiting}>{t('screens.loading')}</p>
      ) : (
        <img
          className={styles.picture}
          src={picture.url}
          alt={t('screens.screenOf', { store: storeName })}
          draggable={false}
          onLoad={picture.onLoad}
          onError={picture.onError}
        />
      )}
      {ring !== null && ring.frame === picture.loadedFrame && (
        <span className={styles.ring} style={at(ring.place)} data-testid="ring" />
      )}
      {cross !== null && <span className={styles.cross} style={at(cross)} />}
      <Veil followed={followed} newestAtMs={picture.newestAtMs} />
    </>
  )
  if (!isControlled)
    return (
      <div className={styles.area} style={size}>
        {shown}
      </div>
    )
  return (
    <div
      role="application"
      aria-label={t('screens.screenOf', { store: storeName })}
      aria-describedby={props.helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys work it
      tabIndex={0}
      className={styles.area}
      data-control
      style={size}
      onClick={(event) => {
        setCross(null)
        judge.click(placeOf(event))
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        click(placeOf(event), 1, 1)
      }}
      onKeyDown={onKeyDown}
    >
      {shown}
    </div>
  )
}

interface VeilProps {
  readonly followed: FollowedStatus
  readonly newestAtMs: number | null
}

/** Lies over a picture that may no longer be what the store shows. */
function Veil({ followed: { status }, newestAtMs }: VeilProps) {
  const t = useText()
  const nowMs = useSeconds(newestAtMs !== null)
  if (status === null || newestAtMs === null) return null
  const ageS = Math.floor((nowMs - newestAtMs) / SECOND_MS)
  if (ageS <= LATE_AFTER_INTERVALS * status.refreshSeconds) return null
  return (
    <p className={styles.veil}>{t('screens.noPicture', { time: t('screens.second', { count: ageS }) })}</p>
  )
}
