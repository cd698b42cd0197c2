import { daySheetsCsv, daySheetsPdf } from '@coldkeep/contract/areas/day-sheets'
import type { StoreId } from '@coldkeep/domain/ids'
import { readFile } from '../../api/read-file'
import { useText } from '../../kit/text'
import { FileButton } from '../../parts/FileButton'
import frame from '../../parts/page.module.css'
import { daysOfMonth } from './months'

export interface SheetFilesProps {
  readonly store: { readonly id: StoreId; readonly code: string }
  readonly on: string
}

/** The sheet of a day, and all of its month, to take along. Another day stops what is made of this one. */
export function SheetFiles({ store: { id: storeId, code }, on }: SheetFilesProps) {
  const t = useText()
  const month = on.slice(0, 7)
  const whole = daysOfMonth(month)
  return (
    <div className={frame.buttons} data-no-print>
      <FileButton
        key={`${storeId} ${on}`}
        name={`daily-sheet-${code}-${on}.pdf`}
        read={(signal) => readFile(daySheetsPdf, { query: { storeId, first: on, last: on } }, signal)}
      >
        {t('daySheet.files.pdf', { period: on })}
      </FileButton>
      <FileButton
        key={`${storeId} ${month} pdf`}
        name={`daily-sheets-${code}-${month}.pdf`}
        read={(signal) => readFile(daySheetsPdf, { query: { storeId, ...whole } }, signal)}
      >
        {t('daySheet.files.pdf', { period: month })}
      </FileButton>
      <FileButton
        key={`${storeId} ${month} csv`}
        name={`daily-sheets-${code}-${month}.csv`}
        read={(signal) =>
          readFile(daySheetsCsv, { query: { departmentId: null, storeId, ...whole } }, signal)
        }
      >
        {t('daySheet.files.csv', { period: month })}
      </FileButton>
    </div>
  )
}
