import { useState } from 'react'
import { Button } from '../Button'
import { CheckField } from '../field/CheckField'
import { IconButton } from '../IconButton'
import { Popover } from '../Popover'
import { useText } from '../text'
import styles from './ColumnsMenu.module.css'
import type { Column } from './column'
import { type ColumnLayout, movedColumn, resizedColumn } from './column-layout'

const WIDTH_STEP_PX = 24
const PLAIN_WIDTH_PX = 140

export interface ColumnsMenuProps<Row> {
  /** In the present order, hidden ones too. */
  readonly columns: readonly Column<Row>[]
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout | null) => void
}

/** Show, hide, order and width of columns, all by buttons. The first column always stays. */
export function ColumnsMenu<Row>({ columns, layout, onLayout }: ColumnsMenuProps<Row>) {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const keys = columns.map((column) => column.key)
  const show = (key: string, shown: boolean) =>
    onLayout({
      ...layout,
      hidden: shown ? layout.hidden.filter((hidden) => hidden !== key) : [...layout.hidden, key],
    })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      align="end"
      label={t('kit.table.columns')}
      target={
        <Button size="small" icon="columns" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t('kit.table.columns')}
        </Button>
      }
    >
      <ul className={styles.list}>
        {columns.map((column, index) => (
          <li key={column.key} className={styles.line}>
            <span className={styles.name}>
              <CheckField
                label={column.title}
                checked={!layout.hidden.includes(column.key)}
                disabled={index === 0}
                onChange={(shown) => show(column.key, shown)}
              />
            </span>
            <IconButton
              icon="minus"
              size="small"
              label={t('kit.table.narrower', { column: column.title })}
              onClick={() => onLayout(resizedColumn(layout, column.key, PLAIN_WIDTH_PX, -WIDTH_STEP_PX))}
            />
            <IconButton
              icon="plus"
              size="small"
              label={t('kit.table.wider', { column: column.title })}
              onClick={() => onLayout(resizedColumn(layout, column.key, PLAIN_WIDTH_PX, WIDTH_STEP_PX))}
            />
            <IconButton
              icon="arrowUp"
              size="small"
              label={t('kit.table.moveLeft', { column: column.title })}
              onClick={() => onLayout({ ...layout, order: movedColumn(keys, column.key, -1) })}
            />
            <IconButton
              icon="arrowDown"
              size="small"
              label={t('kit.table.moveRight', { column: column.title })}
              onClick={() => onLayout({ ...layout, order: movedColumn(keys, column.key, 1) })}
            />
          </li>
        ))}
      </ul>
      <Button size="small" variant="quiet" onClick={() => onLayout(null)}>
        {t('kit.table.resetColumns')}
      </Button>
    </Popover>
  )
}
