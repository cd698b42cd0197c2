import { priorities } from '@coldkeep/domain/alarms/priority'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { formatNumber } from '@coldkeep/phrases/format'
import { Icon } from '../../kit/icons'
import { Link } from '../../kit/Link'
import { useLanguage, useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import { pathText } from '../../parts/department-path'
import { paths } from '../../site/paths'
import styles from './AlarmStrip.module.css'
import { type AlarmEntry, ageText, shapeOf } from './alarm-words'
import { type AlarmOverview, useAlarmOverview } from './use-alarm-overview'

export interface AlarmStripProps {
  readonly departmentId: DepartmentId | null
  /** The scope as in addresses. */
  readonly dep: string | undefined
}

/** How many alarms are active, and the most urgent one. Hidden from those who may not see alarms. */
export function AlarmStrip({ departmentId, dep }: AlarmStripProps) {
  const t = useText()
  const language = useLanguage()
  const { data } = useAlarmOverview(departmentId)
  if (data === undefined) return null
  const { counts } = data
  return (
    <section className={styles.strip} aria-label={t('overview.strip.label')}>
      <ul className={styles.counts}>
        {priorities.map((priority) => (
          <li key={priority}>
            <AlarmMark shape={shapeOf(priority)} size={20} silent />
            <b>{formatNumber(language, counts.open[priority])}</b>
            <span>{t(`kit.alarm.${priority}`)}</span>
          </li>
        ))}
        <li>
          <AlarmMark shape="none" size={20} silent />
          <b>{formatNumber(language, counts.hostsLost)}</b>
          <span>{t('kit.alarm.noData')}</span>
        </li>
      </ul>
      <Urgent overview={data} dep={dep} />
      <Link look="button" href={paths.withSearch(paths.alarms, { dep })} className={styles.all}>
        {t('overview.strip.open')}
        <Icon name="arrowRight" />
      </Link>
    </section>
  )
}

function Urgent({ overview, dep }: { overview: AlarmOverview; dep: string | undefined }) {
  const t = useText()
  const { counts, alarms } = overview
  if (counts.isFlood) {
    const { lastTenMinutes: count, mostly } = counts
    return (
      <p className={styles.urgent}>
        <Link href={paths.withSearch(paths.alarms, { dep: mostly ? pathText(mostly.path) : dep })}>
          {mostly
            ? t('overview.strip.floodMostly', { count, place: mostly.name })
            : t('overview.strip.flood', { count })}
        </Link>
      </p>
    )
  }
  const alarm = mostUrgent(alarms)
  if (alarm === undefined) return <p className={styles.urgent}>{t('overview.strip.none')}</p>
  const href = alarm.device === null ? paths.withSearch(paths.alarms, { dep }) : paths.device(alarm.device.id)
  return (
    <p className={styles.urgent}>
      <AlarmMark shape={shapeOf(alarm.priority)} size={20} />
      <Link href={href} look="plain" className={styles.place}>
        {alarm.store.name}
      </Link>
      <span className={styles.text}>{alarm.text}</span>
      <span className={styles.age}>{ageText(alarm, Date.now(), t)}</span>
    </p>
  )
}

/** The oldest unacknowledged alarm of the highest priority; alarms come in this order. */
function mostUrgent(alarms: readonly AlarmEntry[]): AlarmEntry | undefined {
  return alarms.find((alarm) => alarm.state === 'unacknowledged')
}
