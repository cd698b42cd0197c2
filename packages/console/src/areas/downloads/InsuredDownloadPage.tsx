import { listEvidence } from '@coldkeep/contract/areas/evidence'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { PageHead } from '../../site/PageHead'
import { DownloadTable } from './DownloadTable'
import { EvidenceKeyNote } from './EvidenceKeyNote'
import { InsuredForm } from './InsuredForm'
import { OrderedPack } from './OrderedPack'
import { OrderedPackLink } from './OrderedPackLink'

const UNFINISHED_EVERY_MS = 2_000
const EVERY_MS = 30_000

/** Orders signed packs of evidence, and shows how far they are; its address with a pack fetches that as it is finished. */
export function InsuredDownloadPage() {
  const t = useText()
  const [{ pack }] = useAddress()
  const [ordered, setOrdered] = useState<{ readonly url: string; readonly isOpen: boolean } | null>(null)
  const first = useCall(listEvidence, {})
  const isUnderWay = first.data?.some(({ state }) => state === 'waiting' || state === 'running')
  const records = useCall(listEvidence, {}, { refreshMs: isUnderWay ? UNFINISHED_EVERY_MS : EVERY_MS })
  return (
    <div className={frame.page}>
      <PageHead />
      <p className={frame.note}>{t('evidence.screen.intro')}</p>
      {pack !== undefined && records.data && (
        <OrderedPack key={pack} pack={records.data.find(({ id }) => String(id) === pack) ?? null} />
      )}
      <InsuredForm onOrdered={setOrdered} />
      {ordered !== null && <OrderedPackLink {...ordered} />}
      <DownloadTable
        title={t('reports.record.title')}
        none={t('reports.record.none')}
        answer={records}
        rows={records.data ?? []}
        changes={[listEvidence]}
      />
      <EvidenceKeyNote />
    </div>
  )
}
