import { listHelpSessions } from '@coldkeep/contract/areas/help-desk'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { Drawing } from './Drawing'
import styles from './help-desk.module.css'
import { useHelpSession } from './use-help-session'

const REFRESH_MS = 5_000

/** For who is helped: the sessions that go on in the own stores, with their pictures and what is drawn on them. */
export function HelpedStores() {
  const t = useText()
  const [{ session: named = '' }, changeAddress] = useAddress()
  const answer = useCall(listHelpSessions, {}, { refreshMs: REFRESH_MS, quiet: true })
  const sessions = answer.data?.sessions ?? []
  const chosen = sessions.find(({ id }) => id === named) ?? sessions[0]
  const { session } = useHelpSession(chosen?.id ?? null)
  if (answer.data === undefined)
    return answer.error === null ? <Skeleton height={240} /> : <LoadFailure onRetry={answer.refetch} />
  if (chosen === undefined)
    return <StateView title={t('helpDesk.nobodyHelps')}>{t('helpDesk.nobodyHelpsHint')}</StateView>
  return (
    <>
      {sessions.length > 1 && (
        <div className={frame.buttons}>
          {sessions.map(({ id, store }) => (
            <Button
              key={id}
              size="small"
              pressed={id === chosen.id}
              onClick={() => changeAddress({ session: id }, 'replace')}
            >
              {store.code} {store.name}
            </Button>
          ))}
        </div>
      )}
      <section className={frame.card} aria-label={t('helpDesk.helpedBy', { name: chosen.by })}>
        <h2>{t('helpDesk.helpedBy', { name: chosen.by })}</h2>
        <p className={styles.detail}>
          {chosen.store.code} {chosen.store.name} · {chosen.repairCase.ticket} {chosen.repairCase.fault}
        </p>
        {session === null ? <Skeleton height={240} /> : <Drawing session={session} />}
      </section>
    </>
  )
}
