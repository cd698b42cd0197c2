import type { Answer, Call, Input } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import type { CallInput } from '../../api/transport'
import { useCall } from '../../api/use-call'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { lazily } from '../../kit/lazily'
import type { Column } from '../../kit/table/column'
import { EditableTable } from '../../kit/table/EditableTable'
import type { TableView } from '../../kit/table/table-view'
import { DEFAULT_PAGE_SIZE } from '../../kit/table/table-view'
import { useText } from '../../kit/text'
import { viewFromAddress, viewToAddress } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import type { DraftValues, EditorFields } from './editor-field'
import { type ServedEditor, useServedList } from './use-served-list'
import { useTableEditor } from './use-table-editor'
import type { CreateWriting, RemoveWriting, UpdateWriting } from './writing'

const loadDialogs = () => import('./EditorDialogs')
const EditorDialogs = lazily(loadDialogs, 'EditorDialogs')

/** Where the answer is not the rows, it has to be said how they stand in it. */
type NeedsRowsOf<List extends Call> =
  Answer<List> extends readonly object[] ? unknown : { readonly rowsOf: unknown }

type AnsweredRow<List extends Call> =
  Answer<List> extends readonly (infer Row extends object)[] ? Row : object

export type TableEditorProps<
  List extends Call,
  Row extends object,
  Draft extends object,
> = NeedsRowsOf<List> & {
  /** Keep it stable between renders. */
  readonly rowsOf?: (answer: Answer<List>) => readonly Row[]
  readonly title: string
  /** Names the table for what is remembered of it. */
  readonly tableKey: string
  /** Under this name its page, order and row stand in the address; `t1` when left out. */
  readonly name?: string
  readonly list: List
  /** `null` while something that the list needs is not chosen yet. */
  readonly query?: Input<List>['query'] | PagedQuery<List> | null
  /** What stands in the address of the list. */
  readonly params?: Input<List>['params']
  readonly rowKey: (row: Row) => string
  /** What people call the row; its first column when left out. */
  readonly nameOf?: (row: Row) => string
  /** What can be done. A call that the reader may not make offers no button. */
  readonly create?: CreateWriting<Draft>
  readonly update?: UpdateWriting<Row, Draft>
  readonly remove?: RemoveWriting<Row>
  /** Reads of other parts of the page that a change makes old. */
  readonly alsoChanges?: readonly Call[]
  /** Keep these functions stable between renders. */
  readonly columns: (t: Translate) => readonly Column<Row>[]
  readonly fields: EditorFields<Draft>
  /** What a new row starts from. */
  readonly blank: DraftValues<Draft>
  /** What the form starts from when a row is edited; the row itself when left out. */
  readonly draftOf?: (row: Row) => DraftValues<Draft>
  /** Rules over several fields, in words at the fields. */
  readonly check?: (values: DraftValues<Draft>, t: Translate) => FieldFaults
  /** What else goes when the row is deleted. */
  readonly consequence?: (row: Row) => ReactNode
  /** Why a row cannot be edited or deleted by the reader; `null` where it can. */
  readonly lockedBecause?: (row: Row) => string | null
  /** Offers to paste rows out of a spreadsheet; needs `create`. */
  readonly withPaste?: boolean
  readonly filterColumn?: string
  readonly pageSize?: number
  readonly searchable?: boolean
  /** The service searches, sorts and pages; `query` then holds what the page filters by. Keep it stable. */
  readonly served?: ServedEditor
  /** Controls beside New, Edit and Delete, such as what to list. */
  readonly toolbar?: ReactNode
  /** Further buttons, at the right. */
  readonly tools?: ReactNode
  readonly rowActions?: (row: Row) => ReactNode
  /** What belongs here, when there are no rows at all. */
  readonly emptyTitle?: string
  /** Enter goes on to what hangs on the row, such as the next pane; the row is selected then. F2 edits. */
  readonly onEnter?: (row: Row) => void
  /** Where rows are taken out of use instead of being deleted: what the Delete key does. */
  readonly onDeleteKey?: (row: Row) => void
  /** Key of a row that a window of the screen has just changed. */
  readonly marked?: string | null
  /** Another row is selected, or none; also when the page opens with one. */
  readonly onSelect?: (row: Row | null) => void
}

/** What a page filters by, beside what the table asks for by itself. */
type PagedQuery<List extends Call> = Omit<Input<List>['query'], 'search' | 'sort' | 'page' | 'pageSize'>

/** The table pattern of all settings: rows of a call, one form for New and Edit, Delete with a question. */
export function TableEditor<List extends Call, Draft extends object, Row extends object = AnsweredRow<List>>(
  props: TableEditorProps<List, Row, Draft>,
) {
  const { title, tableKey, list, query, rowKey, columns, pageSize = DEFAULT_PAGE_SIZE, onSelect } = props
  const t = useText()
  const shownColumns = useMemo(() => columns(t), [columns, t])
  const [view, setView] = useAddressView(props.name ?? 't1', shownColumns, pageSize)
  const served = useServedList<List, Row>(props, view)
  const asked = { ...(query as object | undefined), ...served?.query }
  const input = { params: props.params, query: asked } as unknown as CallInput<List>
  const answer = useCall(list, query === null ? null : input, { keepsPrevious: served !== null })
  const rows = useMemo(() => {
    if (answer.data === undefined) return []
    return props.rowsOf === undefined ? (answer.data as readonly Row[]) : props.rowsOf(answer.data)
  }, [answer.data, props.rowsOf])
  const lastPage =
    served === null || answer.data === undefined || answer.isPlaceholderData
      ? null
      : served.lastPageOf(answer.data)
  useEffect(() => {
    // its last row was deleted, or the address is old
    if (lastPage !== null && view.page > lastPage) setView({ ...view, page: lastPage })
  })
  const selected = rows.find((row) => rowKey(row) === view.row) ?? null
  const editor = useTableEditor({
    ...props,
    rows,
    nameOf: props.nameOf ?? firstColumn,
    keepsRow: served !== null,
  })
  useEffect(() => {
    onSelect?.(selected)
  }, [onSelect, selected])
  useEffect(() => {
    // the table does not wait for its windows, and they open at once; what fails here is asked for again then
    loadDialogs().catch(() => undefined)
  }, [])

  return (
    <div ref={editor.frame}>
      <EditableTable
        title={title}
        tableKey={tableKey}
        columns={shownColumns}
        rows={rows}
        rowKey={rowKey}
        nameOf={props.nameOf}
        filterColumn={props.filterColumn}
        pageSize={pageSize}
        view={view}
        onView={setView}
        selected={selected}
        onSelect={noteSelection}
        marked={editor.marked ?? props.marked}
        searchable={props.searchable}
        served={served?.rowsOf(answer.data)}
        toolbar={props.toolbar}
        tools={props.tools}
        rowActions={props.rowActions}
        emptyTitle={props.emptyTitle}
        state={stateOf()}
        onRetry={() => void answer.refetch()}
        onNew={editor.onNew}
        onEdit={acting(editor.onEdit)}
        onDelete={acting(editor.onDelete)}
        lockedBecause={props.lockedBecause}
        onDeleteKey={acting(props.onDeleteKey)}
        onEnter={acting(props.onEnter)}
        onPaste={editor.onPaste}
      />
      <Suspense>{editor.open !== null && <EditorDialogs editor={editor} title={title} />}</Suspense>
    </div>
  )

  /** The row that is acted on is the selected one, also when it was only focused. */
  function acting(act: ((row: Row) => void) | undefined): ((row: Row) => void) | undefined {
    if (act === undefined) return undefined
    return (row) => {
      if (view.row !== rowKey(row)) setView({ ...view, row: rowKey(row) })
      act(row)
    }
  }

  function firstColumn(row: Row): string {
    return String(shownColumns[0]?.value(row) ?? '')
  }

  function stateOf() {
    if (answer.data === undefined) return answer.isError ? 'failed' : answer.isLoading ? 'loading' : 'ready'
    return answer.isPlaceholderData && answer.isFetching ? 'refreshing' : 'ready'
  }
}

/** The selection stands in the address with the rest of the view; the table only has to know that rows can be selected. */
function noteSelection(): void {}

function useAddressView<Row>(
  name: string,
  columns: readonly Column<Row>[],
  pageSize: number,
): [TableView, (view: TableView) => void] {
  const [parameters, changeAddress] = useAddress()
  const view = viewFromAddress(name, parameters, pageSize, (key) => columns.some((one) => one.key === key))
  return [view, (next) => changeAddress(viewToAddress(name, next, pageSize), 'replace')]
}
