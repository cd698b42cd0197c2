import { terminalEvents } from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import type { TerminalId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { useMemo } from 'react'
import { useCall } from '../../api/use-call'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useLanguage, useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { eventText } from './event-words'

const REFRESH_MS = 30_000
const PAGE_SIZE = 10
/** What is worth looking at; the rest stays with the service. */
const MOST = 200

type EventEntry = Answer<typeof terminalEvents>['events'][number]

export interface TerminalEventsProps {
  readonly terminal: TerminalId
  /** IANA zone of its store. */
  readonly zone: string
}

/** What a terminal reported besides readings, newest first. */
export function TerminalEvents({ terminal, zone }: TerminalEventsProps) {
  const t = useText()
  const language = useLanguage()
  const answer = useCall(
    terminalEvents,
    { params: { terminalId: terminal }, query: { kind: 'all', page: 1, pageSize: MOST } },
    { refreshMs: REFRESH_MS, keepsPrevious: true, quiet: true },
  )
  const columns = useMemo(
    (): Column<EventEntry>[] => [
      {
        key: 'at',
        title: t('fieldHealth.eventAt'),
        kind: 'time',
        value: (event) => event.at,
        cell: (event) => formatInstant(event.at, zone),
      },
      {
        key: 'kind',
        title: t('fieldHealth.kindTitle'),
        kind: 'status',
        value: (event) => t(`fieldHealth.kind.${event.kind}`),
      },
      {
        key: 'detail',
        title: t('fieldHealth.detailTitle'),
        kind: 'text',
        widthPx: 520,
        value: (event) => eventText(event, { t, language, zone }),
      },
    ],
    [t, language, zone],
  )
  const rows = answer.data?.events ?? []
  return (
    <DataTable
      title={t('fieldHealth.events')}
      tableKey="terminal events"
      columns={columns}
      rows={tableRows(answer, rows)}
      rowKey={(event) => `${event.at} ${event.kind} ${rows.indexOf(event)}`}
      filterColumn="kind"
      pageSize={PAGE_SIZE}
      empty={{ title: t('fieldHealth.eventsNone') }}
    />
  )
}
