import { listScreenSessions } from '@coldkeep/contract/areas/screens'
import type { StoreId } from '@coldkeep/domain/ids'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import styles from './screens.module.css'

const REFRESH_MS = 15_000

/** How the screen of a store can be reached: its terminals, and what the store has settled. */
export function ReachBox({ storeId }: { readonly storeId: StoreId }) {
  const t = useText()
  const query = { storeId, page: 1, pageSize: 1 }
  const answer = useCall(listScreenSessions, { query }, { quiet: true, refreshMs: REFRESH_MS })
  return (
    <section className={frame.card} aria-label={t('screens.reach')}>
      <h2>{t('screens.reach')}</h2>
      {answer.data !== undefined ? (
        answer.data.screens.map(({ terminalId, isOnline, consent }) => (
          <dl key={terminalId} className={styles.facts}>
            <Fact name={t('screens.terminal')}>
              <StatusTag
                status={isOnline ? 'online' : 'offline'}
                word={t(isOnline ? 'screens.online' : 'screens.offline')}
              />
            </Fact>
            <Fact name={t('screens.consent')}>{t(`screens.consentOf.${consent ?? 'none'}`)}</Fact>
          </dl>
        ))
      ) : answer.isError ? (
        <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={48} />
      )}
      {answer.data?.screens.length === 0 && <p className={frame.note}>{t('screens.consentOf.none')}</p>}
    </section>
  )
}
