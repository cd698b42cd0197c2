import { announce } from '../announce'
import { Button } from '../Button'
import { StatusTag } from '../StatusTag'
import { useText } from '../text'
import { DataTable, type DataTableProps } from './DataTable'
import styles from './EditableTable.module.css'
import type { OneRow } from './row-selection'
import { useCards } from './use-cards'

/** What can be done with rows. What is missing cannot be done here, or not by this reader. */
export interface RowEdits<Row> {
  readonly selected: Row | null
  readonly onNew?: () => void
  readonly onEdit?: (row: Row) => void
  readonly onDelete?: (row: Row) => void
  readonly onPaste?: () => void
  /** Why a row cannot be edited or deleted; `null` where it can. */
  readonly lockedBecause?: (row: Row) => string | null
  /** Why a row cannot be deleted; `null` where it can. */
  readonly staysBecause?: (row: Row) => string | null
}

export interface EditableTableProps<Row extends object>
  extends Omit<DataTableProps<Row>, 'onOpen' | 'empty' | 'selection'> {
  readonly edits: RowEdits<Row>
  /** `onDelete` is what the Delete key does where rows are taken out of use instead of being deleted. */
  readonly selection?: Omit<OneRow<Row>, 'of' | 'cardActions'>
  /** What belongs here, when there are no rows at all. */
  readonly emptyTitle?: string
}

/**
 * A table whose rows can be made, changed and deleted. Edit and Delete wait until a row is selected; where rows are
 * cards, they are on the selected card.
 */
export function EditableTable<Row extends object>(props: EditableTableProps<Row>) {
  const { edits, selection, emptyTitle, children, ...table } = props
  const { onNew, onEdit, onDelete } = edits
  const hasCards = useCards(table.columns.length)
  const t = useText()
  const unless = (reason: string | null, act: () => void) => (reason === null ? act() : announce(reason))
  return (
    <DataTable
      {...table}
      onOpen={onEdit && ((row) => unless(lockedReason(edits, row), () => onEdit(row)))}
      selection={{
        ...selection,
        of: 'one',
        onDelete: onDelete
          ? (row) => unless(keptReason(edits, row), () => onDelete(row))
          : selection?.onDelete,
        cardActions: (row) => <CardButtons edits={edits} row={row} />,
      }}
      empty={{
        title: emptyTitle ?? t('kit.state.noRows'),
        action: onNew && (
          <Button icon="plus" onClick={onNew}>
            {t('shell.words.new')}
          </Button>
        ),
      }}
    >
      <RowButtons edits={edits} hasCards={hasCards} />
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </DataTable>
  )
}

interface ButtonsProps<Row> {
  readonly edits: RowEdits<Row>
}

/** For all rows, and for the selected one where it has no card. */
function RowButtons<Row>({ edits, hasCards }: ButtonsProps<Row> & { readonly hasCards: boolean }) {
  const { selected, onNew, onEdit, onDelete, onPaste } = edits
  const t = useText()
  const reasonOf = (why: (edits: RowEdits<Row>, row: Row) => string | null) =>
    selected === null ? t('kit.table.selectFirst') : why(edits, selected)
  return (
    <>
      {!onNew && !onEdit && !onDelete && !onPaste && (
        <StatusTag status="locked" word={t('kit.table.readOnly')} />
      )}
      {onNew && (
        <Button size="small" icon="plus" variant="primary" onClick={onNew}>
          {t('shell.words.new')}
        </Button>
      )}
      {onEdit && !hasCards && (
        <Button
          size="small"
          icon="edit"
          disabledReason={reasonOf(lockedReason)}
          onClick={() => selected !== null && onEdit(selected)}
        >
          {t('shell.words.edit')}
        </Button>
      )}
      {onDelete && !hasCards && (
        <Button
          size="small"
          icon="remove"
          disabledReason={reasonOf(keptReason)}
          onClick={() => selected !== null && onDelete(selected)}
        >
          {t('shell.words.delete')}
        </Button>
      )}
      {onPaste && !hasCards && (
        <Button size="small" icon="table" onClick={onPaste}>
          {t('kit.table.paste')}
        </Button>
      )}
    </>
  )
}

function CardButtons<Row>({ edits, row }: ButtonsProps<Row> & { readonly row: Row }) {
  const { onEdit, onDelete } = edits
  const t = useText()
  return (
    <>
      {onEdit && (
        <Button icon="edit" disabledReason={lockedReason(edits, row)} onClick={() => onEdit(row)}>
          {t('shell.words.edit')}
        </Button>
      )}
      {onDelete && (
        <Button icon="remove" disabledReason={keptReason(edits, row)} onClick={() => onDelete(row)}>
          {t('shell.words.delete')}
        </Button>
      )}
    </>
  )
}

function lockedReason<Row>({ lockedBecause }: RowEdits<Row>, row: Row): string | null {
  return lockedBecause?.(row) ?? null
}

function keptReason<Row>(edits: RowEdits<Row>, row: Row): string | null {
  return lockedReason(edits, row) ?? edits.staysBecause?.(row) ?? null
}
