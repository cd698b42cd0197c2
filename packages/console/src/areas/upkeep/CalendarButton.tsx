import { upkeepCalendar } from '@coldkeep/contract/areas/upkeep-plans'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { readFile } from '../../api/read-file'
import { Button } from '../../kit/Button'
import { downloadBlob } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import { reportFailure } from '../../site/failures'

const FILE = 'upkeep.ics'

/** Saves the days on which work of a department is due as a file that calendars read. */
export function CalendarButton({ departmentId }: { departmentId: DepartmentId }) {
  const t = useText()
  const [isReading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    try {
      downloadBlob(await readFile(upkeepCalendar, { query: { departmentId } }), FILE)
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      reportFailure(error)
    } finally {
      setReading(false)
    }
  }
  return (
    <Button size="small" loading={isReading} onClick={() => void save()}>
      {t('upkeep.calendar')}
    </Button>
  )
}
