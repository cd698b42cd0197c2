import { exportAudit, listAudit, MOST_AUDIT_COUNTED } from '@coldkeep/contract/areas/audit'
import { useState } from 'react'
import { CallProblem } from '../../api/call-problem'
import { send } from '../../api/send'
import { readCall, useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { IconButton } from '../../kit/IconButton'
import { DataTable } from '../../kit/table/DataTable'
import { downloadText } from '../../kit/table/export-csv'
import { initialView } from '../../kit/table/table-view'
import { useLanguage, useText } from '../../kit/text'
import { PlaceFilter } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { tableStateOf } from '../../parts/table-state'
import { useAddress } from '../../parts/use-address'
import { useAddressSearch } from '../../parts/use-address-search'
import { reportFailure } from '../../site/failures'
import { PageHead } from '../../site/PageHead'
import { readEveryPage } from '../../site/read-every-page'
import { AuditDialog } from './AuditDialog'
import { AuditFilter, useAuditFilter } from './AuditFilter'
import { useAuditColumns } from './audit-columns'
import type { AuditEntry } from './audit-words'

const PAGE_SIZE = 50
const FILE = 'audit.csv'

/** What people and terminals did and were refused: searched, looked at, and taken along as a file that can be verified. */
export function AuditPage() {
  const t = useText()
  const language = useLanguage()
  const [parameters, changeAddress] = useAddress()
  const [row, setRow] = useState<string | null>(null)
  const [looked, setLooked] = useState<AuditEntry | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [search, setSearch] = useAddressSearch()
  const { asked, isFiltered, clear } = useAuditFilter()
  const page = Math.max(1, Math.trunc(Number(parameters.page)) || 1)
  const answer = useCall(
    listAudit,
    { query: { ...asked, page, page_size: PAGE_SIZE } },
    { keepsPrevious: true },
  )
  const columns = useAuditColumns()
  const total = answer.data?.total ?? 0

  const readAll = () =>
    readEveryPage(async (paging) => {
      const { entries, total } = await readCall(listAudit, { query: { ...asked, ...paging } }, language)
      return { rows: entries, total }
    })
  const writeFile = async () => {
    setWriting(true)
    try {
      downloadText(await send(exportAudit, { query: asked }), FILE)
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error
      reportFailure(error)
    } finally {
      setWriting(false)
    }
  }

  return (
    <div className={frame.page}>
      <PageHead />
      <PlaceFilter>
        <AuditFilter kinds={answer.data?.kinds ?? []} />
      </PlaceFilter>
      <DataTable
        title={t('audit.entries')}
        tableKey="audit"
        columns={columns}
        rows={answer.data?.entries ?? []}
        rowKey={(entry) => String(entry.position)}
        pageSize={PAGE_SIZE}
        view={{ ...initialView(PAGE_SIZE), page, row }}
        onView={(view) => {
          setRow(view.row)
          if (view.page !== page) changeAddress({ page: view.page === 1 ? undefined : String(view.page) })
        }}
        served={{
          total,
          search,
          onSearch: setSearch,
          isFiltered,
          onClear: () => {
            setSearch('')
            clear()
          },
          readAll,
        }}
        onOpen={setLooked}
        state={tableStateOf(answer)}
        onRetry={() => void answer.refetch()}
        empty={{ title: t('audit.none') }}
        tools={
          <Button size="small" icon="fileDownload" loading={isWriting} onClick={() => void writeFile()}>
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
      {total >= MOST_AUDIT_COUNTED && (
        <p className={frame.note}>{t('audit.first', { count: MOST_AUDIT_COUNTED })}</p>
      )}
      {looked !== null && <AuditDialog entry={looked} onClose={() => setLooked(null)} />}
    </div>
  )
}
