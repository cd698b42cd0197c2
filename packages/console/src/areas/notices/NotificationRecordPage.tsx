import {
  alarmNoticeRecords,
  demandNoticeRecords,
  noticeRecordsCsv,
  noticeRecordTypes,
  onlineNoticeRecords,
  serviceNoticeRecords,
  terminalNoticeRecords,
  workNoticeRecords,
} from '@coldkeep/contract/areas/notices'
import { useCall } from '../../api/use-call'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { clockFromText } from '../../kit/field/clock-text'
import { Skeleton } from '../../kit/Skeleton'
import { CSV_FILE } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import { isDay, offsetHere, shiftDay, todayHere } from '../../parts/day-period'
import { pathOf } from '../../parts/department-path'
import { FileButton } from '../../parts/FileButton'
import frame from '../../parts/page.module.css'
import { ServedTable } from '../../parts/ServedTable'
import type { ServedRow } from '../../parts/served-table'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import { paths } from '../../site/paths'
import { type RecordChoice, RecordFilter } from './RecordFilter'

const callOf = {
  alarm: alarmNoticeRecords,
  tb: terminalNoticeRecords,
  demand: demandNoticeRecords,
  service: serviceNoticeRecords,
  'online-fix': onlineNoticeRecords,
  'fix-maintain': workNoticeRecords,
} as const
const DEFAULT_DAYS = 7
const FIRST_MINUTE = '00:00'
const LAST_MINUTE = '23:59'

/** What was sent, by what it is about: to whom, when, and what became of it. */
export function NotificationRecordPage() {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const choice = choiceOf(parameters)
  const { dep, first, firstTime, last, lastTime, type } = choice
  const query = {
    departmentId: pathOf(dep).at(-1) ?? null,
    start: `${first}T${firstTime}:00`,
    end: `${last}T${lastTime}:59`,
    timezone: offsetHere(new Date()),
  }
  const answer = useCall(callOf[type], { query })
  const readCsv = csvReader(noticeRecordsCsv, { ...query, type })
  const tables = answer.data?.tables
  const records = tables?.at(-1)
  const search = (next: RecordChoice) => {
    changeAddress({
      ...next,
      dep: next.dep || undefined,
      firstTime: next.firstTime === FIRST_MINUTE ? undefined : next.firstTime,
      lastTime: next.lastTime === LAST_MINUTE ? undefined : next.lastTime,
      't1.page': undefined,
      't2.page': undefined,
      't2.row': undefined,
    })
    if (JSON.stringify(next) === JSON.stringify(choice)) void answer.refetch()
  }
  return (
    <div className={frame.page}>
      <PageHead />
      <RecordFilter key={JSON.stringify(choice)} choice={choice} onSearch={search}>
        <FileButton
          size="default"
          name={CSV_FILE}
          read={(signal) => readCsv({}, signal)}
          disabledReason={records?.data.length ? null : t('notices.record.none')}
        >
          {t('shell.words.save')}
        </FileButton>
      </RecordFilter>
      {tables === undefined && answer.isLoading && <Skeleton height={320} />}
      {tables?.map((table, place) => (
        <ServedTable
          key={table.title}
          table={table}
          name={`t${place + 1}`}
          tableKey={isOwn(type) ? `own-records-${place}` : `notice-records-${place}`}
          readCsv={place === tables.length - 1 ? readCsv : undefined}
          hrefOf={place === tables.length - 1 ? deviceLink : noLink}
          state={answer.isFetching ? 'refreshing' : 'ready'}
          emptyTitle={t('notices.record.none')}
        />
      ))}
    </div>
  )
}

/** Records of messages to accounts themselves have columns of their own. */
function isOwn(type: RecordChoice['type']): boolean {
  return type === 'service' || type === 'online-fix' || type === 'fix-maintain'
}

/** The column of the device in the table of what was sent. */
const DEVICE_COLUMN = 3

function deviceLink({ drill }: ServedRow, column: number): string | null {
  return column === DEVICE_COLUMN && drill?.deviceId !== undefined ? paths.device(drill.deviceId) : null
}

function noLink(): null {
  return null
}

function choiceOf(parameters: Readonly<Record<string, string | undefined>>): RecordChoice {
  const today = todayHere(new Date())
  const { first = '', last = '', dep = '', type } = parameters
  const firstTime = clockFromText(parameters.firstTime ?? '') ?? FIRST_MINUTE
  const lastTime = clockFromText(parameters.lastTime ?? '') ?? LAST_MINUTE
  const isPeriod = isDay(first) && isDay(last) && `${first} ${firstTime}` <= `${last} ${lastTime}`
  return {
    dep,
    first: isPeriod ? first : shiftDay(today, 1 - DEFAULT_DAYS),
    firstTime: isPeriod ? firstTime : FIRST_MINUTE,
    last: isPeriod ? last : today,
    lastTime: isPeriod ? lastTime : LAST_MINUTE,
    type: noticeRecordTypes.find((one) => one === type) ?? 'alarm',
  }
}
