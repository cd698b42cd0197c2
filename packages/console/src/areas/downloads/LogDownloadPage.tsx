import { listLogs } from '@coldkeep/contract/areas/log-downloads'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { PageHead } from '../../site/PageHead'
import { DownloadTable } from './DownloadTable'
import { LogForm } from './LogForm'
import { terminalColumn } from './log-columns'

const UNFINISHED_EVERY_MS = 2_000
const EVERY_MS = 30_000

/** Orders the logs of a store's terminals, and shows earlier orders and what came. */
export function LogDownloadPage() {
  const t = useText()
  const first = useCall(listLogs, {})
  const isUnderWay = first.data?.records.some(({ state }) => state === 'waiting' || state === 'running')
  const records = useCall(listLogs, {}, { refreshMs: isUnderWay ? UNFINISHED_EVERY_MS : EVERY_MS })
  const more = useMemo(() => [terminalColumn(t)], [t])
  return (
    <div className={frame.page}>
      <PageHead />
      <LogForm />
      <DownloadTable
        answer={records}
        rows={records.data?.records ?? []}
        more={more}
        changes={[listLogs]}
        title={t('logDownload.records')}
        none={t('logDownload.none')}
      />
    </div>
  )
}
