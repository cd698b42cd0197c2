import { listRepairEngineers, listRepairProgress } from '@coldkeep/contract/areas/repair'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { refusalWords } from '../../parts/RefusalWords'
import { WaitingRequests } from '../../parts/WaitingRequests'
import { dropRequests, retryRequest } from '../../site/queue'
import { type Refusal, useWaitingOf, type WaitingRequest } from '../../site/waiting'
import { basedOn, bodyOf, withFollowers } from './kept-renewal'
import { placeOf, type RepairEntry } from './renew-form'
import styles from './versions.module.css'

export interface KeptRenewalsProps {
  readonly of: RepairEntry
  /** The form of the case holds something that was not sent. */
  readonly isTyping: boolean
  /** Takes what was entered, one after another, into the form of the case again. */
  readonly onCorrect: (requests: readonly WaitingRequest[]) => void
}

/** What was entered here for a case and has not arrived: on its way, or for its person to decide. */
export function KeptRenewals({ of, isTyping, onCorrect }: KeptRenewalsProps) {
  const requests = useWaitingOf(of.key).filter(({ kind }) => kind === 'renewal')
  const underWay = requests.filter(({ state }) => state === 'waiting')
  return (
    <>
      {underWay.length > 0 && <WaitingRequests requests={underWay} />}
      {requests.map((request) =>
        request.refusal === null ? null : (
          <BothVersions
            key={request.id}
            of={of}
            request={request}
            refusal={request.refusal}
            isTyping={isTyping}
            onCorrect={() => {
              const all = withFollowers(request, requests)
              onCorrect(all)
              void dropRequests(all.map(({ id }) => id))
            }}
          />
        ),
      )}
    </>
  )
}

interface BothVersionsProps {
  readonly of: RepairEntry
  readonly request: WaitingRequest
  readonly refusal: Refusal
  readonly isTyping: boolean
  readonly onCorrect: () => void
}

/** The case as it is, and what was entered here: somebody else was faster, or the service did not take it. */
function BothVersions({ of, request, refusal, isTyping, onCorrect }: BothVersionsProps) {
  const t = useText()
  const [isDropping, setDropping] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const steps = useCall(listRepairProgress, { query: { storeId: of.store.id } }).data?.progresses ?? []
  const engineers = useCall(listRepairEngineers, { query: placeOf(of) }).data?.engineers ?? []
  const isOutdated = refusal.code === 'row.changed'
  const title = isOutdated ? t('queue.conflict.title') : refusalWords(refusal, t)
  const now = {
    progress: of.progress.title,
    assignee: of.assignee?.name ?? t('repair.nobody'),
    cause: of.cause || NO_VALUE,
    note: NO_VALUE,
  }
  const { progressId, assigneeId, cause, note } = bodyOf(request)
  const nameOf = (id: unknown) => engineers.find((one) => one.id === id)?.name ?? String(id)
  // what was left out stays as it is
  const mine = {
    progress:
      progressId === undefined
        ? now.progress
        : (steps.find(({ id }) => id === progressId)?.title ?? NO_VALUE),
    assignee:
      assigneeId === undefined ? now.assignee : assigneeId === null ? t('repair.nobody') : nameOf(assigneeId),
    cause: cause === undefined ? now.cause : cause || NO_VALUE,
    note: note || NO_VALUE,
  }
  return (
    <section className={styles.versions} aria-label={title} data-no-print>
      <strong role="alert">{title}</strong>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('queue.conflict.now')}</th>
            <th scope="col">
              {t('queue.conflict.mine', { time: formatInstant(request.enteredAt, of.store.zone) })}
            </th>
          </tr>
        </thead>
        <tbody>
          {(['progress', 'assignee', 'cause', 'note'] as const).map((field) => (
            <tr key={field} data-differs={mine[field] !== now[field] || undefined}>
              <th scope="row">{t(`repair.${field}`)}</th>
              <td>{now[field]}</td>
              <td>{mine[field]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={frame.buttons}>
        <Button variant="primary" onClick={() => void retryRequest(basedOn(of, request))}>
          {t(isOutdated ? 'queue.conflict.save' : 'shell.words.retry')}
        </Button>
        <Button onClick={() => (isTyping ? setReplacing(true) : onCorrect())}>
          {t('queue.conflict.correct')}
        </Button>
        <Button onClick={() => setDropping(true)}>{t('queue.conflict.drop')}</Button>
      </div>
      <ConfirmDialog
        opened={isReplacing}
        title={t('queue.conflict.replaceTitle')}
        action={t('queue.conflict.correct')}
        destructive
        onCancel={() => setReplacing(false)}
        onConfirm={onCorrect}
      >
        {t('queue.conflict.replaceText')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isDropping}
        title={t('queue.removeTitle')}
        action={t('queue.remove')}
        destructive
        onCancel={() => setDropping(false)}
        onConfirm={() => void dropRequests([request.id])}
      >
        {t('queue.removeText')}
      </ConfirmDialog>
    </section>
  )
}
