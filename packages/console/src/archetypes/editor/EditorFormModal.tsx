import type { Limits } from '@coldkeep/contract/wire/limits'
import type { ReactNode } from 'react'
import { FormModal } from '../../kit/dialog/FormModal'
import { useText } from '../../kit/text'
import { EditorFormFields, type EditorFormFieldsProps } from './EditorFormFields'
import type { PlainField, PlainValues } from './editor-field'
import type { useEditorForm } from './use-editor-form'

/** More fields than these are in two columns. */
const ONE_COLUMN_AT_MOST = 5

export interface EditorFormModalProps extends Pick<EditorFormFieldsProps, 'changed'> {
  readonly title: string
  readonly fields: readonly PlainField[]
  readonly form: ReturnType<typeof useEditorForm>
  readonly limits: ReadonlyMap<string, Limits>
  readonly busy: boolean
  /** The values are whole. */
  readonly onSubmit: (values: PlainValues) => void
  readonly onClose: () => void
  /** Above the fields. */
  readonly children?: ReactNode
}

/** The form of an editor in a dialog. */
export function EditorFormModal({
  title,
  fields,
  form,
  limits,
  changed,
  busy,
  onSubmit,
  onClose,
  children,
}: EditorFormModalProps) {
  const t = useText()
  return (
    <FormModal
      opened
      title={title}
      widthPx={fields.length > ONE_COLUMN_AT_MOST ? 560 : 350}
      submitLabel={t('shell.words.save')}
      missing={form.missing}
      dirty={form.isDirty}
      busy={busy}
      onSubmit={() => form.submit(onSubmit)}
      onClose={onClose}
    >
      {children}
      <EditorFormFields
        fields={fields}
        values={form.values}
        errors={form.errors}
        required={form.required}
        limits={limits}
        changed={changed}
        onChange={form.change}
        onLeave={form.leave}
      />
    </FormModal>
  )
}
