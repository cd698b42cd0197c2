import {
  addReportSchedules,
  changeReportSchedules,
  listReportSchedules,
  type ReportScheduleDraft,
  type ReportScheduleRow,
  removeReportSchedule,
} from '@coldkeep/contract/areas/report-schedules'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import { RecordDialog } from './RecordDialog'
import { blankSchedule, draftOfSchedule, scheduleFields } from './schedule-form'

const update = rowCall(
  changeReportSchedules,
  ({ id, revision }: ReportScheduleRow, draft: ReportScheduleDraft) => ({
    body: [{ id, revision, ...draft }],
  }),
)
const columns = (t: Translate): readonly Column<ReportScheduleRow>[] => [
  { key: 'name', title: t('reports.schedule.name'), kind: 'text', value: ({ name }) => name },
  {
    key: 'department',
    title: t('reports.schedule.department'),
    kind: 'text',
    value: ({ departmentName }) => departmentName,
  },
  {
    key: 'group',
    title: t('reports.page.group'),
    kind: 'text',
    value: ({ group }) => t(`reports.group.${group}`),
  },
  {
    key: 'cycle',
    title: t('reports.schedule.every'),
    kind: 'text',
    value: ({ cycle }) => t(`reports.every.${cycle}`),
  },
  {
    key: 'delivery',
    title: t('reports.schedule.delivery'),
    kind: 'text',
    value: ({ delivery }) => t(`reports.schedule.${delivery}`),
  },
  { key: 'next', title: t('reports.schedule.next'), kind: 'time', value: ({ nextAt }) => nextAt },
  { key: 'last', title: t('reports.schedule.last'), kind: 'time', value: ({ lastAt }) => lastAt },
]

/** Reports that are made every day, week or month. */
export function ScheduledReportsPage() {
  const t = useText()
  const [isRecordOpen, setRecordOpen] = useState(false)
  return (
    <div className={frame.page}>
      <PageHead />
      <TableEditor<typeof listReportSchedules, ReportScheduleDraft, ReportScheduleRow>
        title={t('reports.schedule.title')}
        tableKey="report-schedules"
        name="schedule"
        list={{ call: listReportSchedules }}
        rowKey={({ id }) => String(id)}
        writes={{ create: addReportSchedules, update, remove: removeReportSchedule }}
        columns={columns}
        form={{ fields: scheduleFields, blank: blankSchedule, draftOf: draftOfSchedule }}
        emptyTitle={t('reports.schedule.none')}
        tools={
          <Button size="small" onClick={() => setRecordOpen(true)}>
            {t('reports.page.viewRecord')}
          </Button>
        }
      />
      {isRecordOpen && <RecordDialog onClose={() => setRecordOpen(false)} />}
    </div>
  )
}
