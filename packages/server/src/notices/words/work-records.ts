import type { WireTable } from '@coldkeep/contract/wire/table'
import type { RepairNews } from '@coldkeep/domain/repair/repair-news'
import type { UpkeepNews } from '@coldkeep/domain/upkeep/upkeep-news'
import { formatInstant } from '@coldkeep/phrases/format'
import { numberColumn, statusColumn, textColumn, wrappingColumn } from '../../wording/columns'
import type { Words } from '../../wording/words'
import type { ChannelCount } from '../notice-record-queries'
import type { WorkRecord } from '../work-record-queries'
import { noticeReason } from './notice-reason'
import { countTable, PAGE_SIZE, recordTitle } from './notice-records'

/** How many messages each channel took, and one row per message about work and recipient. */
export function presentWorkRecords(
  {
    records,
    counts,
    titleOf,
  }: {
    readonly records: readonly WorkRecord[]
    readonly counts: readonly ChannelCount[]
    readonly titleOf: (record: WorkRecord) => string
  },
  words: Words,
): { tables: WireTable[] } {
  const { translate } = words
  const table: WireTable = {
    title: recordTitle(records.length, counts, words),
    header: [
      wrappingColumn(translate('notices.record.madeAt')),
      wrappingColumn(translate('notices.record.endedAt')),
      wrappingColumn(translate('notices.record.store')),
      wrappingColumn(translate('notices.record.device')),
      statusColumn(translate('notices.record.about')),
      statusColumn(translate('notices.channelTitle')),
      wrappingColumn(translate('notices.recipient'), 'anywhere'),
      statusColumn(translate('notices.stateTitle')),
      wrappingColumn(translate('notices.record.reason')),
      numberColumn(translate('notices.record.tries'), 0),
      textColumn(translate('notices.record.title')),
    ],
    data: records.map((record) => rowOf(record, titleOf(record), words)),
    pageSize: PAGE_SIZE,
    filterIndex: 7,
  }
  return { tables: [countTable(counts, words), table] }
}

function rowOf(record: WorkRecord, title: string, { translate }: Words): WireTable['data'][number] {
  const { stores, storeName, timeZone, deviceId, endedAt, reason } = record
  return {
    id: String(record.noticeId),
    value: [
      formatInstant(record.createdAt, timeZone),
      endedAt === null ? null : formatInstant(endedAt, timeZone),
      stores > 1 ? translate('units.stores', { count: stores }) : storeName,
      record.deviceName,
      translate(`repair.records.about.${record.about as RepairNews | UpkeepNews}`),
      translate(`notices.channel.${record.channel}`),
      record.recipient,
      translate(`notices.state.${record.state}`),
      reason === null ? null : noticeReason(reason, translate),
      record.tries,
      title,
    ],
    drill: {
      departmentId: String(record.departmentId),
      ...(stores === 1 && { storeId: String(record.firstStoreId) }),
      ...(deviceId !== null && { deviceId: String(deviceId) }),
    },
  }
}
