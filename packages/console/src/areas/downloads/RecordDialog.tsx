import { listReports } from '@coldkeep/contract/areas/sensor-reports'
import { useCall } from '../../api/use-call'
import { Modal } from '../../kit/dialog/Modal'
import { useText } from '../../kit/text'
import { DownloadTable } from './DownloadTable'

const UNFINISHED_EVERY_MS = 2_000
const EVERY_MS = 30_000

/** What was ordered, how far it is, and the files. */
export function RecordDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const first = useCall(listReports, {})
  const isUnderWay = first.data?.records.some(({ state }) => state === 'waiting' || state === 'running')
  const records = useCall(listReports, {}, { refreshMs: isUnderWay ? UNFINISHED_EVERY_MS : EVERY_MS })
  return (
    <Modal opened onClose={onClose} title={t('reports.record.title')} widthPx={1200}>
      <DownloadTable
        answer={records}
        rows={records.data?.records ?? []}
        changes={[listReports]}
        title={t('reports.record.title')}
        none={t('reports.record.none')}
      />
    </Modal>
  )
}
