import { repairPdf } from '@coldkeep/contract/areas/repair'
import type { RepairCaseId } from '@coldkeep/domain/ids'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { readFile } from '../../api/read-file'
import { Button } from '../../kit/Button'
import { downloadBlob } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { reportFailure } from '../../site/failures'

/** Takes a case along on paper: as a file of the service, or by the printer of the reader. */
export function CasePaper({ caseId }: { readonly caseId: RepairCaseId }) {
  const t = useText()
  const [isReading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    try {
      downloadBlob(await readFile(repairPdf, { params: { caseId } }), `${ticketOf(caseId)}.pdf`)
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      reportFailure(error)
    } finally {
      setReading(false)
    }
  }
  return (
    <div className={frame.buttons} data-no-print>
      <Button size="small" loading={isReading} onClick={() => void save()}>
        {t('repair.paper.pdf')}
      </Button>
      <Button size="small" icon="print" onClick={() => window.print()}>
        {t('repair.paper.print')}
      </Button>
    </div>
  )
}
