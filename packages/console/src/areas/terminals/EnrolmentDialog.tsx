import { enrolmentColumns, MOST_ENROLLED } from '@coldkeep/contract/areas/enrolment'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { FileField } from '../../kit/field/FileField'
import { Spinner } from '../../kit/Spinner'
import { downloadText } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import { EnrolledCodes } from './EnrolledCodes'
import { EnrolmentPreview } from './EnrolmentPreview'
import styles from './terminals.module.css'
import { useEnrolment } from './use-enrolment'

const TEMPLATE = `${enrolmentColumns.join(',')}\r\n`

/** Terminals for many stores at once: table, dry run, all or nothing, and the codes this once. */
export function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const table = useEnrolment()
  const { preview, made } = table
  if (made !== null) return <EnrolledCodes terminals={made} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('terminals.enrolment.title')}
      widthPx={800}
      place="top"
      footer={
        <>
          <Button onClick={onClose}>{t('shell.words.cancel')}</Button>
          <Button
            variant="primary"
            loading={table.isRunning}
            disabledReason={table.missing}
            onClick={table.run}
          >
            {preview?.faultCount === 0
              ? t('terminals.enrolment.run', { count: preview.rows.length })
              : t('terminals.addDo')}
          </Button>
        </>
      }
    >
      <div className={styles.enrolment}>
        <FileField
          label={t('terminals.enrolment.file')}
          help={t('terminals.enrolment.fileHelp', { most: MOST_ENROLLED })}
          accept=".csv,text/csv"
          file={table.file}
          error={table.fault}
          onChange={(file) => void table.choose(file)}
        />
        <div>
          <Button size="small" icon="download" onClick={() => downloadText(TEMPLATE, 'terminals.csv')}>
            {t('terminals.enrolment.template')}
          </Button>
        </div>
        <div aria-live="polite">
          {table.isChecking && <Spinner />}
          {preview !== null && <EnrolmentPreview rows={preview.rows} faultCount={preview.faultCount} />}
        </div>
      </div>
    </Modal>
  )
}
