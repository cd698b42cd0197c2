import { deviceHealth } from '@coldkeep/contract/areas/health'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { useCall } from '../../api/use-call'
import { useLanguage, useText } from '../../kit/text'
import { LikelyFault } from '../../parts/LikelyFault'
import { mayCall, useSession } from '../../site/session'
import styles from './devices.module.css'
import { ScoreChart } from './ScoreChart'

const REFRESH_MS = 300_000
const CURVE_HEIGHT_PX = 140
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
/** A loss of so many points fills its bar. */
const MOST_POINTS = 40

export interface DeviceHealthProps {
  readonly device: DeviceId
  /** IANA zone of the store; the browser's own where it is not known. */
  readonly zone?: string
}

/** The health score of a device, what it lost it by, and what to look at first. Nothing for what has no score. */
export function DeviceHealth({ device, zone }: DeviceHealthProps) {
  const t = useText()
  const language = useLanguage()
  const isAllowed = mayCall(deviceHealth, useSession())
  const { data } = useCall(deviceHealth, isAllowed ? { params: { deviceId: device } } : null, {
    refreshMs: REFRESH_MS,
    quiet: true,
  })
  if (data === undefined || (data.score === null && data.reason === null)) return null
  const points = (value: number | null) => formatNumber(language, value, { decimals: 1 })
  return (
    <section className={styles.card} aria-label={t('overview.health.title')}>
      <h2 className={styles.cardTitle}>{t('overview.health.title')}</h2>
      <div className={styles.health}>
        <div>
          <p className={styles.score}>
            {points(data.score)}
            <span>{data.class ?? data.reason}</span>
          </p>
          {data.likely !== null && <LikelyFault likely={data.likely} />}
          <p className={styles.small}>
            {data.scoredAt !== null && formatInstant(data.scoredAt, zone)}
            {data.frozenOn !== null && ` · ${t('overview.health.frozen', { day: data.frozenOn })}`}
          </p>
          {data.unmeasurable.length > 0 && (
            <p className={styles.small}>
              {t('overview.health.unmeasurable', {
                names: new Intl.ListFormat(language, { type: 'unit' }).format(data.unmeasurable),
              })}
            </p>
          )}
        </div>
        {data.losses.length > 0 && (
          <dl className={styles.losses} aria-label={t('overview.health.losses')}>
            {data.losses.map((loss) => (
              <div key={loss.title}>
                <dt>{loss.title}</dt>
                <dd>
                  <span
                    className={styles.lossBar}
                    style={{ width: `${Math.min(100, (100 * loss.points) / MOST_POINTS)}%` }}
                  />
                  {points(-loss.points)}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {data.curve.data.length > 0 && (
          <ScoreChart curve={data.curve} zone={zone ?? BROWSER_ZONE} heightPx={CURVE_HEIGHT_PX} />
        )}
      </div>
    </section>
  )
}
