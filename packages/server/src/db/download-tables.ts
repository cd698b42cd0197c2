import type { downloadStates } from '@coldkeep/contract/areas/downloads'
import type { reportDeliveries } from '@coldkeep/contract/areas/report-schedules'
import type { reportFormats, reportForms } from '@coldkeep/contract/areas/sensor-reports'
import type { AccountId, ApiKeyId, DepartmentId, DownloadId, ReportScheduleId } from '@coldkeep/domain/ids'
import type { SensorGroup } from '@coldkeep/domain/points/sensor-group'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ReportCycle } from '@coldkeep/domain/time/report-period'
import type { Language } from '@coldkeep/phrases/translate'
import type { ColumnType, Generated } from 'kysely'

type Instant = EpochMs | null

interface DownloadTable {
  downloadId: Generated<DownloadId>
  kind: string
  accountId: AccountId
  /** `null`: a person ordered it. */
  apiKeyId: ApiKeyId | null
  /** What is in it, as its kind keeps that. */
  input: ColumnType<unknown, string, string>
  title: string
  language: Language
  state: Generated<(typeof downloadStates)[number]>
  done: Generated<number>
  total: Generated<number>
  /** How often it was begun. */
  tries: Generated<number>
  /** Of the process that makes it. */
  worker: Generated<string | null>
  leaseUntil: Generated<Instant>
  /** Not before. */
  dueAt: EpochMs
  fileName: Generated<string | null>
  mediaType: Generated<string | null>
  size: Generated<number | null>
  sha256: Generated<Uint8Array | null>
  /** The code of the problem for which there is no file. */
  fault: Generated<string | null>
  faultValues: ColumnType<
    Readonly<Record<string, string | number>> | null,
    string | null | undefined,
    string | null
  >
  createdAt: EpochMs
  startedAt: Generated<Instant>
  endedAt: Generated<Instant>
  /** When the file goes. */
  expiresAt: Generated<Instant>
  /** The schedule that ordered it; `null`: a person did. */
  reportScheduleId: Generated<ReportScheduleId | null>
  /** Whether a mail about its end was sent; `null`: none is to be. */
  isMailed: Generated<boolean | null>
}

interface ReportScheduleTable {
  reportScheduleId: Generated<ReportScheduleId>
  /** Who has it made, with their rights. */
  accountId: AccountId
  name: string
  departmentId: DepartmentId
  /** `null`: all sensors. */
  sensorGroup: SensorGroup | null
  cycle: ReportCycle
  /** On the clock of the report. */
  atHour: number
  offsetMinutes: number
  form: (typeof reportForms)[number]
  format: (typeof reportFormats)[number]
  delivery: (typeof reportDeliveries)[number]
  language: Language
  isEnabled: Generated<boolean>
  /** Up to where reports are ordered. */
  through: EpochMs
  revision: Generated<number>
  createdAt: EpochMs
}

export interface DownloadTables {
  reportSchedule: ReportScheduleTable
  download: DownloadTable
}
