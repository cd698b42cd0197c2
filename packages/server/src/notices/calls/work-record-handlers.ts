import { scopeOf, selectScope } from '../../access/scope'
import type { Handlers } from '../../calls/bind-call'
import type { Notices } from '../notices'
import { readFacts } from '../read-facts'
import { ownText } from '../words/own-text'
import { presentWorkRecords } from '../words/work-records'
import { countWorkRecords, selectWorkRecords, type WorkRecord } from '../work-record-queries'
import { MOST_RECORDS, recordPeriod } from './notice-record-handlers'

/** What the call about messages of work needs. */
interface WorkRecordCallParts {
  readonly notices: Pick<Notices, 'kinds'>
}

export function workRecordHandlers({ notices }: WorkRecordCallParts): Pick<Handlers, 'workNoticeRecords'> {
  return {
    workNoticeRecords: async ({ db, user, clock, query, language, translate, log }) => {
      const { kinds } = notices
      const { departments } = await selectScope(db, user, query.departmentId)
      const filter = { own: scopeOf(user), departments, ...recordPeriod(query) }
      const [records, counts] = await Promise.all([
        selectWorkRecords(db, kinds, filter, MOST_RECORDS),
        countWorkRecords(db, kinds, filter),
      ])
      const unworded = records.filter(({ title }) => title === null)
      const read = await readFacts(kinds, db, unworded, clock.now())
      // one that cannot be read does not keep the others from being listed
      const factOf = (row: WorkRecord) => {
        try {
          return read(row)
        } catch (error) {
          log.error({ err: error, notice: row.noticeId }, 'a message has no words')
          return null
        }
      }
      const words = { language, translate }
      const titleOf = (row: WorkRecord) => ownText(row, factOf, words).title
      return presentWorkRecords({ records, counts, titleOf }, words)
    },
  }
}
