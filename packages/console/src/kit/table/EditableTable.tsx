import type { ReactNode } from 'react'
import { announce } from '../announce'
import { Button } from '../Button'
import { StatusTag } from '../StatusTag'
import { useText } from '../text'
import { DataTable, type DataTableProps } from './DataTable'
import styles from './EditableTable.module.css'
import { useCards } from './use-cards'

export interface EditableTableProps<Row extends object>
  extends Omit<
    DataTableProps<Row>,
    'toolbar' | 'onOpen' | 'onDelete' | 'cardActions' | 'empty' | 'onSelect'
  > {
  readonly selected: Row | null
  readonly onSelect: (row: Row | null) => void
  /** What is missing cannot be done here, or not by this reader. */
  readonly onNew?: () => void
  readonly onEdit?: (row: Row) => void
  readonly onDelete?: (row: Row) => void
  /** Why a row cannot be edited or deleted; `null` where it can. */
  readonly lockedBecause?: (row: Row) => string | null
  /** Why a row cannot be deleted; `null` where it can. */
  readonly staysBecause?: (row: Row) => string | null
  /** What the Delete key does where there is no Delete, because rows are taken out of use instead. */
  readonly onDeleteKey?: (row: Row) => void
  readonly onPaste?: () => void
  /** Controls of the screen, after the buttons for rows. */
  readonly toolbar?: ReactNode
  /** What belongs here, when there are no rows at all. */
  readonly emptyTitle?: string
}

/**
 * A table whose rows can be made, changed and deleted. Edit and Delete wait until a row is selected; where rows are
 * cards, they stand on the selected card.
 */
export function EditableTable<Row extends object>(props: EditableTableProps<Row>) {
  const { selected, onNew, onEdit, onDelete, onPaste, toolbar, emptyTitle, ...others } = props
  const { lockedBecause, staysBecause, onDeleteKey, ...table } = others
  const t = useText()
  const hasCards = useCards(table.columns.length)
  const isReadOnly = !onNew && !onEdit && !onDelete && !onPaste
  const reason = selected === null ? t('kit.table.selectFirst') : null
  const lockedReason = (row: Row) => lockedBecause?.(row) ?? null
  const keptReason = (row: Row) => lockedReason(row) ?? staysBecause?.(row) ?? null
  const pressEdit = (row: Row) => {
    const locked = lockedReason(row)
    if (locked === null) onEdit?.(row)
    else announce(locked)
  }
  const pressDelete = (row: Row) => {
    const kept = keptReason(row)
    if (kept === null) onDelete?.(row)
    else announce(kept)
  }
  return (
    <DataTable
      {...table}
      onOpen={onEdit && pressEdit}
      onDelete={onDelete === undefined ? onDeleteKey : pressDelete}
      toolbar={
        <>
          {isReadOnly && <StatusTag status="locked" word={t('kit.table.readOnly')} />}
          {onNew && (
            <Button size="small" icon="plus" variant="primary" onClick={onNew}>
              {t('shell.words.new')}
            </Button>
          )}
          {onEdit && !hasCards && (
            <Button
              size="small"
              icon="edit"
              disabledReason={selected === null ? reason : lockedReason(selected)}
              onClick={() => selected !== null && onEdit(selected)}
            >
              {t('shell.words.edit')}
            </Button>
          )}
          {onDelete && !hasCards && (
            <Button
              size="small"
              icon="remove"
              disabledReason={selected === null ? reason : keptReason(selected)}
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
          {toolbar !== undefined && <div className={styles.more}>{toolbar}</div>}
        </>
      }
      cardActions={
        onEdit || onDelete
          ? (row) => (
              <>
                {onEdit && (
                  <Button icon="edit" disabledReason={lockedReason(row)} onClick={() => onEdit(row)}>
                    {t('shell.words.edit')}
                  </Button>
                )}
                {onDelete && (
                  <Button icon="remove" disabledReason={keptReason(row)} onClick={() => onDelete(row)}>
                    {t('shell.words.delete')}
                  </Button>
                )}
              </>
            )
          : undefined
      }
      empty={{
        title: emptyTitle ?? t('kit.state.noRows'),
        action: onNew && (
          <Button icon="plus" onClick={onNew}>
            {t('shell.words.new')}
          </Button>
        ),
      }}
    />
  )
}
