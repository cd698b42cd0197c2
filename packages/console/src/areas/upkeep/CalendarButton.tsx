import { upkeepCalendar } from '@coldkeep/contract/areas/upkeep-plans'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { readFile } from '../../api/read-file'
import { useText } from '../../kit/text'
import { FileButton } from '../../parts/FileButton'

/** Saves the days on which work of a department is due as a file that calendars read. */
export function CalendarButton({ departmentId }: { departmentId: DepartmentId }) {
  const t = useText()
  return (
    <FileButton
      name="upkeep.ics"
      read={(signal) => readFile(upkeepCalendar, { query: { departmentId } }, signal)}
    >
      {t('upkeep.calendar')}
    </FileButton>
  )
}
