import {
  type FirmwareJobState,
  getFirmwareJob,
  type InstallationState,
  installationStates,
  REFRESH_SECONDS,
} from '@coldkeep/contract/areas/firmware-jobs'
import type { Answer } from '@coldkeep/contract/call'
import type { JobId } from '@coldkeep/domain/ids'
import { formatInstant, timeParts } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { JobProgress } from '../../kit/job/JobProgress'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { answeredRows } from '../../kit/table/row-source'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import styles from './firmware.module.css'
import { InstallationTable } from './InstallationTable'
import { JobActs } from './JobActs'
import { isOpen, jobName, MISSES_OF_DELAY, partsOf, refreshAfter, sumsOf } from './job-words'
import { useMisses } from './use-misses'
import { WaveTable } from './WaveTable'

const PAGE_SIZE = 20
/** Said next to what the bar says. */
const UNUSUAL: readonly FirmwareJobState[] = ['held', 'paused', 'cancelled']
const rowsOf = (answer: Answer<typeof getFirmwareJob>) => answer.stores

export interface JobViewProps {
  readonly token: string
  readonly onOpen: (token: string) => void
}

export function JobView({ token, onOpen }: JobViewProps) {
  const t = useText()
  return /^[1-9]\d{0,14}$/.test(token) ? (
    <KnownJob token={Number(token) as JobId} onOpen={onOpen} />
  ) : (
    <StateView icon="find" title={t('firmware.job.unknown')} />
  )
}

interface KnownJobProps extends Pick<JobViewProps, 'onOpen'> {
  readonly token: JobId
}

/** How far a job is, looked at as often as the service says until it has ended or is no longer watched. */
function KnownJob({ token, onOpen }: KnownJobProps) {
  const t = useText()
  const [{ state: given }] = useAddress()
  const state: InstallationState | 'all' = installationStates.find((one) => one === given) ?? 'all'
  const [isWatching, setWatching] = useState(true)
  const [refreshMs, setRefresh] = useState<number | undefined>(REFRESH_SECONDS * 1000)
  const list = useListScreen({
    list: getFirmwareJob,
    query: () => ({ token, state }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['state'],
    isFiltered: state !== 'all',
    refreshMs,
  })
  const { data, updatedAtMs } = list
  const misses = useMisses(list)
  const isEnded = data !== undefined && !isOpen(data.job.state)
  const nextMs =
    isEnded || !isWatching
      ? undefined
      : refreshAfter(1000 * (data?.refreshSeconds ?? REFRESH_SECONDS), misses)
  if (nextMs !== refreshMs) setRefresh(nextMs)
  if (data === undefined) {
    const first = answeredRows(list.table.rows)
    return first.state === 'failed' ? <LoadFailure onRetry={first.onRetry} /> : <Skeleton height={240} />
  }
  const { job, plan, waves } = data
  const isDelayed = misses >= MISSES_OF_DELAY && !isEnded && isWatching
  const hasFailed = sumsOf(job.counts).failed + sumsOf(job.counts).unreachable > 0
  return (
    <div className={frame.stack}>
      <section className={frame.card}>
        <JobProgress
          title={jobName(job, t)}
          state={
            isDelayed
              ? 'delayed'
              : isEnded
                ? hasFailed
                  ? 'partlyFailed'
                  : job.state === 'cancelled'
                    ? 'stopped'
                    : 'done'
                : job.state === 'paused'
                  ? 'stopped'
                  : 'running'
          }
          parts={partsOf(job.counts, t)}
          startedAtMs={job.createdAt}
          nowMs={updatedAtMs}
          endedAtMs={job.endedAt}
          expectedEndMs={data.expectedEndAt}
          reportedAtMs={updatedAtMs}
        />
        {job.state === 'paused' && (
          <p className={styles.why} role="status">
            <Icon name="alert" />
            {job.pausedFor === ''
              ? t('firmware.job.pausedByPerson')
              : t('firmware.job.pausedBy', { reason: job.pausedFor })}
          </p>
        )}
        {job.waitsFor === 'contact' && job.state === 'running' && (
          <p className={styles.why} role="status">
            <Icon name="unlink" />
            {t('firmware.job.contact')}
          </p>
        )}
        <p className={styles.facts}>
          <span>{t('firmware.job.waveOf', { wave: job.wave, total: waves.length })}</span>
          {UNUSUAL.includes(job.state) && <span>{t(`firmware.jobState.${job.state}`)}</span>}
          {job.nextWaveAt !== null && (
            <span>{t('firmware.job.nextWave', { time: formatInstant(job.nextWaveAt) })}</span>
          )}
          {plan.window !== null && <span>{t('firmware.job.window', plan.window)}</span>}
          {!plan.mayPostpone && <span>{t('firmware.start.noPostpone')}</span>}
          <span>
            {t('firmware.job.startedBy', { name: job.createdBy, time: formatInstant(job.createdAt) })}
          </span>
        </p>
        {job.note !== '' && <p className={frame.note}>{job.note}</p>}
        <div className={frame.buttons}>
          <JobActs job={job} onOpen={onOpen} />
          {!isEnded && (
            <Button variant="quiet" onClick={() => setWatching(!isWatching)}>
              {t(isWatching ? 'firmware.job.stop' : 'firmware.job.watch')}
            </Button>
          )}
        </div>
        {!isWatching && !isEnded && (
          <p className={frame.note} role="status">
            {t('firmware.job.stopped', { time: timeParts(updatedAtMs).second })}
          </p>
        )}
      </section>
      {waves.length > 1 && <WaveTable waves={waves} />}
      <InstallationTable list={list} token={token} state={state} counts={job.counts} />
    </div>
  )
}
