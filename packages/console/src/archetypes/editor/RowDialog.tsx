import { limitsIn } from '@coldkeep/contract/wire/limits'
import { useMemo, useState } from 'react'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import type { issuesOf } from './call-rules'
import { EditorFormModal } from './EditorFormModal'
import type { PlainField, PlainValues } from './editor-field'
import { useEditorForm } from './use-editor-form'

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
    <EditorFormModal
      title={title}
      fields={fields}
      form={form}
      limits={limits}
      busy={false}
      onSubmit={onTake}
      onClose={onClose}
    />
  )
}
