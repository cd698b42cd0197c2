import { FormModal } from '../../kit/dialog/FormModal'
import { CheckField } from '../../kit/field/CheckField'
import { TextField } from '../../kit/field/TextField'
import { useForm } from '../../kit/form/use-form'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import type { SavedViews } from './use-saved-views'

/** Views stay in the browser: no call says how long their names are. */
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
  const form = useForm({
    parts: [{ key: 'name', label: t('analysis.view.name') }],
    initial: { name: saved.current?.name ?? '', keepsDay: false },
    faultsOf: ({ name }): FieldFaults => {
      if (name.trim() === '') return { name: t('kit.field.required') }
      const isTooLong = name.trim().length > LONGEST_NAME
      return isTooLong ? { name: t('kit.field.tooLong', { count: LONGEST_NAME }) } : {}
    },
  })
  const { name, keepsDay } = form.values
  const save = () => {
    saved.save(name.trim(), keepsDay)
    onClose()
    showToast(t('analysis.view.saved'))
  }
  return (
    <FormModal
      opened
      title={t('analysis.view.save')}
      submitLabel={t('shell.words.save')}
      missing={form.missing}
      dirty={false}
      busy={false}
      onSubmit={() => form.submit(save)}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        maxLength={LONGEST_NAME}
        help={
          saved.views.some((view) => view.name === name.trim()) ? t('analysis.view.nameTaken') : undefined
        }
      />
      {day !== null && (
        <CheckField
          label={t('analysis.view.keepDay', { day })}
          help={t('analysis.view.keepDayHelp')}
          checked={keepsDay}
          onChange={(next) => form.change({ keepsDay: next })}
        />
      )}
    </FormModal>
  )
}
