import { formatMinutes, formatNumber, timeParts } from '@coldkeep/phrases/format'
import { type CSSProperties, useId } from 'react'
import { type Status, StatusTag } from '../StatusTag'
import { useLanguage, useText } from '../text'
import styles from './JobProgress.module.css'
import { endedPercent } from './percent'

/** How far a part of the job is; several states may be of one kind. */
export type JobPartKind = 'waiting' | 'running' | 'done' | 'failed' | 'unreached'

export interface JobPart {
  readonly key: string
  readonly label: string
  readonly kind: JobPartKind
  readonly count: number
}

type JobState = 'running' | 'delayed' | 'stopped' | 'done' | 'partlyFailed' | 'failed'

export interface JobProgressProps {
  readonly title: string
  readonly state: JobState
  /** In the order in which one becomes the other; those without members may be given, too. */
  readonly parts: readonly JobPart[]
  readonly startedAtMs: number
  /** The present, or the end. */
  readonly nowMs: number
  readonly endedAtMs?: number | null
  readonly expectedEndMs?: number | null
  /** For a delayed job: when it last reported. */
  readonly reportedAtMs?: number
}

const STATUS: Record<JobState, Status> = {
  running: 'running',
  delayed: 'waiting',
  stopped: 'waiting',
  done: 'done',
  partlyFailed: 'failed',
  failed: 'failed',
}
const ENDED: readonly JobPartKind[] = ['done', 'failed', 'unreached']

/** Work over many places: one bar of all states, each named and counted, and how long it takes. */
export function JobProgress(props: JobProgressProps) {
  const { title, state, parts, startedAtMs, nowMs, endedAtMs = null, expectedEndMs = null } = props
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  const total = parts.reduce((sum, part) => sum + part.count, 0)
  const ended = parts.filter(({ kind }) => ENDED.includes(kind)).reduce((sum, { count }) => sum + count, 0)
  const percent = endedPercent(ended, total)
  const shades = shadesOf(parts)
  const number = (value: number) => formatNumber(language, value)
  const counted = t('kit.job.progress', { done: number(ended), total: number(total) })
  return (
    <section className={styles.job} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <StatusTag status={STATUS[state]} word={stateWord()} />
        <span className={styles.counted}>
          {formatNumber(language, percent, { decimals: 0, unit: '%' })} · {counted}
        </span>
      </header>
      <div
        role="progressbar"
        aria-labelledby={titleId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${counted}: ${parts.map(({ label, count }) => `${label} ${number(count)}`).join(', ')}`}
        className={styles.bar}
      >
        {parts.map(
          ({ key, kind, count }) =>
            count > 0 && (
              <span
                key={key}
                className={styles.part}
                data-kind={kind}
                style={{ flexGrow: count, ...shades.get(key) }}
              />
            ),
        )}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ key, label, kind, count }) => (
          <li key={key} data-none={count === 0 || undefined}>
            <span className={styles.swatch} data-kind={kind} style={shades.get(key)} />
            {label}
            <b>{number(count)}</b>
          </li>
        ))}
      </ul>
      <p className={styles.times}>{times().join(' · ')}</p>
    </section>
  )

  function stateWord(): string | undefined {
    if (state === 'delayed') {
      return t('kit.job.delayed', { time: timeParts(props.reportedAtMs ?? startedAtMs).second })
    }
    if (state === 'stopped') return t('kit.job.stopped')
    return state === 'partlyFailed' ? t('kit.job.partlyFailed') : undefined
  }

  function times(): string[] {
    const elapsed = formatMinutes(t, ((endedAtMs ?? nowMs) - startedAtMs) / 60_000)
    return [
      t('kit.job.elapsed', { time: elapsed }),
      ...(endedAtMs === null ? [] : [t('kit.job.ended', { time: timeParts(endedAtMs).minute })]),
      ...(endedAtMs === null && expectedEndMs !== null
        ? [t('kit.job.expectedEnd', { time: timeFrom(nowMs, expectedEndMs) })]
        : []),
    ]
  }
}

/** With the day where it is another one than at present. */
function timeFrom(nowMs: number, atMs: number): string {
  const { date, minute } = timeParts(atMs)
  return date === timeParts(nowMs).date ? minute : `${date} ${minute}`
}

/** States of one kind under way are distinguished by depth: the nearer to the end, the deeper. */
function shadesOf(parts: readonly JobPart[]): ReadonlyMap<string, CSSProperties> {
  const running = parts.filter(({ kind }) => kind === 'running')
  return new Map(
    running.map(({ key }, index) => {
      const depth = Math.round(25 + (45 * (index + 1)) / running.length)
      return [key, { '--depth': `${depth}%` } as CSSProperties]
    }),
  )
}
