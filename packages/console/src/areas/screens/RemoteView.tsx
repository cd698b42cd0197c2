import { PICTURE_HEIGHT, PICTURE_WIDTH } from '@coldkeep/contract/areas/screens'
import { type RefObject, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { useWidth } from '../../kit/chart/use-width'
import { lazily } from '../../kit/lazily'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { FollowedStatus } from './follow-status'
import { PictureArea } from './PictureArea'
import { fitScale } from './picture-place'
import styles from './screens.module.css'
import { TypeBox } from './TypeBox'
import type { usePicture } from './use-picture'

const LiveScreen = lazily(() => import('./LiveScreen'), 'LiveScreen')

const zooms = ['fit', 'whole', 'double'] as const
type Zoom = (typeof zooms)[number]
const DOUBLE = 2
/** What stands around the picture in the height of a window. */
const AROUND_PX = 330
const LEAST_HEIGHT_PX = 256

export interface RemoteViewProps {
  readonly sessionId: string
  /** Number and name. */
  readonly storeName: string
  readonly followed: FollowedStatus
  readonly picture: ReturnType<typeof usePicture>
  /** Clicks and keys reach the store. */
  readonly isControlled: boolean
}

/** The screen of a store: as pictures, or live. */
export function RemoteView({ sessionId, storeName, followed, picture, isControlled }: RemoteViewProps) {
  const t = useText()
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [isLive, setLive] = useState(false)
  const [stage, width] = useWidth<HTMLDivElement>()
  const liveButton = useRef<HTMLButtonElement>(null)
  const helpId = useId()
  const { status } = followed
  const room = { width, height: Math.max(window.innerHeight - AROUND_PX, LEAST_HEIGHT_PX) }
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <fieldset className={styles.group} aria-label={t('screens.zoom')}>
          {zooms.map((one) => (
            <Button key={one} size="small" pressed={zoom === one} onClick={() => setZoom(one)}>
              {t(`screens.zoomOf.${one}`)}
            </Button>
          ))}
        </fieldset>
        <div className={styles.group}>
          <Button
            size="small"
            icon="screen"
            ref={liveButton}
            pressed={isLive}
            onClick={() => setLive(!isLive)}
          >
            {t('screens.live')}
          </Button>
          <Button
            size="small"
            icon="camera"
            disabledReason={status === null ? t('screens.loading') : null}
            onClick={() => status !== null && window.open(status.screenshotUrl, '_blank', 'noopener')}
          >
            {t('shell.words.screenshot')}
          </Button>
        </div>
      </div>
      <div className={styles.frame} data-control={isControlled || undefined}>
        <p className={styles.banner}>
          {t(isControlled ? 'screens.controlling' : 'screens.seeing', { store: storeName })}
        </p>
        <div ref={stage} className={styles.stage}>
          {isLive && status !== null ? (
            <div className={styles.area} style={liveSize(zoom, status, room)}>
              <Suspense fallback={<p className={styles.waiting}>{t('screens.liveConnecting')}</p>}>
                <LiveScreen
                  sessionId={sessionId}
                  label={t('screens.screenOf', { store: storeName })}
                  isControlled={isControlled}
                  onEnd={() => {
                    setLive(false)
                    showToast(t('screens.liveEnded'))
                  }}
                  onRelease={() => focusOn(liveButton)}
                />
              </Suspense>
            </div>
          ) : (
            <PictureArea
              sessionId={sessionId}
              storeName={storeName}
              followed={followed}
              picture={picture}
              isControlled={isControlled}
              helpId={helpId}
              scale={zoom === 'fit' ? fitScale(room) : zoom === 'double' ? DOUBLE : 1}
            />
          )}
        </div>
      </div>
      {isControlled && (
        <p id={helpId} className={styles.keysHelp}>
          {t(isLive ? 'screens.liveHelp' : 'screens.areaHelp')}
        </p>
      )}
      {isControlled && <TypeBox sessionId={sessionId} />}
    </div>
  )
}

function focusOn(button: RefObject<HTMLButtonElement | null>): void {
  button.current?.focus()
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The live screen has all of its pixels; fitted it is as large as there is room. */
function liveSize(zoom: Zoom, screen: Size, room: Size): Size {
  const { width, height } = screen.width === 0 ? { width: PICTURE_WIDTH, height: PICTURE_HEIGHT } : screen
  const scale =
    zoom === 'fit' ? Math.min(room.width / width, room.height / height) : zoom === 'double' ? DOUBLE : 1
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}
