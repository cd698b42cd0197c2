import { listScriptStores, pollingStatuses } from '@coldkeep/contract/areas/deployments'
import type { PollScriptRow } from '@coldkeep/contract/areas/scripts'
import type { Answer } from '@coldkeep/contract/call'
import type { StoreId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { type Status, StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { paths } from '../../site/paths'

type Row = Answer<typeof listScriptStores>['stores'][number]
type PollingStatus = (typeof pollingStatuses)[number]

const MOST_LISTED = 200
const PAGE_SIZE = 10
const REFRESH_MS = 10_000
const looks = {
  older: { word: 'scripts.standing.older', status: 'overdue' },
  on_its_way: { word: 'scripts.standing.onItsWay', status: 'running' },
  current: { word: 'scripts.standing.current', status: 'done' },
} as const satisfies Record<PollingStatus, { readonly word: PhraseKey; readonly status: Status }>

export interface ScriptStoresProps {
  readonly script: PollScriptRow
  readonly onChoose: (stores: readonly StoreId[]) => void
}

/** The stores that poll a script file, those with an older revision of it first. */
export function ScriptStores({ script, onChoose }: ScriptStoresProps) {
  const t = useText()
  const [status, setStatus] = useState<PollingStatus | 'all'>('all')
  const query = { 'script-file': script.id, status, page: 1, pageSize: MOST_LISTED }
  const answer = useCall(listScriptStores, { query }, { keepsPrevious: true, refreshMs: REFRESH_MS })
  const columns = useMemo(() => columnsOf(t), [t])
  const counts = answer.data?.counts
  const older = (answer.data?.stores ?? []).filter((row) => row.status === 'older')
  return (
    <DataTable
      title={t('scripts.polling', { name: script.name })}
      tableKey="script stores"
      columns={columns}
      rows={tableRows(answer, answer.data?.stores)}
      rowKey={({ terminalId: terminal }) => terminal}
      pageSize={PAGE_SIZE}
      empty={{ title: t('scripts.noPolling') }}
      tools={
        older.length > 0 && (
          <Button size="small" onClick={() => onChoose(older.map(({ store }) => store.id))}>
            {t('scripts.chooseOlder')}
          </Button>
        )
      }
    >
      {counts && (
        <SelectField
          label={t('scripts.standing.title')}
          hideLabel
          value={status}
          choices={[
            { value: 'all', label: t('scripts.allStates') },
            ...pollingStatuses.map((key) => ({
              value: key,
              label: `${t(looks[key].word)} (${counts[key]})`,
            })),
          ]}
          onChange={(next) => setStatus((next as PollingStatus | 'all' | null) ?? 'all')}
        />
      )}
    </DataTable>
  )
}

const columnsOf = (t: Translate): readonly Column<Row>[] => [
  {
    key: 'store',
    title: t('organisation.store.label'),
    kind: 'text',
    value: ({ store }) => `${store.code} ${store.name}`,
  },
  {
    key: 'terminal',
    title: t('scripts.terminal'),
    kind: 'text',
    value: ({ terminalId: terminal }) => terminal,
    href: ({ terminalId: terminal }) => paths.withSearch(paths.terminals, { id: terminal }),
  },
  {
    key: 'status',
    title: t('scripts.standing.title'),
    kind: 'status',
    value: ({ status }) => t(looks[status].word),
    cell: ({ status }) => <StatusTag status={looks[status].status} word={t(looks[status].word)} />,
  },
  { key: 'revision', title: t('commands.revision'), kind: 'number', value: ({ revision }) => revision },
  {
    key: 'since',
    title: t('scripts.since'),
    kind: 'time',
    value: ({ since }) => since,
    cell: ({ since }) => formatInstant(since),
  },
]
