import type { WireTable } from '@coldkeep/contract/wire/table'
import type { RepairNews } from '@coldkeep/domain/repair/repair-news'
import type { UpkeepNews } from '@coldkeep/domain/upkeep/upkeep-news'
import { formatInstant } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { numberColumn, statusColumn, textColumn, wrappingColumn } from '../../wording/columns'
import type { TableHead, TableRow } from '../../wording/table-csv'
import type { Words } from '../../wording/words'
import type { ChannelCount } from '../notice-record-queries'
import type { OwnRecord } from '../own-record-queries'
import { noticeReason } from './notice-reason'
import { countTable, tableOfRecords } from './notice-records'

/** How many messages each channel took, and one row per message and recipient. */
export function presentOwnRecords(
  {
    records,
    counts,
    titleOf,
    zone,
  }: {
    readonly records: readonly OwnRecord[]
    readonly counts: readonly ChannelCount[]
    readonly titleOf: (record: OwnRecord) => string
    /** Of what is about no store. */
    readonly zone: string
  },
  words: Words,
): { tables: WireTable[] } {
  const { translate } = words
  const rows = records.map((record) => ownRecordRow(record, { title: titleOf(record), zone }, words))
  const table = tableOfRecords(ownRecordHead(words), rows, counts, words)
  return { tables: [countTable(counts, translate('notices.state.sent'), words), table] }
}

export function ownRecordHead({ translate }: Words): TableHead {
  return {
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
    filterIndex: 7,
  }
}

export function ownRecordRow(
  record: OwnRecord,
  { title, zone }: { readonly title: string; readonly zone: string },
  words: Words,
): TableRow {
  const { translate } = words
  const { stores, storeName, deviceId, endedAt, reason, departmentId } = record
  const timeZone = record.timeZone ?? zone
  return {
    id: String(record.noticeId),
    value: [
      formatInstant(record.createdAt, timeZone),
      endedAt === null ? null : formatInstant(endedAt, timeZone),
      stores > 1 ? translate('units.stores', { count: stores }) : storeName,
      record.deviceName,
      aboutOf(record, translate),
      translate(`notices.channel.${record.channel}`),
      record.recipient,
      translate(`notices.state.${record.state}`),
      reason === null ? null : noticeReason(reason, translate),
      record.tries,
      title,
    ],
    drill: {
      ...(departmentId !== null && { departmentId: String(departmentId) }),
      ...(stores === 1 && { storeId: String(record.firstStoreId) }),
      ...(deviceId !== null && { deviceId: String(deviceId) }),
    },
  }
}

function aboutOf({ subjectKind, about }: OwnRecord, translate: Translate): string {
  return subjectKind === 'repair' || subjectKind === 'upkeep'
    ? translate(`repair.records.about.${about as RepairNews | UpkeepNews}`)
    : translate(`notices.record.of.${subjectKind}`)
}
