import { useState } from 'react'
import { FormModal } from '../../kit/dialog/FormModal'
import { CheckField } from '../../kit/field/CheckField'
import { TextField } from '../../kit/field/TextField'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { SavedViews } from './use-saved-views'

const LONGEST_NAME = 60

export interface SaveViewDialogProps {
  readonly saved: SavedViews
  /** The inquired day; `null` on pages without one. */
  readonly day: string | null
  readonly onClose: () => void
}

/** Asks for the name of a view, and whether it stays with its day. */
export function SaveViewDialog({ saved, day, onClose }: SaveViewDialogProps) {
  const t = useText()
  const [typed, setTyped] = useState(saved.current?.name ?? '')
  const [keepsDay, setKeepsDay] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  const wanted = typed.trim()
  const missing = wanted === '' ? t('kit.field.missing', { fields: t('analysis.view.name') }) : null
  const submit = () => {
    if (missing !== null) return setWasSent(true)
    saved.save(wanted, keepsDay)
    onClose()
    showToast(t('analysis.view.saved'))
  }
  return (
    <FormModal
      opened
      title={t('analysis.view.save')}
      submitLabel={t('shell.words.save')}
      missing={missing}
      dirty={false}
      busy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('analysis.view.name')}
        required
        maxLength={LONGEST_NAME}
        value={typed}
        onChange={setTyped}
        help={saved.views.some((view) => view.name === wanted) ? t('analysis.view.nameTaken') : undefined}
        error={wasSent && missing !== null ? t('kit.field.required') : null}
      />
      {day !== null && (
        <CheckField
          label={t('analysis.view.keepDay', { day })}
          help={t('analysis.view.keepDayHelp')}
          checked={keepsDay}
          onChange={setKeepsDay}
        />
      )}
    </FormModal>
  )
}
