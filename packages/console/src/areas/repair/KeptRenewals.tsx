import { listRepairEngineers, listRepairProgress } from '@coldkeep/contract/areas/repair'
import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { WaitingRequests } from '../../parts/WaitingRequests'
import { dropRequests, retryRequest } from '../../site/queue'
import { useWaitingOf, type WaitingRequest } from '../../site/waiting'
import { basedOn, bodyOf } from './kept-renewal'
import { NO_ASSIGNEE, type RepairEntry } from './renew-form'
import styles from './versions.module.css'

/** What was entered here for a case and has not arrived: on its way, or for its person to decide. */
export function KeptRenewals({ of }: { of: RepairEntry }) {
  const requests = useWaitingOf(of.key).filter(({ kind }) => kind === 'renewal')
  const isOutdated = ({ refusal }: WaitingRequest) => refusal?.code === 'row.changed'
  const others = requests.filter((request) => !isOutdated(request))
  return (
    <>
      {others.length > 0 && <WaitingRequests requests={others} />}
      {requests.filter(isOutdated).map((request) => (
        <BothVersions key={request.id} of={of} request={request} />
      ))}
    </>
  )
}

/** The case as somebody else left it, and what was entered here meanwhile. */
function BothVersions({ of, request }: { of: RepairEntry; request: WaitingRequest }) {
  const t = useText()
  const [isDropping, setDropping] = useState(false)
  const steps = useCall(listRepairProgress, { query: { storeId: of.store.id } }).data?.progresses ?? []
  const engineers = useCall(listRepairEngineers, { query: { storeId: of.store.id } }).data?.engineers ?? []
  const { progressId, assigneeId, cause, note } = bodyOf(request)
  const nameOf = (id: unknown) => engineers.find((one) => one.id === id)?.name ?? String(id)
  const mine = {
    progress: steps.find(({ id }) => id === progressId)?.title ?? NO_VALUE,
    assignee:
      assigneeId === null || assigneeId === undefined || String(assigneeId) === NO_ASSIGNEE
        ? t('repair.nobody')
        : nameOf(assigneeId),
    cause: cause || NO_VALUE,
    note: note || NO_VALUE,
  }
  const now = {
    progress: of.progress.title,
    assignee: of.assignee?.name ?? t('repair.nobody'),
    cause: of.cause || NO_VALUE,
    note: NO_VALUE,
  }
  return (
    <section className={styles.versions} aria-label={t('queue.conflict.title')} data-no-print>
      <strong role="alert">{t('queue.conflict.title')}</strong>
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
          {t('queue.conflict.save')}
        </Button>
        <Button onClick={() => setDropping(true)}>{t('queue.conflict.drop')}</Button>
      </div>
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
