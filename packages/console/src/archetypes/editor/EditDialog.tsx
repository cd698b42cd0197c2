import type { Call } from '@coldkeep/contract/call'
import { useCallback, useEffect, useMemo } from 'react'
import { isRowChanged } from '../../api/call-problem'
import { markStale } from '../../api/mark-stale'
import { useSend } from '../../api/use-call'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { dropDraft, keepDraft } from '../stored-draft'
import { issuesOf, limitsOfCall } from './call-rules'
import { EditorFormModal } from './EditorFormModal'
import styles from './editor.module.css'
import type { PlainField, PlainValues } from './editor-field'
import { faultsOfRefusal } from './field-faults'
import type { RowCall } from './row-call'
import { useEditorForm } from './use-editor-form'
import { usePresentRow } from './use-present-row'

export interface EditDialogProps {
  readonly title: string
  readonly fields: readonly PlainField[]
  readonly initial: PlainValues
  readonly kept?: PlainValues
  /** What that draft was begun from. */
  readonly from?: PlainValues
  readonly write: RowCall<[values: PlainValues]>
  readonly check: (values: PlainValues) => FieldFaults
  readonly invalidates: readonly Call[]
  /** Under this name what was typed is kept until it is sent or thrown away. */
  readonly draftName: string
  /** What is needed to open the dialog again, besides the values. */
  readonly draftOf: (values: PlainValues, from: PlainValues) => unknown
  /** About to be sent. */
  readonly onSend: () => void
  /** Sent, and what is on screen has been read again. */
  readonly onDone: (answer: unknown) => void
  readonly onClose: () => void
}

/** One form in one dialog; it stays, with all that was typed, until the service has taken it. */
export function EditDialog(props: EditDialogProps) {
  const { title, fields, write, draftName, draftOf, onSend, onDone, onClose } = props
  const t = useText()
  const issuesOfValues = useCallback(
    (values: PlainValues) => issuesOf(write.call, write.inputOf(values)),
    [write],
  )
  const form = useEditorForm({ ...props, issuesOfValues })
  const limits = useMemo(() => limitsOfCall(write.call), [write.call])
  const { base, changed } = usePresentRow({
    fields,
    present: props.initial,
    from: props.from,
    values: form.values,
    onMerge: form.merge,
  })
  const end = (answer: unknown) => {
    dropDraft(draftName)
    onDone(answer)
  }
  const send = useSend(write.call, { invalidates: props.invalidates, onDone: end, showsPresent: true })
  const isChanged = isRowChanged(send.error) || Object.keys(changed).length > 0

  useEffect(() => {
    if (!form.isDirty || send.isSuccess) return
    keepDraft(draftName, draftOf(withoutSecrets(form.values, fields), withoutSecrets(base, fields)))
  }, [form.isDirty, form.values, base, fields, draftName, draftOf, send.isSuccess])

  const submit = (values: PlainValues) => {
    onSend()
    send.mutate(write.inputOf(values), {
      onError: (problem) => {
        form.refuse(faultsOfRefusal(problem.fields, fields, t))
        // the current values come with the list, and so does the revision that the next try has to carry
        if (isRowChanged(problem)) markStale(props.invalidates)
      },
    })
  }
  return (
    <EditorFormModal
      title={title}
      fields={fields}
      form={form}
      limits={limits}
      changed={changed}
      busy={send.isPending}
      onSubmit={submit}
      onClose={() => {
        dropDraft(draftName)
        onClose()
      }}
    >
      {isChanged && (
        <p role="status" className={styles.changedNote}>
          {t('kit.present.note')}
        </p>
      )}
    </EditorFormModal>
  )
}

function withoutSecrets(values: PlainValues, fields: readonly PlainField[]): PlainValues {
  const secrets = new Set(fields.filter(({ kind }) => kind === 'password').map(({ key }) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.has(key)))
}
