import { departmentMap } from '@coldkeep/contract/areas/organisation'
import {
  addReportSchedules,
  changeReportSchedules,
  listReportSchedules,
  type ReportScheduleDraft,
  type ReportScheduleRow,
  removeReportSchedule,
  reportDeliveries,
} from '@coldkeep/contract/areas/report-schedules'
import { reportFormats, reportForms } from '@coldkeep/contract/areas/sensor-reports'
import { sensorGroups } from '@coldkeep/domain/points/sensor-group'
import { reportCycles } from '@coldkeep/domain/time/report-period'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { type DraftValues, type EditorField, servedChoices } from '../../archetypes/editor-field'
import { TableEditor } from '../../archetypes/TableEditor'
import { writing } from '../../archetypes/writing'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import { RecordDialog } from './RecordDialog'

const update = writing(
  changeReportSchedules,
  ({ id, revision }: ReportScheduleRow, draft: ReportScheduleDraft) => ({
    body: [{ id, revision, ...draft }],
  }),
)
const draftOf = (row: ReportScheduleRow): DraftValues<ReportScheduleDraft> => {
  const { name, departmentId, group, cycle, hour, form, format, delivery, isEnabled } = row
  return { name, departmentId, group, cycle, hour, form, format, delivery, isEnabled }
}
const BLANK: DraftValues<ReportScheduleDraft> = {
  name: '',
  departmentId: null,
  group: 'temperature',
  cycle: 'day',
  hour: 6,
  form: 'long',
  format: 'csv',
  delivery: 'kept',
  isEnabled: true,
}
const departments = servedChoices<ReportScheduleDraft, typeof departmentMap>(
  departmentMap,
  () => ({}),
  (top) =>
    findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
      value: path.at(-1) ?? top.id,
      label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
    })),
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

const fields = (t: Translate): readonly EditorField<ReportScheduleDraft>[] => [
  { key: 'name', label: t('reports.schedule.name'), kind: 'text', maxLength: 80 },
  {
    key: 'departmentId',
    label: t('reports.schedule.department'),
    kind: 'choice',
    choices: departments,
    help: t('reports.schedule.departmentWide'),
  },
  {
    key: 'group',
    label: t('reports.page.group'),
    kind: 'choice',
    choices: (['all', ...sensorGroups] as const).map((group) => ({
      value: group,
      label: t(`reports.group.${group}`),
    })),
  },
  {
    key: 'cycle',
    label: t('reports.schedule.every'),
    kind: 'choice',
    choices: reportCycles.map((cycle) => ({ value: cycle, label: t(`reports.every.${cycle}`) })),
    help: t('reports.schedule.startsNow'),
  },
  {
    key: 'hour',
    label: t('reports.schedule.hour'),
    kind: 'number',
    min: 0,
    max: 23,
    help: t('reports.schedule.hourHelp'),
  },
  {
    key: 'form',
    label: t('reports.page.form'),
    kind: 'choice',
    choices: reportForms.map((form) => ({ value: form, label: t(`reports.form.${form}`) })),
  },
  {
    key: 'format',
    label: t('reports.page.format'),
    kind: 'choice',
    choices: reportFormats.map((format) => ({ value: format, label: t(`reports.format.${format}`) })),
  },
  {
    key: 'delivery',
    label: t('reports.schedule.delivery'),
    kind: 'choice',
    choices: reportDeliveries.map((way) => ({ value: way, label: t(`reports.schedule.${way}`) })),
  },
  { key: 'isEnabled', label: t('reports.schedule.isOn'), kind: 'check', help: t('reports.schedule.onHelp') },
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
        list={listReportSchedules}
        rowKey={({ id }) => String(id)}
        create={addReportSchedules}
        update={update}
        remove={removeReportSchedule}
        columns={columns}
        fields={fields}
        blank={BLANK}
        draftOf={draftOf}
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
