import {
  getRepairCase,
  listRepairCases,
  listRepairProgress,
  renewRepair,
} from '@coldkeep/contract/areas/repair'
import type { RepairProgressId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { KeptNote } from '../../parts/KeptNote'
import { isUnkept, whyUnkept } from '../../site/not-kept'
import { useWhyNot } from '../../site/use-why-not'
import styles from './case-actions.module.css'
import { NoteDialog } from './NoteDialog'
import { nextStep } from './next-step'
import type { RepairEntry } from './renew-form'
import { useRenewals } from './use-renewals'

export interface CaseActionsProps {
  readonly of: RepairEntry
  /** How many the service has. */
  readonly photos: number
  /** Somebody else may have saved the case in the meantime. */
  readonly onRefused: () => void
}

/** What is done most with a case on a phone, in reach of the thumb: a photo or a note, and its next step. */
export function CaseActions({ of, photos, onRefused }: CaseActionsProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [isNoting, setNoting] = useState(false)
  return (
    <fieldset className={styles.actions} aria-label={t('repair.phone.actions')} data-no-print>
      <Button icon="camera" disabledReason={whyNot(renewRepair)} onClick={() => setNoting(true)}>
        {t('repair.phone.add')}
      </Button>
      <NextStep of={of} onRefused={onRefused} />
      {isNoting && <NoteDialog of={of} photos={photos} onClose={() => setNoting(false)} />}
    </fieldset>
  )
}

/** One that ends the case asks first: it is pressed with gloves. */
function NextStep({ of, onRefused }: Omit<CaseActionsProps, 'photos'>) {
  const t = useText()
  const whyNot = useWhyNot()
  const [isEnding, setEnding] = useState(false)
  const [sent, setSent] = useState({ step: '', key: '' })
  const { renewed, sendBy } = useRenewals(of, sent.key)
  const steps = useCall(listRepairProgress, { query: { storeId: of.store.id } }).data?.progresses ?? []
  const next = nextStep(steps, renewed.progressId)
  // one key for each case and next step: under the key of another one the service would take it for known
  const step = `${of.id} ${next?.id}`
  const startKey = () => setSent({ step, key: crypto.randomUUID() })
  if (sent.step !== step) startKey()
  const sending = useSend(renewRepair, {
    invalidates: [getRepairCase, listRepairCases],
    by: sendBy,
    onDone: ({ case: now }) => {
      showToast(t('repair.renewed', { ticket: now.ticket }))
      startKey()
    },
    isWorded: isUnkept,
    onKept: () => {
      showToast(t('queue.kept'))
      startKey()
    },
  })
  if (next === null) return null
  const go = (progressId: RepairProgressId) => {
    setEnding(false)
    const { id: caseId, revision } = of
    sending.mutate(
      { params: { caseId }, body: { key: sent.key, revision, progressId } },
      { onError: onRefused },
    )
  }
  return (
    <>
      <Button
        variant="primary"
        disabledReason={whyNot(renewRepair)}
        loading={sending.isPending}
        onClick={() => (next.phase === 'open' ? go(next.id) : setEnding(true))}
      >
        {t('repair.phone.next', { step: next.title })}
      </Button>
      <KeptNote unkept={whyUnkept(sending.error)} refusals={[]} />
      <ConfirmDialog
        opened={isEnding}
        title={t('repair.phone.endTitle', { ticket: of.ticket })}
        action={t('repair.phone.next', { step: next.title })}
        onCancel={() => setEnding(false)}
        onConfirm={() => go(next.id)}
      >
        {of.fault}
      </ConfirmDialog>
    </>
  )
}
