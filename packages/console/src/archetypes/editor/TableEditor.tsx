import type { Answer, Call, Input } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import type { CallInput } from '../../api/transport'
import { useCall } from '../../api/use-call'
import { lazily } from '../../kit/lazily'
import type { Column } from '../../kit/table/column'
import { EditableTable } from '../../kit/table/EditableTable'
import type { OneRow } from '../../kit/table/row-selection'
import type { AnsweredRows } from '../../kit/table/row-source'
import { DEFAULT_PAGE_SIZE, type HeldView } from '../../kit/table/table-view'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { useAddressView } from '../../parts/use-address-view'
import { type ServedEditor, useServedList } from './use-served-list'
import { type RowForm, type RowWrites, useTableEditor } from './use-table-editor'

const loadDialogs = () => import('./EditorDialogs')
const EditorDialogs = lazily(loadDialogs, 'EditorDialogs')

/** Where the answer is not the rows, it has to be said how they come in it. */
type NeedsRowsOf<List extends Call> =
  Answer<List> extends readonly object[] ? unknown : { readonly rowsOf: unknown }

type AnsweredRow<List extends Call> =
  Answer<List> extends readonly (infer Row extends object)[] ? Row : object

/** What a page filters by, besides what the table itself requests. */
type PagedQuery<List extends Call> = Omit<Input<List>['query'], 'search' | 'sort' | 'page' | 'pageSize'>

/** The list that is edited. */
export type EditedList<List extends Call, Row extends object> = NeedsRowsOf<List> & {
  readonly call: List
  /** `null` while something that the list needs is not chosen yet. */
  readonly query?: Input<List>['query'] | PagedQuery<List> | null
  /** What is in the address of the call. */
  readonly params?: Input<List>['params']
  /** Keep it stable between renders. */
  readonly rowsOf?: (answer: Answer<List>) => readonly Row[]
  /** The service searches, sorts and pages; `query` then holds what the page filters by. Keep it stable. */
  readonly served?: ServedEditor
}

/** Another row is selected, or none; also when the page opens with one. */
interface EditorSelection<Row> extends Pick<OneRow<Row>, 'onChange' | 'onEnter' | 'onDelete'> {
  /** Key of a row that a window of the screen has just changed. */
  readonly marked?: string | null
}

export interface TableEditorProps<List extends Call, Row extends object, Draft extends object> {
  readonly title: string
  /** Names the table for what is remembered of it. */
  readonly tableKey: string
  /** Under this name its page, order and row are in the address; `t1` when left out. */
  readonly name?: string
  readonly list: EditedList<List, Row>
  readonly rowKey: (row: Row) => string
  /** What people call the row; its first column when left out. */
  readonly nameOf?: (row: Row) => string
  /** Keep it stable between renders. */
  readonly columns: (t: Translate) => readonly Column<Row>[]
  readonly form: RowForm<Row, Draft>
  /** What can be done with rows. */
  readonly writes: RowWrites<Row, Draft>
  readonly selection?: EditorSelection<Row>
  readonly rowActions?: (row: Row) => ReactNode
  /** Further buttons, at the right; `TableSearch` is one. */
  readonly tools?: ReactNode
  /** Controls next to New, Edit and Delete, such as what to list. */
  readonly children?: ReactNode
  /** What belongs here, when there are no rows at all. */
  readonly emptyTitle?: string
}

/** The table pattern of all settings: rows of a call, one form for New and Edit, Delete with a question. */
export function TableEditor<List extends Call, Draft extends object, Row extends object = AnsweredRow<List>>(
  props: TableEditorProps<List, Row, Draft>,
) {
  const { title, name = 't1', rowKey, columns, selection } = props
  const t = useText()
  const shownColumns = useMemo(() => columns(t), [columns, t])
  const view = useAddressView(name, shownColumns, DEFAULT_PAGE_SIZE)
  const { answered, isPaged } = useEditedRows(props.list, name, view)
  const { rows } = answered
  const selected = rows.find((row) => rowKey(row) === view.current.row) ?? null
  const editor = useTableEditor({
    ...props,
    rows,
    nameOf: props.nameOf ?? ((row) => String(shownColumns[0]?.value(row) ?? '')),
    list: props.list.call,
    keepsRow: isPaged,
  })
  const onSelect = selection?.onChange
  useEffect(() => {
    onSelect?.(selected)
  }, [onSelect, selected])
  useEffect(() => {
    // the table does not wait for its windows, and they open at once; what fails here is requested again then
    loadDialogs().catch(() => undefined)
  }, [])

  return (
    <div ref={editor.frame}>
      <EditableTable
        title={title}
        tableKey={props.tableKey}
        columns={shownColumns}
        rows={answered}
        rowKey={rowKey}
        view={{ ...view, marked: editor.marked ?? selection?.marked }}
        edits={{
          selected,
          lockedBecause: props.writes.lockedBecause,
          onNew: editor.onNew,
          onPaste: editor.onPaste,
          onEdit: acting(editor.onEdit),
          onDelete: acting(editor.onDelete),
        }}
        selection={{
          nameOf: props.nameOf,
          onEnter: acting(selection?.onEnter),
          onDelete: acting(selection?.onDelete),
        }}
        rowActions={props.rowActions}
        tools={props.tools}
        emptyTitle={props.emptyTitle}
      >
        {props.children}
      </EditableTable>
      <Suspense>{editor.open !== null && <EditorDialogs editor={editor} title={title} />}</Suspense>
    </div>
  )

  /** The row that is acted on is the selected one, also when it was only focused. */
  function acting(act: ((row: Row) => void) | undefined): ((row: Row) => void) | undefined {
    if (act === undefined) return undefined
    return (row) => {
      if (view.current.row !== rowKey(row)) view.onChange({ ...view.current, row: rowKey(row) })
      act(row)
    }
  }
}

/** Calls the list, whole or the page that the view shows. */
function useEditedRows<List extends Call, Row extends object>(
  list: EditedList<List, Row>,
  name: string,
  view: HeldView,
) {
  const { call, query, params, rowsOf } = list
  const { current, onChange } = view
  const served = useServedList<List, Row>({ ...list, list: call, name }, current)
  const baseQuery = { ...(query as object | undefined), ...served?.query }
  const input = { params, query: baseQuery } as unknown as CallInput<List>
  const answer = useCall(call, query === null ? null : input, { keepsPrevious: served !== null })
  const { data } = answer
  const rows = useMemo(() => {
    if (data === undefined) return []
    return rowsOf === undefined ? (data as unknown as readonly Row[]) : rowsOf(data)
  }, [data, rowsOf])
  const lastPage =
    served === null || data === undefined || answer.isPlaceholderData ? null : served.lastPageOf(data)
  useEffect(() => {
    // its last row was deleted, or the address is old
    if (lastPage !== null && current.page > lastPage) onChange({ ...current, page: lastPage })
  })
  const isOld = answer.isPlaceholderData && answer.isFetching
  const answered = tableRows(answer, rows)
  return {
    answered: {
      ...answered,
      state: data !== undefined && isOld ? 'refreshing' : answered.state,
      served: served?.rowsOf(data),
    } satisfies AnsweredRows<Row>,
    isPaged: served !== null,
  }
}
