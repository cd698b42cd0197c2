import type { Call } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { useText } from '../../kit/text'
import { mayCall, useSession } from '../../site/session'
import { readDraft } from '../stored-draft'
import {
  type DraftValues,
  type EditorFields,
  type PlainField,
  type PlainValues,
  plainFields,
} from './editor-field'
import { useExpectedMark } from './marked-row'
import {
  type CreateCall,
  createCall,
  type RemoveCall,
  type RowCall,
  removeCall,
  type UpdateCall,
  updateCall,
} from './row-call'
import { useFocusAfterDelete } from './use-focus-after-delete'

/** The form that New and Edit open. Keep its functions stable between renders. */
export interface RowForm<Row extends object, Draft extends object> {
  readonly fields: EditorFields<Draft>
  /** What a new row starts from. */
  readonly blank: DraftValues<Draft>
  /** What the form starts from when a row is edited; the row itself when left out. */
  readonly draftOf?: (row: Row) => DraftValues<Draft>
  /** Rules over several fields, in words at the fields. */
  readonly check?: (values: DraftValues<Draft>, t: Translate) => FieldFaults
}

/** How rows are written. A call that the reader may not make offers no button. */
export interface RowWrites<Row extends object, Draft extends object> {
  readonly create?: CreateCall<Draft>
  /** Rows out of a spreadsheet. */
  readonly paste?: CreateCall<Draft>
  readonly update?: UpdateCall<Row, Draft>
  readonly remove?: RemoveCall<Row>
  /** What else goes when the row is deleted. */
  readonly consequence?: (row: Row) => ReactNode
  /** Why a row cannot be edited or deleted by the reader; `null` where it can. */
  readonly lockedBecause?: (row: Row) => string | null
  /** Reads of other parts of the page that a change makes old. */
  readonly alsoChanges?: readonly Call[]
}

export interface TableEditorInput<Row extends object, Draft extends object> {
  readonly tableKey: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly list: Call
  readonly form: RowForm<Row, Draft>
  readonly writes: RowWrites<Row, Draft>
  /** The list comes page by page: a row that has gone from the page is still there. */
  readonly keepsRow?: boolean
}

/** Which window of the editor is open. */
export type OpenDialog =
  | { readonly kind: 'new'; readonly kept?: PlainValues }
  | {
      readonly kind: 'edit'
      readonly key: string
      readonly kept?: PlainValues
      readonly from?: PlainValues
    }
  | { readonly kind: 'delete'; readonly key: string }
  | { readonly kind: 'paste' }

/** What the windows need to know, without the types of the row and its draft. */
export interface EditorControl {
  readonly open: OpenDialog | null
  readonly fields: readonly PlainField[]
  readonly blank: PlainValues
  readonly check: (values: PlainValues) => FieldFaults
  readonly invalidates: readonly Call[]
  readonly draftName: string
  readonly create: RowCall<[readonly PlainValues[]]> | null
  readonly paste: RowCall<[readonly PlainValues[]]> | null
  readonly update: RowCall<[PlainValues, PlainValues]> | null
  readonly remove: RowCall<[PlainValues]> | null
  /** The row that a window is about; `null` when it is no longer there. */
  readonly subject: {
    readonly row: PlainValues
    readonly name: string
    readonly draft: PlainValues
    readonly consequence?: ReactNode
  } | null
  readonly onSend: () => void
  readonly onDone: () => void
  readonly onClose: () => void
}

export function useTableEditor<Row extends object, Draft extends object>(
  input: TableEditorInput<Row, Draft>,
) {
  const { tableKey, rows, rowKey, nameOf, list } = input
  const { fields, blank, check, draftOf } = input.form
  const { alsoChanges, consequence } = input.writes
  const t = useText()
  const session = useSession()
  const frame = useRef<HTMLDivElement>(null)
  const writings = useRowCalls(input.writes)
  const [open, setOpen] = useState<OpenDialog | null>(() => readDraft<OpenDialog>(tableKey)?.content ?? null)
  const [settled, settle] = useExpectedMark(rows, rowKey)
  const neighbour = useFocusAfterDelete(frame, open === null)

  const listed = open !== null && 'key' in open ? rows.find((one) => rowKey(one) === open.key) : undefined
  const row = useKeptRow(listed, open, input.keepsRow ?? false)
  const may = (rowCall: { readonly call: Call } | null) => rowCall !== null && mayCall(rowCall.call, session)
  const control: EditorControl = {
    open,
    fields: useMemo(() => plainFields(fields(t)), [fields, t]),
    blank: blank as PlainValues,
    check: useMemo(
      () => (values: PlainValues) => check?.(values as unknown as DraftValues<Draft>, t) ?? {},
      [check, t],
    ),
    invalidates: useMemo(() => [list, ...(alsoChanges ?? [])], [list, alsoChanges]),
    draftName: tableKey,
    ...writings,
    subject:
      row === undefined
        ? null
        : {
            row: row as unknown as PlainValues,
            name: nameOf(row),
            draft: (draftOf?.(row) ?? row) as unknown as PlainValues,
            consequence: consequence?.(row),
          },
    onSend: () => settle(open?.kind === 'edit' ? { key: open.key } : 'new rows'),
    onDone: () => {
      settle('now')
      setOpen(null)
    },
    onClose: () => setOpen(null),
  }
  return {
    ...control,
    frame,
    marked: settled,
    onNew: may(writings.create) ? () => setOpen({ kind: 'new' }) : undefined,
    onPaste: may(writings.paste) ? () => setOpen({ kind: 'paste' }) : undefined,
    onEdit: may(writings.update) ? (one: Row) => setOpen({ kind: 'edit', key: rowKey(one) }) : undefined,
    onDelete: may(writings.remove)
      ? (one: Row) => {
          neighbour.note(rowKey(one))
          setOpen({ kind: 'delete', key: rowKey(one) })
        }
      : undefined,
  }
}

function useRowCalls<Row extends object, Draft extends object>(writes: RowWrites<Row, Draft>) {
  const { create, paste, update, remove } = writes
  // Once past their types, rows and drafts are values by name.
  return useMemo(
    () => ({
      create: create ? (createCall(create) as unknown as EditorControl['create']) : null,
      paste: paste ? (createCall(paste) as unknown as EditorControl['paste']) : null,
      update: update ? (updateCall(update) as unknown as EditorControl['update']) : null,
      remove: remove ? (removeCall(remove) as unknown as EditorControl['remove']) : null,
    }),
    [create, paste, update, remove],
  )
}

/** The row under an open window; where the list comes page by page also once it has gone to another page. */
function useKeptRow<Row>(listed: Row | undefined, open: OpenDialog | null, keeps: boolean): Row | undefined {
  const kept = useRef<Row | undefined>(undefined)
  if (open === null) kept.current = undefined
  else if (listed !== undefined) kept.current = listed
  return listed ?? (keeps ? kept.current : undefined)
}
