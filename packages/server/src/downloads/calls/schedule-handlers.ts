import {
  type ReportScheduleDraft,
  type ReportScheduleRow,
  wireReportSchedule,
} from '@coldkeep/contract/areas/report-schedules'
import { REPORT_OFFSET_MINUTES } from '@coldkeep/contract/areas/sensor-reports'
import { Problem } from '@coldkeep/contract/problem'
import type { ReportScheduleId } from '@coldkeep/domain/ids'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import type { SignedIn } from '../../access/signed-in'
import type { Handlers } from '../../calls/bind-call'
import { addRows, changeRows, type EditedTable, removeRow } from '../../calls/edit-rows'
import type { Db } from '../../db/connect'
import type { MailSender } from '../../mail/mail-sender'
import { selectAddress } from '../schedules/report-mail-queries'
import {
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  selectSchedules,
  updateSchedule,
} from '../schedules/schedule-queries'
import { selectOrdered } from '../sense/select-sensors'
import { checkWidth } from '../sense/sense-kind'

type ScheduleCall =
  | 'listReportSchedules'
  | 'addReportSchedules'
  | 'changeReportSchedules'
  | 'removeReportSchedule'

interface Editing {
  readonly clock: Clock
  readonly user: SignedIn
  readonly language: Language
  readonly hasMail: boolean
}

const at = (index: number) => `schedules.${index}`

/** What calls about standing orders of reports need. */
export interface ScheduleCallParts {
  /** `null`: no mail goes out. */
  readonly mail: MailSender | null
}

export function scheduleHandlers({ mail }: ScheduleCallParts): Pick<Handlers, ScheduleCall> {
  const hasMail = mail !== null
  return {
    listReportSchedules: ({ db, user }) => selectSchedules(db, user.accountId),

    addReportSchedules: async (context) => {
      await addRows(schedulesOf({ ...context, hasMail }), context, context.body, at)
      return {}
    },

    changeReportSchedules: async (context) => {
      await changeRows(schedulesOf({ ...context, hasMail }), context, context.body, at)
      return {}
    },

    removeReportSchedule: async (context) => {
      await removeRow(schedulesOf({ ...context, hasMail }), context, context.query)
      return {}
    },
  }
}

/** Those of the caller: no one has reports made in the name of another account. */
function schedulesOf(editing: Editing): EditedTable<ReportScheduleDraft, ReportScheduleRow> {
  const { user, clock, language } = editing
  const { accountId } = user
  return {
    kind: 'report_schedule',
    unknown: 'report.schedule_unknown',
    shape: wireReportSchedule,
    lock: (trx, id) => lockSchedule(trx, accountId, id as ReportScheduleId),
    taken: (where) => new Problem('report.schedule_exists', {}, { [`${where}.name`]: 'choice' }),
    insert: async (trx, draft) => {
      await check(trx, editing, draft)
      await insertSchedule(trx, draft, { accountId, language, now: clock.now() })
    },
    update: async (trx, before, draft) => {
      await check(trx, editing, draft)
      await updateSchedule(trx, before, draft, { language, now: clock.now() })
    },
    remove: deleteSchedule,
    nameOf: ({ name }) => [name],
  }
}

/** @throws Problem for what could never be made, or never be mailed */
async function check(db: Db, { user, hasMail }: Editing, draft: ReportScheduleDraft): Promise<void> {
  const { departmentId, group, form, format } = draft
  const of = { departmentId, group: group === 'all' ? null : group }
  const sensors = await selectOrdered(db, user, {
    ...{ of, from: 0, to: 0, offsetMinutes: REPORT_OFFSET_MINUTES, form, format },
  })
  if (sensors.length === 0) throw new Problem('report.no_sensors')
  checkWidth(form, sensors)
  if (draft.delivery !== 'mail') return
  if (!hasMail) throw new Problem('mail.off')
  if ((await selectAddress(db, user.accountId)) === '') throw new Problem('account.no_address')
}
