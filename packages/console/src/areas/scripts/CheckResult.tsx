import type { checkDeployment } from '@coldkeep/contract/areas/deployments'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'

type Result = Answer<typeof checkDeployment>
interface Fault {
  readonly key: string
  readonly store: string
  readonly place: string
  readonly message: string
}

const PAGE_SIZE = 5
const columnsOf = (t: Translate): readonly Column<Fault>[] => [
  { key: 'store', title: t('organisation.store.label'), kind: 'text', value: (row) => row.store },
  { key: 'place', title: t('scripts.row'), kind: 'text', value: (row) => row.place },
  { key: 'why', title: t('commands.why'), kind: 'text', value: (row) => row.message, wraps: 'words' },
]

/** The result of a check: how many stores are ready, and what prevents the others. */
export function CheckResult({ result }: { result: Result }) {
  const t = useText()
  const columns = useMemo(() => columnsOf(t), [t])
  const { ready, faulty, faultyTotal, newDevices, worstMs } = result
  const { retiredDevices: retired } = result
  const rows = faulty.flatMap(({ store, faults }) =>
    faults.map(({ path, message }, index) => ({
      key: `${store.id} ${index}`,
      store: `${store.code} ${store.name}`,
      place: placeOf(path, t),
      message,
    })),
  )
  return (
    <div className={frame.stack} role="status">
      <p>
        <StatusTag
          status={faultyTotal === 0 ? 'done' : 'failed'}
          word={t('scripts.ready', { ready, total: ready + faultyTotal })}
        />
      </p>
      <p className={frame.note}>
        {t('scripts.longest', { seconds: worstMs / 1_000 })}
        {newDevices > 0 && ` · ${t('scripts.newDevices', { count: newDevices })}`}
        {retired > 0 && ` · ${t('scripts.retiredDevices', { count: retired })}`}
      </p>
      {rows.length > 0 && (
        <DataTable
          title={t('commands.faults', { count: rows.length })}
          tableKey="script check"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.key}
          pageSize={PAGE_SIZE}
        />
      )}
    </div>
  )
}

/** `commands.3.unitId` is row 4 of the script. */
export function placeOf(path: string, t: Translate): string {
  const row = /^commands\.(\d+)/.exec(path)?.[1]
  return row === undefined ? '' : t('scripts.rowNumber', { row: Number(row) + 1 })
}
