import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import { kindOfBranch } from '@coldkeep/domain/notices/notice-kind'
import { formatInstant } from '@coldkeep/phrases/format'
import type { News, NewsText, NoticeFact } from '../../outbox/news-kind'
import type { Words } from '../../wording/words'
import type { ShownAlarm } from '../shown-alarm-queries'
import { alarmAdvice, alarmText } from './alarm-text'

const MOST_LISTED = 20

interface ShownNews {
  readonly alarm: ShownAlarm
  readonly news: News
}

/** The words of news of one alarm, from its current state. */
export function alarmNewsText(shown: ShownNews, words: Words): NewsText {
  return { title: titleOf(shown, words), lines: linesOf(shown, words) }
}

function titleOf({ news, alarm }: ShownNews, { translate }: Words): string {
  const named = { store: alarm.storeName, kind: translate(`alarms.kind.${alarm.branch}`) }
  if (news.about === 'cleared') return translate('notices.message.cleared', named)
  const priority = translate(`alarms.priority.${priorityOfRank(news.rank)}`)
  return translate('notices.message.raised', { ...named, priority })
}

function linesOf({ news, alarm }: ShownNews, words: Words): string[] {
  const { translate } = words
  const lines = [`${alarm.storeCode} ${alarm.storeName}`, alarmText(alarm, words)]
  if (news.about === 'cleared') return [...lines, backText(alarm, words)]
  lines.push(alarmAdvice(alarm, words))
  if (news.step > 0) lines.push('', translate('notices.message.unacknowledged', { step: news.step }))
  return lines
}

/** The words of several, the most urgent first; the rest as a number. */
export function severalText(shown: readonly ShownNews[], words: Words): NewsText & { readonly path: string } {
  const { translate } = words
  const [first] = shown
  const isOneStore = shown.every(({ alarm }) => alarm.storeId === first?.alarm.storeId)
  const listed = shown.slice(0, MOST_LISTED).map(({ news, alarm }) => {
    const priority = translate(`alarms.priority.${priorityOfRank(news.rank)}`)
    const about = news.about === 'raised' ? priority : translate('notices.about.cleared')
    return `${about}: ${alarm.storeCode} ${alarm.storeName}: ${alarmText(alarm, words)}`
  })
  const count = shown.length - listed.length
  return {
    title: titleOfSeveral(shown, isOneStore, words),
    lines: count > 0 ? [...listed, translate('notices.message.more', { count })] : listed,
    path: isOneStore && first !== undefined ? `/Alarms?store=${first.alarm.storeId}` : '/Alarms',
  }
}

function titleOfSeveral(shown: readonly ShownNews[], isOneStore: boolean, { translate }: Words): string {
  const abouts = new Set(shown.map(({ news }) => news.about))
  const count = shown.length
  if (!isOneStore || abouts.size > 1) return translate('notices.message.digest', { count })
  const store = shown[0]?.alarm.storeName ?? ''
  return abouts.has('raised')
    ? translate('notices.message.store', { store, count })
    : translate('notices.message.storeCleared', { store, count })
}

function backText(alarm: ShownAlarm, { translate }: Words): string {
  const at = alarm.returnedAt ?? alarm.clearedAt ?? alarm.changedAt
  return translate('notices.message.back', { since: formatInstant(at, alarm.timeZone) })
}

/** As webhooks carry it. */
export function machineFact({ news, alarm }: ShownNews, words: Words): NoticeFact {
  return {
    alarm: String(alarm.alarmId),
    about: news.about,
    kind: kindOfBranch(alarm.branch),
    priority: priorityOfRank(news.rank),
    state: alarm.state,
    store: { id: String(alarm.storeId), code: alarm.storeCode, name: alarm.storeName },
    device: alarm.deviceName,
    text: alarmText(alarm, words),
    raised_at: new Date(alarm.raisedAt).toISOString(),
  }
}
