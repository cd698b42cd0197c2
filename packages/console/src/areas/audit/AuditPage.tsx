import { exportAudit, listAudit, MOST_AUDIT_COUNTED } from '@coldkeep/contract/areas/audit'
import type { Answer } from '@coldkeep/contract/call'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { readFile } from '../../api/read-file'
import { ListScreen } from '../../archetypes/list/ListScreen'
import { useListScreen } from '../../archetypes/list/use-list-screen'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { DataTable } from '../../kit/table/DataTable'
import { downloadText } from '../../kit/table/export-csv'
import { useText } from '../../kit/text'
import { PlaceFilter } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { reportFailure } from '../../site/failures'
import { AuditDialog } from './AuditDialog'
import { AuditFilter, useAuditFilter } from './AuditFilter'
import { useAuditColumns } from './audit-columns'
import type { AuditEntry } from './audit-words'

const PAGE_SIZE = 50
const FILE = 'audit.csv'

const rowsOf = (answer: Answer<typeof listAudit>) => answer.entries

/** What people and terminals did and were refused: searched, looked at, and taken along as a file that can be verified. */
export function AuditPage() {
  const t = useText()
  const [looked, setLooked] = useState<AuditEntry | null>(null)
  const [isExporting, setIsExporting] = useState(false)
  const columns = useAuditColumns()
  const list = useListScreen({ list: listAudit, rowsOf, pageSize: PAGE_SIZE, ...useAuditFilter() })

  const writeFile = async () => {
    setIsExporting(true)
    try {
      const file = await readFile(exportAudit, { query: list.baseQuery })
      downloadText(await file.text(), FILE)
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      reportFailure(error)
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <ListScreen
      list={list}
      filters={
        <PlaceFilter>
          <AuditFilter kinds={list.data?.kinds ?? []} />
        </PlaceFilter>
      }
    >
      <DataTable
        {...list.table}
        title={t('audit.entries')}
        tableKey="audit"
        columns={columns}
        rowKey={(entry) => String(entry.position)}
        onOpen={setLooked}
        empty={{ title: t('audit.none') }}
        tools={
          <Button size="small" icon="fileDownload" loading={isExporting} onClick={() => void writeFile()}>
            {t('audit.file')}
          </Button>
        }
        rowActions={(entry) => (
          <IconButton
            size="small"
            icon="search"
            label={t('audit.look', { position: entry.position })}
            onClick={() => setLooked(entry)}
          />
        )}
      />

      {(list.data?.total ?? 0) >= MOST_AUDIT_COUNTED && (
        <p className={frame.note}>{t('audit.first', { count: MOST_AUDIT_COUNTED })}</p>
      )}
      {looked !== null && <AuditDialog entry={looked} onClose={() => setLooked(null)} />}
    </ListScreen>
  )
}
