import type { WireScreenSession } from '@coldkeep/contract/areas/screens'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type FollowedStatus, followStatus, unknownStatus } from './follow-status'
import { RemoteView } from './RemoteView'
import styles from './screens.module.css'
import { usePicture } from './use-picture'

export interface WatchedScreenProps {
  readonly session: WireScreenSession
  readonly onEnd: () => void
}

/** The screen of a session of someone else, as long as it lasts. Nothing that is done here reaches the store. */
export function WatchedScreen(props: WatchedScreenProps) {
  const { session } = props
  const t = useText()
  const [isOn, setOn] = useState(false)
  return (
    <section className={frame.card} aria-label={t('screens.watch')}>
      <div className={styles.tools}>
        <h2>{t('screens.watch')}</h2>
        <Button icon={isOn ? 'eyeOff' : 'eye'} pressed={isOn} onClick={() => setOn(!isOn)}>
          {t('screens.watch')}
        </Button>
      </div>
      <p className={frame.note}>{t('screens.watchHelp', { name: session.by })}</p>
      {isOn && <Watched {...props} />}
    </section>
  )
}

function Watched({ session, onEnd }: WatchedScreenProps) {
  const [followed, setFollowed] = useState<FollowedStatus>(unknownStatus)
  const picture = usePicture(session.id, followed)
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => followStatus(session.id, setFollowed, () => latest.current()), [session.id])
  return (
    <RemoteView
      sessionId={session.id}
      storeName={`${session.store.code} ${session.store.name}`}
      followed={followed}
      picture={picture}
      isControlled={false}
    />
  )
}
