import { useCallback, useMemo } from 'react'
import { useText } from '../../kit/text'
import { issuesOf } from './call-rules'
import { DeleteDialog } from './DeleteDialog'
import { EditDialog } from './EditDialog'
import type { PlainValues } from './editor-field'
import { PasteDialog } from './PasteDialog'
import type { RowCall } from './row-call'
import type { EditorControl } from './use-table-editor'

export interface EditorDialogsProps {
  readonly editor: EditorControl
  readonly title: string
}

/** The window that is open over the table, if any. */
export function EditorDialogs({ editor, title }: EditorDialogsProps) {
  const { open, subject, create, paste, update, remove } = editor
  if (open === null) return null
  if (open.kind === 'new' && create !== null) return <NewRow editor={editor} title={title} create={create} />
  if (open.kind === 'paste' && paste !== null)
    return <PasteRows editor={editor} title={title} create={paste} />
  if (subject === null) return null
  if (open.kind === 'edit' && update !== null) return <ChangedRow {...{ editor, subject, update }} />
  if (open.kind === 'delete' && remove !== null) {
    return (
      <DeleteDialog
        {...editor}
        call={remove.call}
        input={remove.inputOf(subject.row)}
        name={subject.name}
        consequence={subject.consequence}
      />
    )
  }
  return null
}

interface WithCreate extends EditorDialogsProps {
  readonly create: RowCall<[readonly PlainValues[]]>
}

function NewRow({ editor, title, create }: WithCreate) {
  const t = useText()
  const write = useMemo(
    () => ({ call: create.call, inputOf: (values: PlainValues) => create.inputOf([values]) }),
    [create],
  )
  const draftOf = useCallback((kept: PlainValues) => ({ kind: 'new', kept }), [])
  return (
    <EditDialog
      {...editor}
      title={t('kit.table.newTitle', { title })}
      initial={editor.blank}
      kept={keptOf(editor)}
      write={write}
      draftOf={draftOf}
    />
  )
}

function ChangedRow(props: {
  editor: EditorControl
  subject: NonNullable<EditorControl['subject']>
  update: NonNullable<EditorControl['update']>
}) {
  const { editor, subject, update } = props
  const t = useText()
  const { row } = subject
  const write = useMemo(
    () => ({ call: update.call, inputOf: (values: PlainValues) => update.inputOf(row, values) }),
    [update, row],
  )
  const key = editor.open?.kind === 'edit' ? editor.open.key : ''
  const draftOf = useCallback(
    (kept: PlainValues, from: PlainValues) => ({ kind: 'edit', key, kept, from }),
    [key],
  )
  return (
    <EditDialog
      {...editor}
      title={t('kit.table.editTitle', { name: subject.name })}
      initial={subject.draft}
      kept={keptOf(editor)}
      from={editor.open?.kind === 'edit' ? editor.open.from : undefined}
      write={write}
      draftOf={draftOf}
    />
  )
}

function PasteRows({ editor, title, create }: WithCreate) {
  const t = useText()
  const issuesOfValues = useCallback(
    (values: PlainValues) => issuesOf(create.call, create.inputOf([values])),
    [create],
  )
  return (
    <PasteDialog
      {...editor}
      title={t('kit.table.pasteTitle', { title })}
      initial={editor.blank}
      issuesOfValues={issuesOfValues}
      write={create}
    />
  )
}

/** A draft that was taken up again starts from the blank values where secrets were left out of it. */
function keptOf({ open, blank, subject }: EditorControl): PlainValues | undefined {
  if (open === null || !('kept' in open) || open.kept === undefined) return undefined
  return { ...(subject?.draft ?? blank), ...open.kept }
}
