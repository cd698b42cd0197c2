import type { DepartmentId, ReportScheduleId } from '@coldkeep/domain/ids'
import type { SensorGroup } from '@coldkeep/domain/points/sensor-group'
import { type ReportCycle, reportCycles } from '@coldkeep/domain/time/report-period'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'
import { rowNamed, rowRevision, rowsOf, seenRevision } from '../wire/row'
import { reportFormats, reportForms, wireSensorGroup } from './sensor-reports'

/** In the list alone, or sent by mail as well. */
export const reportDeliveries = ['kept', 'mail'] as const

/** A report that is made again and again: a group of sensors at every store of a department. */
export interface ReportScheduleDraft {
  readonly name: string
  readonly departmentId: DepartmentId
  /** `null`: all. */
  readonly group: SensorGroup | 'all'
  readonly cycle: ReportCycle
  /** On the clock of the report. */
  readonly hour: number
  readonly form: (typeof reportForms)[number]
  readonly format: (typeof reportFormats)[number]
  readonly delivery: (typeof reportDeliveries)[number]
  readonly isEnabled: boolean
}

export interface ReportScheduleRow extends ReportScheduleDraft {
  readonly id: ReportScheduleId
  readonly revision: number
  readonly departmentName: string
  /** `null` while it is switched off. */
  readonly nextAt: number | null
  readonly lastAt: number | null
}

const path = '/api/v2/data-dl/schedules'
const access = ['2-1-1'] as const
const LATEST_HOUR = 23

const wireDraft = z.object({
  name: line(1, 80),
  departmentId: as('depart', wireId<DepartmentId>()),
  dataType: wireSensorGroup,
  cycle: z.enum(reportCycles),
  hour: z.int().check(z.gte(0), z.lte(LATEST_HOUR)),
  form: z.enum(reportForms),
  format: z.enum(reportFormats),
  delivery: z.enum(reportDeliveries),
  isEnabled: z.boolean(),
})
type WireDraft = z.output<typeof wireDraft>

function draftOf({ departmentId: depart, dataType, isEnabled, ...rest }: WireDraft): ReportScheduleDraft {
  return { ...rest, departmentId: depart, group: dataType ?? 'all', isEnabled }
}

function wireOf({ departmentId, group, isEnabled, ...rest }: ReportScheduleDraft): WireDraft {
  const { name, cycle, hour, form, format, delivery } = rest
  const dataType = group === 'all' ? null : group
  return {
    name,
    cycle,
    hour,
    form,
    format,
    delivery,
    departmentId,
    dataType,
    isEnabled,
  }
}

export const wireReportSchedule = z.codec(
  z.extend(wireDraft, {
    id: wireId<ReportScheduleId>(),
    revision: rowRevision,
    department: z.string(),
    nextAt: z.nullable(wireInstant),
    lastAt: z.nullable(wireInstant),
  }),
  z.custom<ReportScheduleRow>(),
  {
    decode: ({ id, revision, department, nextAt, lastAt, ...draft }) => ({
      ...draftOf(draft),
      id,
      revision,
      departmentName: department,
      nextAt,
      lastAt,
    }),
    encode: (row) => ({
      ...wireOf(row),
      id: row.id,
      revision: row.revision,
      department: row.departmentName,
      nextAt: row.nextAt,
      lastAt: row.lastAt,
    }),
  },
)

const draft = z.custom<ReportScheduleDraft>()
const changed = z.custom<
  ReportScheduleDraft & { readonly id: ReportScheduleId; readonly revision?: number }
>()

export const listReportSchedules = defineCall({
  method: 'GET',
  path,
  access,
  summary: 'The reports that are made again and again for the caller, by name.',
  answer: z.array(wireReportSchedule),
})

export const addReportSchedules = defineCall({
  method: 'POST',
  path,
  access,
  summary: 'Has reports made every day, week or month, from the period on that is running now.',
  body: z.codec(z.object({ schedules: rowsOf(wireDraft) }), rowsOf(draft), {
    decode: ({ schedules }) => schedules.map(draftOf),
    encode: (drafts) => ({ schedules: drafts.map(wireOf) }),
  }),
  answer: nothing,
})

export const changeReportSchedules = defineCall({
  method: 'PATCH',
  path,
  access,
  summary: 'Changes reports that are made again and again, or switches them off and on.',
  body: z.codec(
    z.object({
      schedules: rowsOf(z.extend(wireDraft, { id: wireId<ReportScheduleId>(), ...seenRevision })),
    }),
    rowsOf(changed),
    {
      decode: ({ schedules }) =>
        schedules.map(({ id, revision, ...row }) => ({ ...draftOf(row), id, ...(revision && { revision }) })),
      encode: (rows) => ({
        schedules: rows.map(({ id, revision, ...row }) => ({ ...wireOf(row), id, revision })),
      }),
    },
  ),
  answer: nothing,
})

export const removeReportSchedule = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Ends a report that is made again and again; what was made stays.',
  query: rowNamed<ReportScheduleId>('id'),
  answer: nothing,
})
