import { priorities } from '@coldkeep/domain/alarms/priority'
import { formatNumber } from '@coldkeep/phrases/format'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import { type AlarmEntry, ageText, lookOf, shapeOf } from '../alarms/alarm-words'
import type { AlarmOverview } from '../alarms/use-alarm-overview'
import styles from './board.module.css'
import { useNow } from './use-board-care'

const TURN_MS = 20_000
const ROWS = 9

/** How many alarms are active, in figures for the whole room. */
export function BoardCounts({ overview }: { overview: AlarmOverview }) {
  const t = useText()
  const language = useLanguage()
  const { counts } = overview
  return (
    <ul className={styles.counts} aria-label={t('overview.strip.label')}>
      {priorities.map((priority) => (
        <li key={priority} data-urgent={(priority === 'critical' && counts.open.critical > 0) || undefined}>
          <AlarmMark shape={shapeOf(priority)} size={48} silent />
          <span>{t(`kit.alarm.${priority}`)}</span>
          <b>{formatNumber(language, counts.open[priority])}</b>
        </li>
      ))}
      <li>
        <AlarmMark shape="none" size={48} silent />
        <span>{t('kit.alarm.noData')}</span>
        <b>{formatNumber(language, counts.hostsLost)}</b>
      </li>
    </ul>
  )
}

/** The open alarms by priority and age; more than fit are turned over page by page. */
export function BoardAlarms({ overview }: { overview: AlarmOverview }) {
  const t = useText()
  const now = useNow(TURN_MS)
  const { alarms, total } = overview
  const pages = Math.max(1, Math.ceil(alarms.length / ROWS))
  const page = Math.floor(now / TURN_MS) % pages
  const shown = alarms.slice(page * ROWS, (page + 1) * ROWS)
  return (
    <>
      {shown.length === 0 && <p className={styles.note}>{t('overview.strip.none')}</p>}
      <ul className={styles.alarms}>
        {shown.map((alarm) => (
          <BoardAlarm key={alarm.id} alarm={alarm} now={now} />
        ))}
      </ul>
      {total > ROWS && (
        <p className={styles.turning}>
          {t('overview.board.page', { count: total - shown.length, page: page + 1, pages })}
        </p>
      )}
    </>
  )
}

function BoardAlarm({ alarm, now }: { alarm: AlarmEntry; now: number }) {
  const t = useText()
  const isUrgent = alarm.priority === 'critical' && alarm.state === 'unacknowledged'
  return (
    <li data-urgent={isUrgent || undefined}>
      <AlarmMark shape={shapeOf(alarm.priority)} state={lookOf(alarm)} size={32} />
      <b>{alarm.store.name}</b>
      <span>{alarm.text}</span>
      <span className={styles.age}>
        {alarm.state === 'acknowledged' && `${t('handling.state.acknowledged')} · `}
        {ageText(alarm, now, t)}
      </span>
    </li>
  )
}
