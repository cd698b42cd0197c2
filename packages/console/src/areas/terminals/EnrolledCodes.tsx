import type { enrolTerminals } from '@coldkeep/contract/areas/enrolment'
import type { Answer } from '@coldkeep/contract/call'
import { useMemo, useState } from 'react'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { Modal } from '../../kit/dialog/Modal'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { csvOf, downloadText } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import styles from './terminals.module.css'

type Enrolled = Answer<typeof enrolTerminals>['terminals'][number]

const CODES_FILE = 'claim-codes.csv'

export interface EnrolledCodesProps {
  readonly terminals: readonly Enrolled[]
  /** Of the window; that of the enrolment from a table when left out. */
  readonly title?: string
  readonly onClose: () => void
}

/** The claim codes of new terminals, this once; closing asks for confirmation until they have been copied. */
export function EnrolledCodes({ terminals, title, onClose }: EnrolledCodesProps) {
  const t = useText()
  const [isTaken, setTaken] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const columns = useMemo(
    (): Column<Enrolled>[] => [
      { key: 'store', title: t('equipment.storeCode'), kind: 'text', value: ({ store }) => store },
      {
        key: 'terminal',
        title: t('terminals.id'),
        kind: 'text',
        value: ({ terminalId: terminal }) => terminal,
      },
      { key: 'code', title: t('terminals.enrolment.code'), kind: 'text', value: ({ code }) => code },
      {
        key: 'until',
        title: t('terminals.enrolment.validUntil'),
        kind: 'time',
        value: ({ expiresAt }) => expiresAt,
      },
    ],
    [t],
  )
  return (
    <>
      <Modal
        opened
        onClose={() => (isTaken ? onClose() : setConfirming(true))}
        title={title ?? t('terminals.enrolment.title')}
        widthPx={800}
        place="top"
        footer={
          <>
            <Button onClick={() => (isTaken ? onClose() : setConfirming(true))}>
              {t('terminals.enrolment.close')}
            </Button>
            <Button
              variant="primary"
              icon="download"
              onClick={() => {
                downloadText(csvOf(columns, terminals), CODES_FILE)
                setTaken(true)
              }}
            >
              {t('terminals.enrolment.download')}
            </Button>
          </>
        }
      >
        <div className={styles.enrolment}>
          <p role="status">{t('terminals.enrolment.done', { count: terminals.length })}</p>
          <DataTable
            title={t('terminals.enrolment.code')}
            tableKey="enrolled codes"
            columns={columns}
            rows={terminals}
            rowKey={({ terminalId: terminal }) => terminal}
          />
        </div>
      </Modal>
      <ConfirmDialog
        opened={isConfirming}
        title={t('terminals.enrolment.notDownloaded')}
        action={t('terminals.enrolment.close')}
        destructive
        onConfirm={onClose}
        onCancel={() => setConfirming(false)}
      >
        {t('terminals.enrolment.notDownloadedWhy')}
      </ConfirmDialog>
    </>
  )
}
