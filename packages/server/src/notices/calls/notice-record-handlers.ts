import { noticeRecordTypes } from '@coldkeep/contract/areas/notices'
import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import { Problem } from '@coldkeep/contract/problem'
import { maskedAddress } from '@coldkeep/domain/notices/mask-address'
import type { NoticeKind } from '@coldkeep/domain/notices/notice-kind'
import { days, type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import { countNoticeRecords, type NoticeRecord, selectNoticeRecords } from '../notice-record-queries'
import { presentNoticeRecords } from '../words/notice-records'

type RecordsCall = 'alarmNoticeRecords' | 'terminalNoticeRecords' | 'demandNoticeRecords'

const MOST_RECORDS = 2_000
const MOST_DAYS = 100

export const noticeRecordHandlers = {
  listNoticeTypes: ({ translate }) => ({
    types: noticeRecordTypes.map((typeCode) => ({
      typeCode,
      title: translate(`notices.record.type.${typeCode}`),
    })),
  }),
  alarmNoticeRecords: (context) => records(context, ['limit', 'device_lost', 'early_warning']),
  terminalNoticeRecords: (context) => records(context, ['terminal_lost']),
  demandNoticeRecords: (context) => records(context, ['demand']),
} satisfies Pick<Handlers, 'listNoticeTypes' | RecordsCall>

type RecordContext = CallContext<(typeof calls)[RecordsCall]>

async function records(
  { db, user, query, language, translate }: RecordContext,
  kinds: readonly NoticeKind[],
): Promise<Answer<(typeof calls)['alarmNoticeRecords']>> {
  const [from, until] = [instantOf(query.start, query.timezone), instantOf(query.end, query.timezone)]
  if (from > until) throw new Problem('period.reversed')
  if (until - from > days(MOST_DAYS)) throw new Problem('period.too_long', { days: MOST_DAYS })
  const scope = await selectScope(db, user, query.departmentId)
  // the end is a second that belongs to the period
  const filter = { scope, kinds, from, until: later(until, 1000) }
  const [rows, counts] = await Promise.all([
    selectNoticeRecords(db, filter, MOST_RECORDS),
    countNoticeRecords(db, filter),
  ])
  const records = rows.map((row) => ({ ...row, recipient: recipientOf(row) }))
  return presentNoticeRecords({ records, counts }, { language, translate })
}

/** The address of a webhook may hold a token. */
function recipientOf({ channel, recipient }: NoticeRecord): string | null {
  return channel === 'webhook' && recipient !== null ? maskedAddress(channel, recipient) : recipient
}

function instantOf(local: string, zoneMinutes: number): EpochMs {
  return later(epochMs(Date.parse(`${local}Z`)), -minutes(zoneMinutes))
}
