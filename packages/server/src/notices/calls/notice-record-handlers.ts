import { noticeRecordTypes } from '@coldkeep/contract/areas/notices'
import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import { maskedAddress } from '@coldkeep/domain/notices/mask-address'
import { days, seconds } from '@coldkeep/domain/time/instant'
import { selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import { chosenTimes } from '../../filters/chosen-times'
import { countNoticeRecords, type NoticeRecord, selectNoticeRecords } from '../notice-record-queries'
import { targetRecords } from '../record-types'
import { presentNoticeRecords } from '../words/notice-records'

type RecordsCall = 'alarmNoticeRecords' | 'terminalNoticeRecords' | 'demandNoticeRecords'

/** What is shown of the records; the rest is in their file. */
export const NEWEST = { limit: 2_000, after: null } as const
const MOST_DAYS = 100

export const noticeRecordHandlers = {
  listNoticeTypes: ({ translate }) => ({
    types: noticeRecordTypes.map((typeCode) => ({
      typeCode,
      title: translate(
        typeCode === 'fix-maintain' ? 'repair.records.type' : `notices.record.type.${typeCode}`,
      ),
    })),
  }),
  alarmNoticeRecords: (context) => records(context, 'alarm'),
  terminalNoticeRecords: (context) => records(context, 'tb'),
  demandNoticeRecords: (context) => records(context, 'demand'),
} satisfies Pick<Handlers, 'listNoticeTypes' | RecordsCall>

/** @throws Problem `period.reversed`, `period.too_long` */
export function recordPeriod(query: Parameters<typeof chosenTimes>[0]): ReturnType<typeof chosenTimes> {
  const period = chosenTimes(query)
  if (period.until - period.from > days(MOST_DAYS) + seconds(1))
    throw new Problem('period.too_long', { days: MOST_DAYS })
  return period
}

type RecordContext = CallContext<(typeof calls)[RecordsCall]>

async function records(
  { db, user, query, language, translate }: RecordContext,
  type: keyof typeof targetRecords,
): Promise<Answer<(typeof calls)['alarmNoticeRecords']>> {
  const period = recordPeriod(query)
  const scope = await selectScope(db, user, query.departmentId)
  const filter = { scope, kinds: targetRecords[type], ...period }
  const [rows, counts] = await Promise.all([
    selectNoticeRecords(db, filter, NEWEST),
    countNoticeRecords(db, filter),
  ])
  const records = rows.map(withRecipient)
  return presentNoticeRecords({ records, counts }, { language, translate })
}

/** The address of a webhook may hold a token. */
export function withRecipient(record: NoticeRecord): NoticeRecord {
  const { channel, recipient } = record
  return channel === 'webhook' && recipient !== null
    ? { ...record, recipient: maskedAddress(channel, recipient) }
    : record
}
