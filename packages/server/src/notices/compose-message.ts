import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { AlarmId } from '@coldkeep/domain/ids'
import { kindOfBranch } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { formatInstant } from '@coldkeep/phrases/format'
import { createTranslator } from '@coldkeep/phrases/phrases'
import type { Language } from '@coldkeep/phrases/translate'
import type { ShownAlarm } from '../alarms/shown-alarm-queries'
import { alarmAdvice, alarmText } from '../alarms/words/alarm-text'
import type { Words } from '../wording/words'
import type { NoticeFact, NoticeMessage } from './channels/channel'
import { oneLine } from './channels/email'
import type { MessageRow } from './outbox-queries'

const MOST_TOLD = 20
const MOST_FACTS = 200

interface Told {
  readonly row: MessageRow
  readonly alarm: ShownAlarm
}

/** The words of one message, from how its alarms stand now. `null` where none of them exists any more. */
export function composeMessage(
  rows: readonly MessageRow[],
  alarms: ReadonlyMap<AlarmId, ShownAlarm>,
  target: { readonly name: string; readonly language: Language },
  { now, publicUrl }: { readonly now: EpochMs; readonly publicUrl: string | null },
): NoticeMessage | null {
  const words = { language: target.language, translate: createTranslator(target.language) }
  const told = rows.flatMap((row): Told[] => {
    const alarm = alarms.get(row.alarmId)
    return alarm === undefined ? [] : [{ row, alarm }]
  })
  const [first] = told
  if (first === undefined) return null
  const isOne = told.length === 1
  const why = words.translate('notices.message.why', { target: target.name })
  const lines = isOne ? oneBody(first, words) : manyBody(told, words)
  return {
    key: first.row.messageKey,
    language: target.language,
    title: oneLine(isOne ? oneTitle(first, words) : manyTitle(told, words)),
    body: [...lines, '', why].join('\n'),
    url: publicUrl === null ? null : alarmsUrl(publicUrl, told),
    topic: isOne ? `alarm-${first.alarm.alarmId}` : null,
    isUrgent: told.some(({ row }) => row.about === 'raised' && row.rank <= 2),
    at: now,
    facts: told.slice(0, MOST_FACTS).map((one) => factOf(one, words)),
  }
}

function oneTitle({ row, alarm }: Told, { translate }: Words): string {
  const named = { store: alarm.storeName, kind: translate(`alarms.kind.${alarm.branch}`) }
  if (row.about === 'cleared') return translate('notices.message.cleared', named)
  const priority = translate(`alarms.priority.${priorityOfRank(row.rank)}`)
  return translate('notices.message.raised', { ...named, priority })
}

function manyTitle(told: readonly Told[], { translate }: Words): string {
  const [first] = told
  const isOneStore = told.every(({ alarm }) => alarm.storeId === first?.alarm.storeId)
  const abouts = new Set(told.map(({ row }) => row.about))
  const count = told.length
  if (!isOneStore || abouts.size > 1) return translate('notices.message.digest', { count })
  const store = first?.alarm.storeName ?? ''
  return abouts.has('raised')
    ? translate('notices.message.store', { store, count })
    : translate('notices.message.storeCleared', { store, count })
}

function oneBody({ row, alarm }: Told, words: Words): string[] {
  const { translate } = words
  const lines = [`${alarm.storeCode} ${alarm.storeName}`, alarmText(alarm, words)]
  if (row.about === 'cleared') return [...lines, backText(alarm, words)]
  lines.push(alarmAdvice(alarm, words))
  if (row.step > 0) lines.push('', translate('notices.message.unacknowledged', { step: row.step }))
  return lines
}

/** The most urgent first; the rest as a number. */
function manyBody(told: readonly Told[], words: Words): string[] {
  const { translate } = words
  const lines = told.slice(0, MOST_TOLD).map(({ row, alarm }) => {
    const priority = translate(`alarms.priority.${priorityOfRank(row.rank)}`)
    const about = row.about === 'raised' ? priority : translate('notices.about.cleared')
    return `${about}: ${alarm.storeCode} ${alarm.storeName}: ${alarmText(alarm, words)}`
  })
  const count = told.length - lines.length
  return count > 0 ? [...lines, translate('notices.message.more', { count })] : lines
}

function backText(alarm: ShownAlarm, { translate }: Words): string {
  const at = alarm.returnedAt ?? alarm.clearedAt ?? alarm.changedAt
  return translate('notices.message.back', { since: formatInstant(at, alarm.timeZone) })
}

function alarmsUrl(publicUrl: string, told: readonly Told[]): string {
  const stores = new Set(told.map(({ alarm }) => alarm.storeId))
  const [store] = stores
  return stores.size === 1 ? `${publicUrl}/Alarms?store=${store}` : `${publicUrl}/Alarms`
}

function factOf({ row, alarm }: Told, words: Words): NoticeFact {
  return {
    alarm: String(alarm.alarmId),
    about: row.about,
    kind: kindOfBranch(alarm.branch),
    priority: priorityOfRank(row.rank),
    state: alarm.state,
    store: { id: String(alarm.storeId), code: alarm.storeCode, name: alarm.storeName },
    device: alarm.deviceName,
    text: alarmText(alarm, words),
    raised_at: new Date(alarm.raisedAt).toISOString(),
  }
}
