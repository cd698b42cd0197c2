import { formatNumber } from '@coldkeep/phrases/format'
import { useMemo, useState } from 'react'
import { Button } from '../Button'
import { CheckField } from '../field/CheckField'
import { SEARCH_FROM } from '../field/SelectField'
import { TextField } from '../field/TextField'
import { Icon } from '../icons'
import { Popover } from '../Popover'
import { useLanguage, useText } from '../text'
import { type CellValue, type Column, cellText, orderOf } from './column'
import styles from './ValueFilter.module.css'

export interface ValueFilterProps<Row> {
  readonly column: Column<Row>
  readonly rows: readonly Row[]
  /** `null`: all values are let through. */
  readonly chosen: readonly string[] | null
  readonly onChange: (chosen: readonly string[] | null) => void
}

interface CountedValue {
  readonly value: string
  readonly text: string
  readonly count: number
}

/** Check boxes of the values of one column, each with how many rows have it. */
export function ValueFilter<Row>({ column, rows, chosen, onChange }: ValueFilterProps<Row>) {
  const t = useText()
  const language = useLanguage()
  const [opened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const values = useMemo(() => {
    const wording = (raw: CellValue) =>
      raw === null || raw === '' ? t('kit.table.noValue') : cellText(raw, column, language, t)
    return countValues(rows, column, wording, language)
  }, [rows, column, language, t])
  const checked = new Set(chosen ?? values.map(({ value }) => value))
  const shown = values.filter(({ text }) =>
    text.toLocaleLowerCase(language).includes(search.toLocaleLowerCase(language)),
  )
  const change = (next: ReadonlySet<string>) => onChange(next.size === values.length ? null : [...next])
  const toggle = (value: string, on: boolean) => {
    const next = new Set(checked)
    if (on) next.add(value)
    else next.delete(value)
    change(next)
  }
  const summary =
    chosen === null
      ? t('kit.table.filterAll', { column: column.title })
      : t('kit.table.filterSome', { column: column.title, chosen: checked.size, total: values.length })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      align="end"
      label={t('kit.table.filterBy', { column: column.title })}
      target={
        <button
          type="button"
          className={styles.pill}
          data-active={chosen !== null || undefined}
          aria-expanded={opened}
          aria-label={`${t('kit.table.filterBy', { column: column.title })}. ${summary}`}
          onClick={() => setOpened(!opened)}
        >
          <Icon name="filter" size={14} />
          <span>{summary}</span>
        </button>
      }
    >
      <div className={styles.panel}>
        {values.length >= SEARCH_FROM && (
          <TextField
            label={t('kit.table.search')}
            hideLabel
            icon="search"
            type="search"
            value={search}
            onChange={setSearch}
          />
        )}
        <div className={styles.both}>
          <Button size="small" variant="quiet" onClick={() => onChange(null)}>
            {t('kit.table.all')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => onChange([])}>
            {t('kit.table.none')}
          </Button>
        </div>
        <ul className={styles.values}>
          {shown.map(({ value, text, count }) => (
            <li key={value}>
              <CheckField
                label={
                  <span className={styles.value}>
                    <span>{text}</span>
                    <span className={styles.count}>{formatNumber(language, count)}</span>
                  </span>
                }
                checked={checked.has(value)}
                onChange={(on) => toggle(value, on)}
              />
            </li>
          ))}
          {shown.length === 0 && <li className={styles.none}>{t('kit.field.nothingFound')}</li>}
        </ul>
      </div>
    </Popover>
  )
}

function countValues<Row>(
  rows: readonly Row[],
  column: Column<Row>,
  wording: (raw: CellValue) => string,
  language: string,
): CountedValue[] {
  const counts = new Map<CellValue, number>()
  for (const row of rows) {
    const raw = column.value(row) ?? ''
    counts.set(raw, (counts.get(raw) ?? 0) + 1)
  }
  const collator = new Intl.Collator(language, { numeric: true })
  const values = orderOf(counts.keys(), column.kind, collator).distinct.filter((value) => value !== '')
  const listed = counts.has('') ? [...values, ''] : values
  return listed.map((raw) => ({ value: String(raw), text: wording(raw), count: counts.get(raw) ?? 0 }))
}
