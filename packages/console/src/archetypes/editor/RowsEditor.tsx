import { issuesIn } from '@coldkeep/contract/wire/issues'
import type { Translate } from '@coldkeep/phrases/keys'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import type { Column } from '../../kit/table/column'
import type { EditableTable as Table } from '../../kit/table/EditableTable'
import { initialView } from '../../kit/table/table-view'
import { useText } from '../../kit/text'
import { type DraftValues, type EditorFields, type PlainValues, plainFields } from './editor-field'
import { useRowMark } from './marked-row'
import { useFocusAfterDelete } from './use-focus-after-delete'

// a task in steps shows it in few of them
const EditableTable = lazily(
  () => import('../../kit/table/EditableTable'),
  'EditableTable',
) as unknown as typeof Table
// opened by few of those who look at the rows
const RowDialog = lazily(() => import('./RowDialog'), 'RowDialog')
const RemoveQuestion = lazily(() => import('./RemoveQuestion'), 'RemoveQuestion')
const PAGE_SIZE = 20
/** Of a table that is on its way. */
const TABLE_HEIGHT_PX = 200

/** The form that New and Edit open. */
interface OwnRowForm<Row extends object, Draft extends object> {
  /** Keep this function stable between renders. */
  readonly fields: EditorFields<Draft>
  /** What a new row starts from. */
  readonly blank: DraftValues<Draft>
  readonly draftOf: (row: Row) => DraftValues<Draft>
  /** The row that a draft makes; `null`: of a new one. */
  readonly rowOf: (draft: Draft, before: Row | null) => Row
  /** What a whole row is. */
  readonly shape: z.ZodMiniType
  readonly check?: (values: DraftValues<Draft>, t: Translate, before: Row | null) => FieldFaults
}

export interface RowsEditorProps<Row extends object, Draft extends object> {
  readonly title: string
  readonly tableKey: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** Keep it stable between renders. */
  readonly columns: (t: Translate) => readonly Column<Row>[]
  readonly form: OwnRowForm<Row, Draft>
  /** A row was made or changed. Left out where nothing can be changed here. */
  readonly onPut?: (row: Row, before: Row | null) => void
  /** A row is to be removed; the reader has confirmed it by name. */
  readonly onRemove?: (row: Row) => void
  /** Why a row cannot be deleted; `null` where it can. */
  readonly staysBecause?: (row: Row) => string | null
  /** What else goes when the row is deleted. */
  readonly consequence?: (row: Row) => ReactNode
  readonly rowActions?: (row: Row) => ReactNode
  readonly emptyTitle: string
}

/** The table pattern over rows that belong to something larger, which is sent as a whole. */
export function RowsEditor<Row extends object, Draft extends object>(props: RowsEditorProps<Row, Draft>) {
  const { rows, rowKey, columns, form, onPut, onRemove, nameOf, title } = props
  const { fields } = form
  const t = useText()
  const [view, setView] = useState(() => initialView(PAGE_SIZE))
  const [open, setOpen] = useState<{ readonly row: Row | null } | null>(null)
  const [leaving, setLeaving] = useState<Row | null>(null)
  const [marked, mark] = useRowMark()
  const frame = useRef<HTMLDivElement>(null)
  const neighbour = useFocusAfterDelete(frame, leaving === null)
  const shownColumns = useMemo(() => columns(t), [columns, t])
  const plain = useMemo(() => plainFields(fields(t)), [fields, t])
  const selected = rows.find((row) => rowKey(row) === view.row) ?? null
  const before = open?.row ?? null
  const rowOf = (values: PlainValues) => form.rowOf(values as unknown as Draft, before)
  const confirmRemoval = (row: Row) => {
    neighbour.note(rowKey(row))
    setView({ ...view, row: rowKey(row) })
    setLeaving(row)
  }
  const edit = (row: Row) => {
    setView({ ...view, row: rowKey(row) })
    setOpen({ row })
  }
  return (
    <div ref={frame}>
      <Suspense fallback={<Skeleton height={TABLE_HEIGHT_PX} />}>
        <EditableTable<Row>
          title={title}
          tableKey={props.tableKey}
          columns={shownColumns}
          rows={rows}
          rowKey={rowKey}
          pageSize={PAGE_SIZE}
          view={{ current: view, onChange: setView, marked }}
          edits={{
            selected,
            onNew: onPut && (() => setOpen({ row: null })),
            onEdit: onPut && edit,
            onDelete: onRemove && confirmRemoval,
            staysBecause: props.staysBecause,
          }}
          selection={{ nameOf }}
          rowActions={props.rowActions}
          emptyTitle={props.emptyTitle}
        />
      </Suspense>
      <Suspense>
        {open !== null && onPut !== undefined && (
          <RowDialog
            title={
              before === null
                ? t('kit.table.newTitle', { title })
                : t('kit.table.editTitle', { name: nameOf(before) })
            }
            fields={plain}
            initial={(before === null ? form.blank : form.draftOf(before)) as PlainValues}
            shape={form.shape}
            issuesOfValues={(values) => issuesIn(form.shape, rowOf(values))}
            check={(values) => form.check?.(values as unknown as DraftValues<Draft>, t, before) ?? {}}
            onTake={(values) => {
              const row = rowOf(values)
              onPut(row, before)
              mark(rowKey(row))
              setOpen(null)
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      <Suspense>
        {leaving !== null && onRemove !== undefined && (
          <RemoveQuestion
            name={nameOf(leaving)}
            consequence={props.consequence?.(leaving)}
            onConfirm={() => {
              onRemove(leaving)
              setLeaving(null)
            }}
            onCancel={() => setLeaving(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
