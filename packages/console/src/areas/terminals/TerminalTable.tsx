import type { listTerminals } from '@coldkeep/contract/areas/terminals'
import type { Answer } from '@coldkeep/contract/call'
import { formatInstant } from '@coldkeep/phrases/format'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import type { ServedRows } from '../../kit/table/served-rows'
import { initialView } from '../../kit/table/table-view'
import { useText } from '../../kit/text'
import { tableStateOf } from '../../parts/table-state'
import { useAddress } from '../../parts/use-address'
import { claimText, stateStatus, storeText, type TerminalEntry, terminalPath } from './terminal-words'

export interface TerminalTableProps extends Omit<ServedRows<TerminalEntry>, 'total'> {
  readonly answer: UseQueryResult<Answer<typeof listTerminals>>
  readonly page: number
  readonly pageSize: number
  readonly askedPageSize: number
  readonly onPage: (page: number, pageSize: number) => void
  readonly toolbar: ReactNode
}

/** One page of terminals. */
export function TerminalTable(props: TerminalTableProps) {
  const { answer, page, pageSize, askedPageSize, onPage, toolbar, ...served } = props
  const t = useText()
  const [, changeAddress] = useAddress()
  const [row, setRow] = useState<string | null>(null)
  const columns = useColumns()
  const state = tableStateOf(answer)
  const isOld = answer.isPlaceholderData && answer.isFetching
  return (
    <DataTable
      title={t('terminals.table')}
      tableKey="terminals"
      columns={columns}
      rows={answer.data?.terminals ?? []}
      rowKey={(terminal) => terminal.id}
      pageSize={askedPageSize}
      view={{ ...initialView(pageSize), page, row }}
      onView={(view) => {
        setRow(view.row)
        if (view.page !== page || view.pageSize !== pageSize) onPage(view.page, view.pageSize)
      }}
      served={{ ...served, total: answer.data?.total ?? 0 }}
      onOpen={(terminal) => changeAddress({ id: terminal.id })}
      state={state === 'ready' && isOld ? 'refreshing' : state}
      onRetry={() => void answer.refetch()}
      empty={{ title: t('terminals.none') }}
      toolbar={toolbar}
    />
  )
}

function useColumns(): readonly Column<TerminalEntry>[] {
  const t = useText()
  return useMemo(
    (): Column<TerminalEntry>[] => [
      {
        key: 'id',
        title: t('terminals.id'),
        kind: 'text',
        value: (terminal) => terminal.id,
        href: (terminal) => terminalPath(terminal.id),
      },
      {
        key: 'state',
        title: t('terminals.stateTitle'),
        kind: 'status',
        value: (terminal) => t(`terminals.state.${terminal.state}`),
        cell: (terminal) => (
          <StatusTag status={stateStatus[terminal.state]} word={t(`terminals.state.${terminal.state}`)} />
        ),
      },
      { key: 'store', title: t('terminals.store'), kind: 'text', value: storeText },
      {
        key: 'lastContact',
        title: t('terminals.lastContact'),
        kind: 'time',
        value: (terminal) => terminal.last_message_at,
        cell: (terminal) => formatInstant(terminal.last_message_at, terminal.store.zone),
      },
      {
        key: 'backlog',
        title: t('terminals.backlog'),
        kind: 'number',
        value: (terminal) => terminal.backlog,
      },
      { key: 'program', title: t('terminals.program'), kind: 'text', value: (terminal) => terminal.program },
      {
        key: 'revision',
        title: t('terminals.revision'),
        kind: 'number',
        value: (terminal) => terminal.revision,
      },
      {
        key: 'claim',
        title: t('terminals.claim'),
        kind: 'status',
        value: (terminal) => claimText(terminal, t),
      },
    ],
    [t],
  )
}
