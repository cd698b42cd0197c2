import { repairPdf } from '@coldkeep/contract/areas/repair'
import type { RepairCaseId } from '@coldkeep/domain/ids'
import { ticketOf } from '@coldkeep/domain/repair/repair-case'
import { readFile } from '../../api/read-file'
import { Button } from '../../kit/Button'
import { useText } from '../../kit/text'
import { FileButton } from '../../parts/FileButton'
import frame from '../../parts/page.module.css'

/** Takes a case along on paper: as a file of the service, or by the printer of the reader. */
export function CasePaper({ caseId }: { readonly caseId: RepairCaseId }) {
  const t = useText()
  return (
    <div className={frame.buttons} data-no-print>
      <FileButton
        name={`${ticketOf(caseId)}.pdf`}
        read={(signal) => readFile(repairPdf, { params: { caseId } }, signal)}
      >
        {t('repair.paper.pdf')}
      </FileButton>
      <Button size="small" icon="print" onClick={() => window.print()}>
        {t('repair.paper.print')}
      </Button>
    </div>
  )
}
