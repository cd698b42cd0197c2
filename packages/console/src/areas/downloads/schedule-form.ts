import { departmentMap } from '@coldkeep/contract/areas/organisation'
import {
  type ReportScheduleDraft,
  type ReportScheduleRow,
  reportDeliveries,
} from '@coldkeep/contract/areas/report-schedules'
import { reportFormats, reportForms } from '@coldkeep/contract/areas/sensor-reports'
import { sensorGroups } from '@coldkeep/domain/points/sensor-group'
import { reportCycles } from '@coldkeep/domain/time/report-period'
import type { Translate } from '@coldkeep/phrases/keys'
import { type DraftValues, type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import { findDepartments } from '../../parts/department-path'

const departments = servedChoices<ReportScheduleDraft, typeof departmentMap>(
  departmentMap,
  () => ({}),
  (top) =>
    findDepartments(top, '', Number.POSITIVE_INFINITY).map(({ path, names }) => ({
      value: path.at(-1) ?? top.id,
      label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
    })),
)

export const scheduleFields = (t: Translate): readonly EditorField<ReportScheduleDraft>[] => [
  { key: 'name', label: t('reports.schedule.name'), kind: 'text' },
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

export const blankSchedule: DraftValues<ReportScheduleDraft> = {
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

export const draftOfSchedule = (row: ReportScheduleRow): DraftValues<ReportScheduleDraft> => {
  const { name, departmentId, group, cycle, hour, form, format, delivery, isEnabled } = row
  return { name, departmentId, group, cycle, hour, form, format, delivery, isEnabled }
}
