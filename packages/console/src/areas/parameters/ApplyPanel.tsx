import { readApply, type WireApply } from '@coldkeep/contract/areas/parameter-applies'
import type { ParameterApplyId } from '@coldkeep/domain/ids'
import { appliedStates } from '@coldkeep/domain/parameters/apply'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { JobProgress } from '../../kit/job/JobProgress'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import { answeredRows } from '../../kit/table/row-source'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useInnerPlace } from '../../site/inner-places'
import { applyLooks, isEnded, partsOf } from './apply-words'
import type { ApplyDetail } from './parameter-answers'
import styles from './parameters.module.css'

const AppliedTable = lazily(() => import('./AppliedTable'), 'AppliedTable')
const ApplyActs = lazily(() => import('./ApplyActs'), 'ApplyActs')
const ApplyEffect = lazily(() => import('./ApplyEffect'), 'ApplyEffect')
const TrialFinding = lazily(() => import('./TrialFinding'), 'TrialFinding')

const PAGE_SIZE = 20
const REFRESH_MS = 10_000

const rowsOf = ({ devices }: ApplyDetail) => devices

export interface ApplyPanelProps {
  readonly id: ParameterApplyId
  readonly onBack: () => void
}

/** One file that is being applied: how far it is, how the first device does, what became of each, and what it did. */
export function ApplyPanel({ id, onBack }: ApplyPanelProps) {
  const t = useText()
  const [{ applied }] = useAddress()
  const state = appliedStates.find((one) => one === applied)
  const [isOver, setOver] = useState(false)
  const list = useListScreen({
    list: readApply,
    query: () => ({ id, state }),
    rowsOf,
    pageSize: PAGE_SIZE,
    filters: ['applied'],
    isFiltered: state !== undefined,
    isSearched: false,
    refreshMs: isOver ? undefined : REFRESH_MS,
    quiet: true,
  })
  const apply = list.data?.apply
  useInnerPlace(
    apply === undefined
      ? null
      : { label: apply.profile.name, parameters: ['apply', 'applied', 'page'], depth: 2 },
  )
  if (apply !== undefined && isEnded(apply) !== isOver) setOver(isEnded(apply))
  const first = answeredRows(list.table.rows)
  return (
    <div className={frame.stack}>
      <div>
        <Button variant="quiet" icon="chevronLeft" onClick={onBack}>
          {t('parameters.tabs.changes')}
        </Button>
      </div>
      {apply === undefined ? (
        first.state === 'failed' ? (
          <LoadFailure onRetry={first.onRetry} />
        ) : (
          <Skeleton height={240} />
        )
      ) : (
        <>
          <ApplyHead apply={apply} nowMs={list.updatedAtMs} />
          <Suspense fallback={<Skeleton height={240} />}>
            {apply.finding !== null && (
              <TrialFinding finding={apply.finding} zone={apply.trial?.store.zone} />
            )}
            <AppliedTable list={list} state={state} apply={apply} />
            {apply.state === 'done' && <ApplyEffect id={id} />}
          </Suspense>
        </>
      )}
    </div>
  )
}

function ApplyHead({ apply, nowMs }: { readonly apply: WireApply; readonly nowMs: number }) {
  const t = useText()
  const { profile, state, because, trial, trialEndsAt, decideUntil, decidedBy, wave, waves } = apply
  const name = t(apply.undoOf === null ? 'parameters.apply.of' : 'parameters.apply.undoOf', {
    name: profile.name,
  })
  const title = `${name} · ${t('parameters.files.versionNo', { version: profile.version })}`
  const facts = [
    state === 'waves' && t('parameters.apply.waveOf', { wave, waves }),
    state === 'watching' &&
      t('parameters.apply.judgedAt', { time: formatInstant(trialEndsAt, trial?.store.zone) }),
    state === 'waiting' &&
      decideUntil !== null &&
      t('writes.approveUntil', { time: formatInstant(decideUntil) }),
    decidedBy !== null && t('parameters.apply.decidedBy', { name: decidedBy }),
    trial !== null &&
      t('parameters.apply.trialIs', { device: `${trial.store.code} ${trial.store.name} · ${trial.name}` }),
    t('parameters.apply.by', { name: apply.createdBy, time: formatInstant(apply.createdAt) }),
  ].filter((one) => one !== false)
  return (
    <section className={frame.card} aria-label={name}>
      {state === 'waiting' ? (
        <h2>{title}</h2>
      ) : (
        <JobProgress
          title={title}
          state={progressOf(apply)}
          parts={partsOf(apply.counts, t)}
          startedAtMs={apply.createdAt}
          nowMs={nowMs}
          endedAtMs={apply.endedAt}
        />
      )}
      <p className={styles.inline} role="status">
        <StatusTag {...applyLooks[state]} word={t(`parameters.applyState.${state}`)} />
        {because !== null && <b>{t(`parameters.because.${because}`)}</b>}
        <span>{facts.join(' · ')}</span>
      </p>
      {[apply.note, apply.decisionNote]
        .filter((note) => note !== '')
        .map((note) => (
          <p key={note} className={frame.note}>
            {note}
          </p>
        ))}
      <Suspense>
        <ApplyActs apply={apply} />
      </Suspense>
    </section>
  )
}

function progressOf({ state, counts }: WireApply) {
  if (state === 'paused' || state === 'stopped' || state === 'rejected' || state === 'expired')
    return 'stopped' as const
  if (state !== 'done') return 'running' as const
  return counts.failed + counts.missed > 0 ? ('partlyFailed' as const) : ('done' as const)
}
