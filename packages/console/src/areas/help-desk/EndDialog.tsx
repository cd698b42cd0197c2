import type { HelpOutcome } from '@coldkeep/domain/help-desk/session'
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

/** What a person may say of it; that nobody ended it the service finds itself. */
const outcomes = ['solved', 'visit', 'watch', 'not_solved'] as const satisfies readonly HelpOutcome[]
const LONGEST_NOTE = 1_000

export interface EndDialogProps {
  readonly busy: boolean
  readonly onEnd: (end: { readonly outcome: HelpOutcome; readonly note: string }) => void
  readonly onClose: () => void
}

/** How a session ended. */
export function EndDialog({ busy, onEnd, onClose }: EndDialogProps) {
  const t = useText()
  const [outcome, setOutcome] = useState<HelpOutcome>('solved')
  const [note, setNote] = useState('')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('helpDesk.endTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell.words.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => onEnd({ outcome, note: note.trim() })}>
            {t('helpDesk.end')}
          </Button>
        </>
      }
    >
      <div className={frame.stack}>
        <RadioField
          label={t('helpDesk.outcome')}
          value={outcome}
          onChange={(next) => setOutcome(outcomes.find((one) => one === next) ?? 'solved')}
          choices={outcomes.map((value) => ({ value, label: t(`helpDesk.outcomeOf.${value}`) }))}
        />
        <TextAreaField
          label={t('helpDesk.endNote')}
          rows={3}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={setNote}
        />
      </div>
    </Modal>
  )
}
