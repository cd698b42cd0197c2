import type { WireTable } from '@coldkeep/contract/wire/table'
import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import { formatInstant } from '@coldkeep/phrases/format'
import { extentIn } from '../../filters/first-stores'
import { numberColumn, statusColumn, textColumn, wrappingColumn } from '../../wording/columns'
import { countText } from '../../wording/number-text'
import type { TableHead, TableRow } from '../../wording/table-csv'
import type { Words } from '../../wording/words'
import type { ChannelCount, NoticeRecord } from '../notice-record-queries'
import { noticeReason } from './notice-reason'

const PAGE_SIZE = 20

/** How many messages each channel took, and one row per alarm and recipient. */
export function presentNoticeRecords(
  {
    records,
    counts,
  }: { readonly records: readonly NoticeRecord[]; readonly counts: readonly ChannelCount[] },
  words: Words,
): { tables: WireTable[] } {
  return {
    tables: [
      countTable(counts, words.translate('notices.record.told'), words),
      recordTable(records, counts, words),
    ],
  }
}

/**
 * How many messages each channel took.
 * @param sent what the column of those that went out is called: several can be in one message
 */
export function countTable(counts: readonly ChannelCount[], sent: string, { translate }: Words): WireTable {
  return {
    title: translate('notices.record.byChannel'),
    header: [
      textColumn(translate('notices.channelTitle')),
      numberColumn(translate('notices.record.messages'), 0),
      numberColumn(sent, 0),
      numberColumn(translate('notices.state.due'), 0),
      numberColumn(translate('notices.state.dead'), 0),
      numberColumn(translate('notices.state.suppressed'), 0),
    ],
    data: counts.map((one) => ({
      id: one.channel,
      value: [
        translate(`notices.channel.${one.channel}`),
        one.messages,
        one.sent,
        one.waiting,
        one.dead,
        one.suppressed,
      ],
    })),
    pageSize: PAGE_SIZE,
    filterIndex: null,
  }
}

/** The table of records, which says how many it holds where there are more. */
export function tableOfRecords(
  head: TableHead,
  data: WireTable['data'],
  counts: readonly ChannelCount[],
  { language, translate }: Words,
): WireTable {
  const all = counts.reduce((sum, one) => sum + one.sent + one.waiting + one.dead + one.suppressed, 0)
  const [shown, total] = [countText(language, data.length), countText(language, all)]
  return {
    title:
      data.length < all
        ? translate('notices.record.tableLimited', { shown, total })
        : translate('notices.record.table'),
    ...head,
    data,
    pageSize: PAGE_SIZE,
    ...extentIn('rows', { shown: data.length, total: all }),
  }
}

function recordTable(
  records: readonly NoticeRecord[],
  counts: readonly ChannelCount[],
  words: Words,
): WireTable {
  const rows = records.map((record) => recordRow(record, words))
  return tableOfRecords(recordHead(words), rows, counts, words)
}

export function recordHead({ translate }: Words): TableHead {
  return {
    header: [
      wrappingColumn(translate('notices.record.madeAt')),
      wrappingColumn(translate('notices.record.endedAt')),
      wrappingColumn(translate('notices.record.store')),
      wrappingColumn(translate('notices.record.device')),
      statusColumn(translate('notices.record.about')),
      statusColumn(translate('notices.record.priority')),
      statusColumn(translate('notices.channelTitle')),
      wrappingColumn(translate('notices.record.target')),
      wrappingColumn(translate('notices.recipient'), 'anywhere'),
      numberColumn(translate('notices.step'), 0),
      statusColumn(translate('notices.stateTitle')),
      wrappingColumn(translate('notices.record.reason')),
      numberColumn(translate('notices.record.tries'), 0),
      wrappingColumn(translate('notices.record.title')),
    ],
    filterIndex: 10,
  }
}

export function recordRow(record: NoticeRecord, { translate }: Words): TableRow {
  const { storeId, departmentId, deviceId, timeZone, endedAt, reason } = record
  return {
    id: String(record.noticeId),
    value: [
      formatInstant(record.createdAt, timeZone),
      endedAt === null ? null : formatInstant(endedAt, timeZone),
      record.storeName,
      record.deviceName,
      translate(`notices.about.${record.about}`),
      translate(`alarms.priority.${priorityOfRank(record.rank)}`),
      translate(`notices.channel.${record.channel}`),
      record.targetName,
      record.recipient,
      record.step,
      translate(`notices.state.${record.state}`),
      reason === null ? null : noticeReason(reason, translate),
      record.tries,
      record.title,
    ],
    drill: {
      departmentId: String(departmentId),
      storeId: String(storeId),
      ...(deviceId === null ? {} : { deviceId: String(deviceId) }),
    },
  }
}
