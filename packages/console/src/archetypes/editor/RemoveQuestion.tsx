import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { useText } from '../../kit/text'
import styles from './editor.module.css'

export interface RemoveQuestionProps {
  /** What is deleted, by the name people know it by. */
  readonly name: string
  /** What else goes with it. */
  readonly consequence?: ReactNode
  /** Shown before the name, such as what has changed in the meantime. */
  readonly note?: string | null
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks by name before a row is deleted. */
export function RemoveQuestion(props: RemoveQuestionProps) {
  const { name, consequence, note = null, busy = false, onConfirm, onCancel } = props
  const t = useText()
  return (
    <ConfirmDialog
      opened
      title={t('shell.words.confirmDelete')}
      action={t('shell.words.delete')}
      destructive
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {note !== null && (
        <p role="status" className={styles.changedNote}>
          {note}
        </p>
      )}
      <p className={styles.name}>{name}</p>
      {consequence != null && consequence !== '' && <div className={styles.consequence}>{consequence}</div>}
    </ConfirmDialog>
  )
}
