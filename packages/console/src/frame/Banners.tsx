import { timeParts } from '@coldkeep/phrases/format'
import { Suspense } from 'react'
import { Button } from '../kit/Button'
import { Icon } from '../kit/icons'
import { lazily } from '../kit/lazily'
import { useText } from '../kit/text'
import { withTexts } from '../site/language'
import { useOfflineSince } from '../site/online'
import styles from './Banners.module.css'
import { useNewVersion } from './version'

const WaitingBar = lazily(() => withTexts('queue', () => import('./WaitingBar')), 'WaitingBar')

/** Notices under the bar that concern every page. */
export function Banners() {
  const t = useText()
  const offlineSinceMs = useOfflineSince()
  const isNewer = useNewVersion()
  return (
    <div data-no-print>
      <div role="alert">
        {offlineSinceMs !== null && (
          <p className={styles.banner} data-strong>
            <Icon name="offline" />
            {t('shell.banner.offline', { time: timeParts(offlineSinceMs).minute })}
          </p>
        )}
      </div>
      <Suspense>
        <WaitingBar />
      </Suspense>
      {isNewer && (
        <p className={styles.banner} role="status">
          {t('shell.banner.newVersion')}
          <Button size="small" onClick={() => window.location.reload()}>
            {t('shell.banner.reload')}
          </Button>
        </p>
      )}
    </div>
  )
}
