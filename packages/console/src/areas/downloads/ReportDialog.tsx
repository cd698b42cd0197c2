import { downloadStatus } from '@coldkeep/contract/areas/downloads'
import { listReports, orderReport, REPORT_OFFSET_MINUTES } from '@coldkeep/contract/areas/sensor-reports'
import type { DeviceId, PointId } from '@coldkeep/domain/ids'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { useText } from '../../kit/text'
import styles from './downloads.module.css'
import type { Pick } from './SensorSteps'
import type { Report } from './use-report'
import { watchDownload } from './watched-downloads'

export interface ReportDialogProps {
  readonly report: Report
  readonly picks: readonly Pick[]
  readonly onClose: () => void
}

/** What is going to be ordered, once more: the days and every sensor. */
export function ReportDialog({ report, picks, onClose }: ReportDialogProps) {
  const t = useText()
  const { store, storeId, firstDay, lastDay, group, clock, form, format } = report
  const body = storeId !== null && {
    storeId,
    first: `${firstDay}T00:00:00`,
    last: `${lastDay}T23:59:59`,
    group,
    offsetMinutes: REPORT_OFFSET_MINUTES,
    picks: picks.map(({ key }) => {
      const [device, sensor] = key.split(',').map(Number)
      return { deviceId: device as DeviceId, pointId: sensor as PointId }
    }),
    clock,
    form,
    format,
  }
  return (
    <ConfirmAndSend
      widthPx={560}
      title={t('reports.confirm.title')}
      action={t('reports.confirm.start')}
      call={orderReport}
      input={body ? { body } : null}
      invalidates={[listReports, downloadStatus]}
      success={t('reports.ordered')}
      onDone={({ id }) => {
        watchDownload(id)
        onClose()
      }}
      onClose={onClose}
    >
      <dl className={styles.answers}>
        <dt>{t('organisation.store.label')}</dt>
        <dd>{store === null ? '' : `${store.code} ${store.name}`}</dd>
        <dt>{t('reports.confirm.period')}</dt>
        <dd>{`${firstDay} – ${lastDay}`}</dd>
        <dt>{t('reports.confirm.layout')}</dt>
        <dd>{`${t(`reports.form.${form}`)} · ${t(`reports.format.${format}`)}`}</dd>
        <dt>{`${t('reports.confirm.items')} (${picks.length})`}</dt>
        <dd>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with keys */}
          <ul className={styles.items} tabIndex={0} aria-label={t('reports.confirm.items')}>
            {picks.map(({ key, label }) => (
              <li key={key}>{label}</li>
            ))}
          </ul>
        </dd>
      </dl>
      <p className={styles.zone}>{t(`reports.note.${clock}`)}</p>
    </ConfirmAndSend>
  )
}
