import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react'
import { Modal } from '../dialog/Modal'
import { IconButton } from '../IconButton'
import { useText } from '../text'
import styles from './PhotoTiles.module.css'
import type { NamedPhoto } from './photo'

const SWIPE_PX = 50
const MOST_ZOOM = 4

export interface PhotoViewerProps {
  readonly photos: readonly NamedPhoto[]
  /** The photo that is shown large; `null`: none. */
  readonly current: string | null
  readonly onCurrent: (key: string | null) => void
}

/** One photo as large as the window; arrows and swipes turn to the next, buttons zoom. */
export function PhotoViewer({ photos, current, onCurrent }: PhotoViewerProps) {
  const t = useText()
  const startX = useRef(0)
  const [zoom, setZoom] = useState(1)
  const at = photos.findIndex((photo) => photo.key === current)
  const photo = photos[at]
  const turn = (by: -1 | 1) => {
    const next = photos[at + by]
    if (next === undefined) return
    setZoom(1)
    onCurrent(next.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  }
  const onTouchEnd = (event: TouchEvent) => {
    const moved = (event.changedTouches[0]?.clientX ?? startX.current) - startX.current
    if (zoom === 1 && Math.abs(moved) > SWIPE_PX) turn(moved < 0 ? 1 : -1)
  }
  return (
    <Modal
      opened={photo !== undefined}
      onClose={() => {
        setZoom(1)
        onCurrent(null)
      }}
      title={photo?.name ?? ''}
      widthPx={1200}
      closeOnClickOutside
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same */}
      <div
        className={styles.viewer}
        onKeyDown={onKeyDown}
        onTouchStart={(event) => {
          startX.current = event.touches[0]?.clientX ?? 0
        }}
        onTouchEnd={onTouchEnd}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a zoomed picture is scrolled with the keys */}
        <div className={styles.stage} tabIndex={0} data-autofocus data-zoomed={zoom > 1 || undefined}>
          {photo !== undefined && (
            <img
              src={photo.src}
              alt={photo.name}
              style={{ width: zoom === 1 ? undefined : `${100 * zoom}%` }}
            />
          )}
        </div>
        <div className={styles.controls}>
          <IconButton
            icon="chevronLeft"
            label={t('kit.photos.previous')}
            disabledReason={at <= 0 ? t('kit.photos.previous') : null}
            onClick={() => turn(-1)}
          />
          <IconButton
            icon="zoomOut"
            label={t('kit.photos.zoomOut')}
            disabledReason={zoom === 1 ? t('kit.photos.zoomOut') : null}
            onClick={() => setZoom(Math.max(1, zoom / 2))}
          />
          <IconButton
            icon="zoomIn"
            label={t('kit.photos.zoomIn')}
            disabledReason={zoom === MOST_ZOOM ? t('kit.photos.zoomIn') : null}
            onClick={() => setZoom(Math.min(MOST_ZOOM, zoom * 2))}
          />
          <IconButton
            icon="chevronRight"
            label={t('kit.photos.next')}
            disabledReason={at === photos.length - 1 ? t('kit.photos.next') : null}
            onClick={() => turn(1)}
          />
        </div>
      </div>
    </Modal>
  )
}
