import {
  decideWrite,
  getControls,
  getWrite,
  listWrites,
  undoWrite,
  type WireWrite,
  withdrawWrite,
} from '@coldkeep/contract/areas/writes'
import type { Translate } from '@coldkeep/phrases/keys'
import { lineText, valueText } from '@coldkeep/phrases/write-text'
import { useMemo } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import type { CallRules } from '../../archetypes/editor/use-call-form'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { useLanguage, useText } from '../../kit/text'
import type { WriteAct } from './write-acts'
import { wearText, writeText } from './write-words'
import styles from './writes.module.css'

export interface ActDialogProps {
  readonly act: WriteAct
  readonly write: WireWrite
  readonly onClose: () => void
}

const changed = [listWrites, getWrite, getControls]

/** Asks before a write is approved, rejected, withdrawn or undone. */
export function ActDialog({ act, write, onClose }: ActDialogProps) {
  const t = useText()
  const language = useLanguage()
  const undoId = useMemo(() => crypto.randomUUID(), [])
  const params = { writeId: write.id }
  const name = write.createdBy
  if (act === 'reject') return <Rejection write={write} onClose={onClose} />
  const question = {
    action: t(`writes.${act}`),
    invalidates: changed,
    onClose,
    children: (
      <div className={styles.review}>
        <Lines write={write} isBack={act === 'undo'} />
        {act === 'approve' && <p>{t('writes.approveMeans')}</p>}
      </div>
    ),
  }
  switch (act) {
    case 'approve':
      return (
        <ConfirmAndSend
          {...question}
          title={t('writes.approveAsk', { name })}
          destructive
          call={decideWrite}
          input={{ params, body: { approves: true, reason: '' } }}
        />
      )
    case 'withdraw':
      return (
        <ConfirmAndSend
          {...question}
          title={t('writes.withdrawOf', { what: writeText(write, language, t) })}
          call={withdrawWrite}
          input={{ params }}
        />
      )
    case 'undo':
      return (
        <ConfirmAndSend
          {...question}
          title={t('writes.undoAsk')}
          call={undoWrite}
          input={{ params, body: { id: undoId, note: '' } }}
        />
      )
  }
}

export function rejectionRules(
  writeId: WireWrite['id'],
  t: Translate,
): CallRules<typeof decideWrite, { readonly reason: string }> {
  return {
    call: decideWrite,
    labels: { reason: t('writes.reason') },
    inputOf: ({ reason }) => ({ params: { writeId }, body: { approves: false, reason } }),
  }
}

/** A write is rejected with a reason. */
function Rejection({ write, onClose }: Omit<ActDialogProps, 'act'>) {
  const t = useText()
  const form = useSendForm({
    ...rejectionRules(write.id, t),
    initial: { reason: '' },
    invalidates: changed,
    onDone: onClose,
  })
  return (
    <FormModal
      opened
      title={t('writes.rejectAsk', { name: write.createdBy })}
      submitLabel={t('writes.reject')}
      {...form.window}
      onClose={onClose}
    >
      <Lines write={write} />
      <TextField {...form.field('reason')} />
    </FormModal>
  )
}

const MOST_SHOWN = 8

/** The change at each device: from the known value to the requested one, or back. */
function Lines({ write, isBack = false }: { readonly write: WireWrite; readonly isBack?: boolean }) {
  const t = useText()
  const language = useLanguage()
  return (
    <>
      <p className={styles.where}>
        {write.store.code} {write.store.name}
        {write.note !== '' && ` · ${write.note}`}
      </p>
      <ul className={styles.lines}>
        {write.lines.slice(0, MOST_SHOWN).map((line) => {
          const before = valueText(line, (line.before ?? line.known)?.value ?? null, language, t)
          const wear = isBack ? null : wearText(line, t)
          return (
            <li key={line.device.id}>
              <b>{line.device.name}</b>{' '}
              {isBack ? `→ ${before}` : `${before} · ${lineText(line, language, t)}`}
              {wear !== null && <p className={styles.wear}>{wear}</p>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
