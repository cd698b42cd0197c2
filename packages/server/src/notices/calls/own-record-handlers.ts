import type { Answer } from '@coldkeep/contract/call'
import type { calls } from '@coldkeep/contract/calls'
import { scopeOf, selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { CallContext } from '../../calls/context'
import { selectZoneOfDepartment } from '../../organisation/zone-queries'
import { mapBatches, tableCsv } from '../../wording/table-csv'
import { selectNoticeRecords } from '../notice-record-queries'
import type { Notices } from '../notices'
import {
  countOwnRecords,
  type OwnRecord,
  type OwnRecordFilter,
  selectOwnRecords,
} from '../own-record-queries'
import { readFacts } from '../read-facts'
import { readParts } from '../read-parts'
import { isOwnRecord, ownRecords, targetRecords } from '../record-types'
import { recordHead, recordRow } from '../words/notice-records'
import { ownRecordHead, ownRecordRow, presentOwnRecords } from '../words/own-records'
import { ownText } from '../words/own-text'
import { NEWEST, recordPeriod, withRecipient } from './notice-record-handlers'

type OwnRecordsCall = 'serviceNoticeRecords' | 'onlineNoticeRecords' | 'workNoticeRecords'
type OwnRecordCall = OwnRecordsCall | 'noticeRecordsCsv'

/** What calls about messages to accounts themselves need. */
interface OwnRecordCallParts {
  readonly notices: Pick<Notices, 'kinds'>
}

type RecordContext = Omit<CallContext<(typeof calls)['workNoticeRecords']>, 'params' | 'body'>

export function ownRecordHandlers({ notices }: OwnRecordCallParts): Pick<Handlers, OwnRecordCall> {
  return {
    serviceNoticeRecords: (context) => records(context, 'service'),
    onlineNoticeRecords: (context) => records(context, 'online-fix'),
    workNoticeRecords: (context) => records(context, 'fix-maintain'),

    noticeRecordsCsv: async (context) => {
      const { db, user, query, language, translate } = context
      const words = { language, translate }
      const { type } = query
      if (!isOwnRecord(type)) {
        const scope = await selectScope(db, user, query.departmentId)
        const filter = { scope, kinds: targetRecords[type], ...recordPeriod(query) }
        const batches = mapBatches(
          readParts((part) => selectNoticeRecords(db, filter, part)),
          (rows) => rows.map((row) => recordRow(withRecipient(row), words)),
        )
        return { from: 'batches', batches: tableCsv(recordHead(words), query, batches) }
      }
      const filter = await filterOf(context, type)
      const zone = await zoneOf(context)
      const batches = mapBatches(
        readParts(async (part) => {
          const rows = await selectOwnRecords(db, notices.kinds, filter, part)
          const titleOf = await titlesOf(context, rows)
          return rows.map((row) => ({ ...row, row: ownRecordRow(row, { title: titleOf(row), zone }, words) }))
        }),
        (rows) => rows.map(({ row }) => row),
      )
      return { from: 'batches', batches: tableCsv(ownRecordHead(words), query, batches) }
    },
  }

  async function records(
    context: RecordContext,
    type: keyof typeof ownRecords,
  ): Promise<Answer<(typeof calls)['workNoticeRecords']>> {
    const { db, language, translate } = context
    const filter = await filterOf(context, type)
    const [records, counts] = await Promise.all([
      selectOwnRecords(db, notices.kinds, filter, NEWEST),
      countOwnRecords(db, notices.kinds, filter),
    ])
    const [titleOf, zone] = [await titlesOf(context, records), await zoneOf(context)]
    return presentOwnRecords({ records, counts, titleOf, zone }, { language, translate })
  }

  async function filterOf(
    { db, user, query }: Pick<RecordContext, 'db' | 'user' | 'query'>,
    type: keyof typeof ownRecords,
  ): Promise<OwnRecordFilter> {
    const { departments } = await selectScope(db, user, query.departmentId)
    return { subjects: ownRecords[type], own: scopeOf(user), departments, ...recordPeriod(query) }
  }

  /** The clock of what is about no store: that of most stores which were chosen. */
  function zoneOf({ db, user, query }: Pick<RecordContext, 'db' | 'user' | 'query'>): Promise<string> {
    return selectZoneOfDepartment(db, query.departmentId ?? user.departmentId)
  }

  /** Words of those that were not sent yet. */
  async function titlesOf(
    {
      db,
      clock,
      log,
      language,
      translate,
    }: Pick<RecordContext, 'db' | 'clock' | 'log' | 'language' | 'translate'>,
    records: readonly OwnRecord[],
  ): Promise<(record: OwnRecord) => string> {
    const unworded = records.filter(({ title }) => title === null)
    const read = await readFacts(notices.kinds, db, unworded, clock.now())
    // one that cannot be read does not keep the others from being listed
    const factOf = (row: OwnRecord) => {
      try {
        return read(row)
      } catch (error) {
        log.error({ err: error, notice: row.noticeId }, 'a message has no words')
        return null
      }
    }
    return (row) => ownText(row, factOf, { language, translate }).title
  }
}
