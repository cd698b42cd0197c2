import { lockScreenInput } from '@coldkeep/contract/areas/screens'
import { useSend } from '../../api/use-call'
import { SwitchField } from '../../kit/field/SwitchField'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { clockLength } from './clock-length'
import type { ConnectedScreen, ScreenState } from './screen-session'
import styles from './screens.module.css'
import { useSeconds } from './use-seconds'

const SECOND_MS = 1_000
/** Who waits so long may be waiting for someone in the store. */
const CONSENT_HINT_AFTER_MS = 3_000

export interface SessionBoxProps {
  readonly state: ScreenState
  /** When the picture that is shown was the newest. */
  readonly newestAtMs: number | null
}

/** How the session is. */
export function SessionBox({ state, newestAtMs }: SessionBoxProps) {
  const t = useText()
  const nowMs = useSeconds(state.kind === 'connecting' || state.kind === 'connected')
  const word = state.kind === 'connected' && state.isLost ? 'lost' : state.kind
  return (
    <section className={frame.card} aria-label={t('screens.session')}>
      <h2>{t('screens.session')}</h2>
      <dl className={styles.facts}>
        <Fact name={t('screens.state')}>
          <strong role="status">{t(`screens.stateOf.${word}`)}</strong>
        </Fact>
        {state.kind === 'connected' && <ConnectedFacts state={state} newestAtMs={newestAtMs} nowMs={nowMs} />}
      </dl>
      {state.kind === 'connecting' && (
        <p className={styles.wait} role="status">
          {nowMs - state.sinceMs >= CONSENT_HINT_AFTER_MS && t('screens.mayAsk')}
        </p>
      )}
      {state.kind === 'ended' && (
        <p className={styles.alert} role="alert">
          {state.reason}
        </p>
      )}
      {state.kind === 'idle' && state.refusal !== null && (
        <p className={styles.alert} role="alert">
          {state.refusal}
        </p>
      )}
      {state.kind === 'connected' && state.mode === 'control' && <Lock state={state} />}
    </section>
  )
}

interface ConnectedFactsProps {
  readonly state: ConnectedScreen
  readonly newestAtMs: number | null
  readonly nowMs: number
}

function ConnectedFacts({ state: { status, sinceMs }, newestAtMs, nowMs }: ConnectedFactsProps) {
  const t = useText()
  const seconds = (ms: number) => t('screens.second', { count: Math.max(0, Math.floor(ms / SECOND_MS)) })
  return (
    <>
      <Fact name={t('screens.lasts')}>{clockLength(nowMs - (status?.since ?? sinceMs))}</Fact>
      {newestAtMs !== null && (
        <Fact name={t('screens.picture')}>{t('screens.ago', { time: seconds(nowMs - newestAtMs) })}</Fact>
      )}
      {status !== null && (
        <>
          <Fact name={t('screens.every')}>{t('screens.second', { count: status.refreshSeconds })}</Fact>
          <Fact name={t('screens.watchers')}>
            {status.watchers === 0 ? t('screens.alone') : t('screens.watching', { count: status.watchers })}
          </Fact>
          <Fact name={t('screens.input')}>{t(status.isLocked ? 'screens.isLocked' : 'screens.isFree')}</Fact>
        </>
      )}
    </>
  )
}

/** Keeps the store's own keyboard and mouse away; whether it does, the store says. */
function Lock({ state: { sessionId, status } }: { readonly state: ConnectedScreen }) {
  const t = useText()
  const locking = useSend(lockScreenInput)
  return (
    <SwitchField
      label={t('screens.lock')}
      checked={status?.isLocked ?? false}
      disabled={status === null || locking.isPending}
      onChange={(isLocked) => locking.mutate({ body: { sessionId, isLocked } })}
    />
  )
}
