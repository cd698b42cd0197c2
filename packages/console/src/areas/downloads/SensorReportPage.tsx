import { MOST_REPORT_SENSORS } from '@coldkeep/contract/areas/sensor-reports'
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import styles from './downloads.module.css'
import { RecordDialog } from './RecordDialog'
import { ReportDialog } from './ReportDialog'
import { ReportScope } from './ReportScope'
import { type Pick, SensorSteps } from './SensorSteps'
import { useReport } from './use-report'

/** Orders a report of sensors of one store, and shows what was ordered. */
export function SensorReportPage() {
  const t = useText()
  const report = useReport()
  const [opened, setOpened] = useState<'confirm' | 'record' | null>(report.showsRecord ? 'record' : null)
  const [chosen, setChosen] = useState<{ readonly of: number | null; readonly picks: readonly Pick[] }>({
    of: report.storeId,
    picks: [],
  })
  // sensors of another store are none of this report's
  const picks = chosen.of === report.storeId ? chosen.picks : []
  const missing =
    report.storeId === null
      ? t('reports.page.storeFirst')
      : picks.length === 0
        ? t('reports.page.nothing')
        : picks.length > MOST_REPORT_SENSORS
          ? t('reports.page.moreThan', { count: MOST_REPORT_SENSORS })
          : report.isPeriodSound
            ? null
            : t('reports.page.periodFirst')
  return (
    <div className={frame.page}>
      <PageHead />
      <ReportScope report={report} />
      <SensorSteps
        key={report.storeId}
        report={report}
        picks={picks}
        onPicks={(next) => setChosen({ of: report.storeId, picks: next })}
      />
      <div className={styles.bar}>
        <span className={frame.note}>{t(`reports.note.${report.clock}`)}</span>
        <div className={styles.buttons}>
          <Button onClick={() => setOpened('record')}>{t('reports.page.viewRecord')}</Button>
          <Button variant="primary" disabledReason={missing} onClick={() => setOpened('confirm')}>
            {t('reports.page.report')}
          </Button>
        </div>
      </div>
      {opened === 'confirm' && <ReportDialog report={report} picks={picks} onClose={() => setOpened(null)} />}
      {opened === 'record' && <RecordDialog onClose={() => setOpened(null)} />}
    </div>
  )
}
