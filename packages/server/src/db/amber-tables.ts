import type { AlertServiceEventKind } from '@coldkeep/domain/alert-service/alert-service'
import type { AccountId, DepartmentId, OnCallShiftId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Generated } from 'kysely'

interface AlertServiceEventTable {
  alertServiceEventId: Generated<number>
  accountId: AccountId
  /** As it was then, and so the department. */
  accountName: string
  departmentId: DepartmentId
  kind: AlertServiceEventKind
  /** Its last day before, and after. */
  fromOn: LocalDate | null
  untilOn: LocalDate | null
  /** That it cost. */
  points: number
  byAccountId: AccountId | null
  byName: string
  at: EpochMs
}

interface AlertServiceReminderTable {
  accountId: AccountId
  endsOn: LocalDate
  daysBefore: number
  at: EpochMs
}

interface OnCallShiftTable {
  departmentId: DepartmentId
  onCallShiftId: Generated<OnCallShiftId>
  accountId: AccountId
  fromAt: EpochMs
  untilAt: EpochMs
  revision: Generated<number>
  changedBy: string
}

/** The tables of the alert service of engineers and of who is on call, by their name in code. */
export interface AmberTables {
  alertServiceEvent: AlertServiceEventTable
  alertServiceReminder: AlertServiceReminderTable
  onCallShift: OnCallShiftTable
}
