import { daySheetsCsv, MOST_FILE_STORES } from '@coldkeep/contract/areas/day-sheets'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { readFile } from '../../api/read-file'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'
import { FileButton } from '../../parts/FileButton'
import { usePlaceChoices } from '../../parts/use-place-choices'
import styles from './day-sheet.module.css'
import { daysOfMonth, monthsUntil } from './months'

export interface StoresFileProps {
  readonly departmentId: DepartmentId | null
  /** Stores below the department. */
  readonly stores: number
}

/** The sheets of a month of all stores of a department, to take along. */
export function StoresFile({ departmentId, stores }: StoresFileProps) {
  const t = useText()
  const [months] = useState(() => monthsUntil(todayHere(new Date())))
  const [month, setMonth] = useState(months[0])
  const { places, topId } = usePlaceChoices()
  const place = places.find(({ value }) => pathOf(value).at(-1) === (departmentId ?? topId))
  const isTooMany = stores > MOST_FILE_STORES
  return (
    <div className={styles.file} data-no-print>
      <SelectField
        label={t('daySheet.files.month')}
        value={month}
        onChange={(next) => setMonth(next ?? months[0])}
        choices={months.map((value) => ({ value, label: value }))}
      />
      <FileButton
        key={`${departmentId} ${month}`}
        name={['daily-sheets', ...(place === undefined ? [] : [place.label]), `${month}.csv`].join('-')}
        disabledReason={isTooMany ? t('daySheet.files.tooMany', { most: MOST_FILE_STORES }) : null}
        read={(signal) =>
          readFile(daySheetsCsv, { query: { departmentId, storeId: null, ...daysOfMonth(month) } }, signal)
        }
      >
        {t('daySheet.files.csv', { period: month })}
      </FileButton>
    </div>
  )
}
