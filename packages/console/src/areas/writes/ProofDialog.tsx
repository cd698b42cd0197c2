import { getWrite, type WireWrite, type WireWriteLine } from '@coldkeep/contract/areas/writes'
import { formatInstant, NO_VALUE, timeParts } from '@coldkeep/phrases/format'
import { lineText, valueText } from '@coldkeep/phrases/write-text'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StatusTag } from '../../kit/StatusTag'
import { useLanguage, useText } from '../../kit/text'
import { actsOn, type WriteAct } from './write-acts'
import { lineStatus, reasonText, riskName, wearText } from './write-words'
import styles from './writes.module.css'

const REFRESH_MS = 2_000

export interface ProofDialogProps {
  readonly id: string
  /** The same, where the list of the page has it: shown until it is requested. */
  readonly listed: WireWrite | undefined
  readonly onAct: (act: WriteAct, write: WireWrite) => void
  readonly onClose: () => void
}

/** The current state of one write, step by step, with the actions on it. Messages lead here. */
export function ProofDialog({ id, listed, onAct, onClose }: ProofDialogProps) {
  const t = useText()
  const answer = useCall(getWrite, { params: { writeId: id } }, { refreshMs: REFRESH_MS, quiet: true })
  const write = answer.data ?? listed
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('writes.proof')}
      widthPx={560}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.words.close')}</Button>
          {write &&
            actsOn(write).map((act) => (
              <Button
                key={act}
                variant={act === 'approve' ? 'primary' : 'default'}
                onClick={() => onAct(act, write)}
              >
                {t(`writes.${act}`)}
              </Button>
            ))}
        </>
      }
    >
      {write !== undefined ? (
        <Proof write={write} />
      ) : answer.isError ? (
        <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  )
}

/** For each device: when it was where, what went over the wire, what was read back. */
function Proof({ write }: { readonly write: WireWrite }) {
  const t = useText()
  const { lines, store } = write
  const decided =
    write.decidedBy === null
      ? null
      : t(write.approval === 'rejected' ? 'writes.rejectedBy' : 'writes.approvedBy', {
          name: write.decidedBy,
        })
  return (
    <div className={styles.review}>
      <p className={styles.where}>
        {store.code} {store.name} · {write.createdBy} · {t('writes.risk')}:{' '}
        {t(`writes.riskShort.${riskName(write.risk)}`)}
        {decided !== null && write.approval !== 'withdrawn' && ` · ${decided}`}
        {write.undoOf !== null && ` · ${t('writes.isUndo')}`}
      </p>
      {write.note !== '' && <p>{write.note}</p>}
      {write.decisionNote !== '' && <p>{write.decisionNote}</p>}
      {write.approval === 'waiting' && (
        <p>
          {t('writes.approveUntil', { time: formatInstant(write.approveUntil, store.zone) })}{' '}
          {write.notified > 0 && t('writes.toldTo', { count: write.notified })}
        </p>
      )}
      {lines.map((line) =>
        lines.length === 1 ? (
          <LineProof key={line.device.id} write={write} line={line} />
        ) : (
          <details key={line.device.id} className={styles.fold}>
            <summary>
              {line.device.name}{' '}
              <StatusTag status={lineStatus[line.state]} word={t(`writes.stateOf.${line.state}`)} />
            </summary>
            <LineProof write={write} line={line} />
          </details>
        ),
      )}
    </div>
  )
}

function LineProof({ write, line }: { readonly write: WireWrite; readonly line: WireWriteLine }) {
  const t = useText()
  const language = useLanguage()
  const { zone } = write.store
  const reason = reasonText(write, line, t)
  const wear = wearText(line, t)
  const value = (read: WireWriteLine['before']) => valueText(line, read?.value ?? null, language, t)
  return (
    <section className={styles.proof} aria-label={line.device.name}>
      <p className={styles.change}>
        <span>
          {line.device.name} · {lineText(line, language, t)}
        </span>
        <StatusTag status={lineStatus[line.state]} word={t(`writes.stateOf.${line.state}`)} />
      </p>
      <ol className={styles.timeline}>
        {stepsOf(write, line).map(({ key, at, detail }) => (
          <li key={key} data-done={at !== null || undefined}>
            <span>{t(`writes.step.${key}`)}</span>
            <span className={styles.sub}>
              {at === null ? NO_VALUE : `${timeParts(at, zone).date} ${timeParts(at, zone).second}`}
              {detail !== null && ` · ${value(detail)}`}
            </span>
          </li>
        ))}
      </ol>
      <dl className={styles.facts}>
        <dt>{t('writes.before')}</dt>
        <dd>{value(line.before ?? line.known)}</dd>
        {line.value !== null && (
          <>
            <dt>{t('writes.wanted')}</dt>
            <dd>{valueText(line, line.value, language, t)}</dd>
          </>
        )}
        <dt>{t('writes.after')}</dt>
        <dd>{value(line.after)}</dd>
      </dl>
      {wear !== null && <p className={styles.wear}>{wear}</p>}
      {reason !== null && <p className={styles.error}>{reason}</p>}
      {line.state === 'timed_out' && <p>{t('writes.meaning.timed_out')}</p>}
      <details className={styles.fold}>
        <summary>{t('writes.packets')}</summary>
        <dl className={styles.packets}>
          <dt>{t('writes.sent')}</dt>
          <dd>
            <code>{line.request}</code>
          </dd>
          <dt>{t('writes.received')}</dt>
          <dd>
            <code>{line.packet === '' ? '–' : line.packet}</code>
          </dd>
        </dl>
      </details>
    </section>
  )
}

interface Step {
  readonly key: 'asked' | 'approved' | 'queued' | 'delivered' | 'written' | 'readBack' | 'confirmed'
  readonly at: number | null
  readonly detail: WireWriteLine['before']
}

/** Only what has really happened has a time. */
function stepsOf(write: WireWrite, line: WireWriteLine): readonly Step[] {
  const isAnswered = line.packet !== '' && ['written', 'answered', 'confirmed', 'failed'].includes(line.state)
  const steps: (Step | false)[] = [
    { key: 'asked', at: write.createdAt, detail: null },
    write.risk === 3 && {
      key: 'approved',
      at: write.approval === 'approved' ? write.decidedAt : null,
      detail: null,
    },
    { key: 'queued', at: line.queuedAt, detail: null },
    { key: 'delivered', at: line.deliveredAt, detail: null },
    { key: 'written', at: isAnswered ? line.writtenAt : null, detail: null },
    line.point !== '' && { key: 'readBack', at: line.after?.at ?? null, detail: line.after },
    line.point !== '' && {
      key: 'confirmed',
      at: line.state === 'confirmed' ? line.endedAt : null,
      detail: null,
    },
  ]
  return steps.filter((step) => step !== false)
}
