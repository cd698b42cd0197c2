import { getScreenRecording, type WireScreenSession } from '@coldkeep/contract/areas/screens'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { RecordFrame } from '../../parts/RecordFrame'
import { PieceTable } from './PieceTable'
import type { Recording } from './recording'
import styles from './screens.module.css'
import { endOf, lengthOf } from './session-words'

const WatchedScreen = lazily(() => import('./WatchedScreen'), 'WatchedScreen')
const ReplayPlayer = lazily(() => import('./ReplayPlayer'), 'ReplayPlayer')

const REFRESH_MS = 10_000

export interface SessionRecordProps {
  readonly sessionId: string
  readonly onBack: () => void
}

/** One session on a screen: its facts, and its recording or, as long as it lasts, its screen. */
export function SessionRecord({ sessionId, onBack }: SessionRecordProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const answer = useCall(
    getScreenRecording,
    { params: { sessionId } },
    { quiet: true, staleMs: 0, refreshMs: isOver ? undefined : REFRESH_MS },
  )
  const session = answer.data?.session
  if (session !== undefined && (session.endedAt !== null) !== isOver) setOver(session.endedAt !== null)
  return (
    <RecordFrame
      label={t('screens.session')}
      className={frame.stack}
      table={t('screens.back')}
      onBack={onBack}
      answer={answer}
    >
      {(recording, reload) => <Record recording={recording} onEnd={reload} />}
    </RecordFrame>
  )
}

function Record({ recording, onEnd }: { readonly recording: Recording; readonly onEnd: () => void }) {
  const { session } = recording
  const isRunning = session.endedAt === null && session.connectedAt !== null
  return (
    <>
      <SessionFacts session={session} />
      {isRunning && (
        <Suspense fallback={<Skeleton height={320} />}>
          <WatchedScreen session={session} onEnd={onEnd} />
        </Suspense>
      )}
      <RecordingCard recording={recording} />
    </>
  )
}

function SessionFacts({ session }: { readonly session: WireScreenSession }) {
  const t = useText()
  const { store, by, mode, requestedAt, clicks, keys, width, height, watchers } = session
  const time = formatInstant(requestedAt, store.zone)
  return (
    <section className={frame.card}>
      <h2>{t('screens.record', { time })}</h2>
      <dl className={frame.facts}>
        <Fact name={t('screens.store')}>
          {store.code} {store.name}
        </Fact>
        <Fact name={t('screens.by')}>{by}</Fact>
        <Fact name={t('screens.mode')}>{t(`screens.modeOf.${mode}`)}</Fact>
        <Fact name={t('screens.length')}>{lengthOf(session)}</Fact>
        <Fact name={t('screens.clicks')}>{clicks}</Fact>
        <Fact name={t('screens.keys')}>{keys}</Fact>
        <Fact name={t('screens.seenBy')}>{watchers.join(', ') || NO_VALUE}</Fact>
        <Fact name={t('screens.size')}>
          {width === null || height === null ? NO_VALUE : `${width} × ${height}`}
        </Fact>
        <Fact name={t('screens.end')}>{endOf(session, t)}</Fact>
      </dl>
    </section>
  )
}

function RecordingCard({ recording }: { readonly recording: Recording }) {
  const t = useText()
  const { session, segments, fileUrl } = recording
  const [fromMs, setFromMs] = useState<{ readonly atMs: number } | null>(null)
  const sound = segments.filter(({ state }) => state === 'sound')
  const isRunning = session.endedAt === null
  const { width, height } = session
  const isPlayable = !isRunning && sound.length > 0 && width !== null && height !== null
  return (
    <section className={frame.card} aria-label={t('screens.recording')}>
      <div className={styles.tools}>
        <h2>{t('screens.recording')}</h2>
        {isPlayable && (
          <Button size="small" icon="download" onClick={() => window.open(fileUrl, '_self')}>
            {t('screens.download')}
          </Button>
        )}
      </div>
      {isRunning ? (
        <p className={frame.note}>{t('screens.stillRecording')}</p>
      ) : segments.length === 0 ? (
        <p className={frame.note}>{t('screens.notRecorded')}</p>
      ) : (
        <Verdict recording={recording} />
      )}
      {isPlayable && (
        <Suspense fallback={<Skeleton height={320} />}>
          <ReplayPlayer
            sessionId={session.id}
            screen={{ width, height }}
            pieces={sound}
            start={fromMs}
            label={`${session.store.code} ${session.store.name}`}
          />
        </Suspense>
      )}
      {!isRunning && segments.length > 0 && (
        <PieceTable pieces={segments} onPlay={(atMs) => setFromMs({ atMs })} />
      )}
      {!isRunning && segments.length > 0 && <p className={frame.note}>{t('screens.noKeys')}</p>}
    </section>
  )
}

/** Whether the recording is as it was made; if not, which pieces are not. */
function Verdict({ recording: { isSound, segments } }: { readonly recording: Recording }) {
  const t = useText()
  const bad = (['changed', 'missing', 'expired'] as const).flatMap((state) => {
    const numbers = segments.filter((segment) => segment.state === state).map(({ number }) => number + 1)
    return numbers.length === 0 ? [] : [t(`screens.bad.${state}`, { pieces: numbers.join(', ') })]
  })
  return (
    <div className={isSound ? styles.verdict : `${styles.verdict} ${styles.alert}`}>
      <Icon name={isSound ? 'done' : 'alert'} />
      <strong>{t(isSound ? 'screens.sound' : 'screens.unsound')}</strong>
      {bad.length > 0 && (
        <ul>
          {bad.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
