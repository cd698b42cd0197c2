import {
  decideWrite,
  getControls,
  getWrite,
  listWrites,
  undoWrite,
  type WireWrite,
  withdrawWrite,
} from '@coldkeep/contract/areas/writes'
import { lineText, valueText } from '@coldkeep/phrases/write-text'
import { useMemo, useState } from 'react'
import { useSend } from '../../api/use-call'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { FormModal } from '../../kit/dialog/FormModal'
import { TextField } from '../../kit/field/TextField'
import { useLanguage, useText } from '../../kit/text'
import type { WriteAct } from './write-acts'
import { writeText } from './write-words'
import styles from './writes.module.css'

export interface ActDialogProps {
  readonly act: WriteAct
  readonly write: WireWrite
  readonly onClose: () => void
}

const changed = { invalidates: [listWrites, getWrite, getControls] }

/** Asks before a write is approved, rejected, taken back or undone. */
export function ActDialog({ act, write, onClose }: ActDialogProps) {
  const t = useText()
  const language = useLanguage()
  const undoId = useMemo(() => crypto.randomUUID(), [])
  const [reason, setReason] = useState('')
  const params = { writeid: write.id }
  const deciding = useSend(decideWrite, { ...changed, onDone: onClose })
  const withdrawing = useSend(withdrawWrite, { ...changed, onDone: onClose })
  const undoing = useSend(undoWrite, { ...changed, onDone: onClose })
  const name = write.created_by
  if (act === 'reject') {
    const missing = reason.trim() === '' ? t('shell.words.required') : null
    return (
      <FormModal
        opened
        title={t('writes.rejectAsk', { name })}
        submitLabel={t('writes.reject')}
        missing={missing}
        dirty={reason !== ''}
        busy={deciding.isPending}
        onSubmit={() => missing === null && deciding.mutate({ params, body: { approves: false, reason } })}
        onClose={onClose}
      >
        <Lines write={write} />
        <TextField label={t('writes.reason')} required value={reason} maxLength={300} onChange={setReason} />
      </FormModal>
    )
  }
  const what = writeText(write, language, t)
  const asks = {
    approve: {
      title: t('writes.approveAsk', { name }),
      busy: deciding.isPending,
      go: () => deciding.mutate({ params, body: { approves: true, reason: '' } }),
    },
    withdraw: {
      title: t('writes.withdrawOf', { what }),
      busy: withdrawing.isPending,
      go: () => withdrawing.mutate({ params }),
    },
    undo: {
      title: t('writes.undoAsk'),
      busy: undoing.isPending,
      go: () => undoing.mutate({ params, body: { id: undoId, note: '' } }),
    },
  }[act]
  return (
    <ConfirmDialog
      opened
      title={asks.title}
      action={t(`writes.${act}`)}
      destructive={act === 'approve'}
      busy={asks.busy}
      onConfirm={asks.go}
      onCancel={onClose}
    >
      <div className={styles.review}>
        <Lines write={write} isBack={act === 'undo'} />
        {act === 'approve' && <p>{t('writes.approveMeans')}</p>}
      </div>
    </ConfirmDialog>
  )
}

const MOST_SHOWN = 8

/** What it comes to at each device: from what is known to what is wanted, or back. */
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
          return (
            <li key={line.device.id}>
              <b>{line.device.name}</b>{' '}
              {isBack ? `→ ${before}` : `${before} · ${lineText(line, language, t)}`}
            </li>
          )
        })}
      </ul>
    </>
  )
}
