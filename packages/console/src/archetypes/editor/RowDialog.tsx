import { limitsIn } from '@coldkeep/contract/wire/limits'
import { useMemo, useState } from 'react'
import { FormModal } from '../../kit/dialog/FormModal'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import type { issuesOf } from './call-rules'
import { EditorFormFields } from './EditorFormFields'
import type { PlainField, PlainValues } from './editor-field'
import { useEditorForm } from './use-editor-form'

const ONE_COLUMN_AT_MOST = 5

export interface RowDialogProps {
  readonly title: string
  readonly fields: readonly PlainField[]
  readonly initial: PlainValues
  /** What a whole row is. */
  readonly shape: object
  readonly issuesOfValues: (values: PlainValues) => ReturnType<typeof issuesOf>
  readonly check: (values: PlainValues) => FieldFaults
  readonly onTake: (values: PlainValues) => void
  readonly onClose: () => void
}

/** The form of one row that is kept with others; nothing is sent. */
export function RowDialog(props: RowDialogProps) {
  const { title, fields, shape, onTake, onClose } = props
  const t = useText()
  // what the form was opened with stays what it is measured against
  const [rules] = useState(props)
  const form = useEditorForm({
    fields,
    initial: rules.initial,
    issuesOfValues: rules.issuesOfValues,
    check: rules.check,
  })
  const limits = useMemo(() => limitsIn(shape), [shape])
  return (
    <FormModal
      opened
      title={title}
      widthPx={fields.length > ONE_COLUMN_AT_MOST ? 560 : 350}
      submitLabel={t('shell.words.save')}
      missing={form.missing}
      dirty={form.isDirty}
      busy={false}
      onSubmit={() => form.submit(onTake)}
      onClose={onClose}
    >
      <EditorFormFields
        fields={fields}
        values={form.values}
        errors={form.errors}
        required={form.required}
        limits={limits}
        onChange={form.change}
        onLeave={form.leave}
      />
    </FormModal>
  )
}
