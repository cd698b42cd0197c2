import { getPorts, type Port, savePorts } from '@coldkeep/contract/areas/ports'
import type { Answer } from '@coldkeep/contract/call'
import type { TerminalId } from '@coldkeep/domain/ids'
import type { Translate } from '@coldkeep/phrases/keys'
import { useCallback, useMemo } from 'react'
import { useCall } from '../../api/use-call'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useWhyNot } from '../../site/use-why-not'
import {
  blankPort,
  draftOfPort,
  lineOfPort,
  type PortDraft,
  placeOfPort,
  portFields,
  portOf,
} from './port-form'

type Ports = Answer<typeof getPorts>
const none: Ports = { ports: [], requests: {}, revision: null, runsOwnFile: false }
/** In the address. */
const TABLE = 't2'

/** The ports of one terminal. Each change is a whole new configuration of the same scripts. */
export function PortTable({ terminal }: { terminal: TerminalId }) {
  const t = useText()
  const reason = useWhyNot()(savePorts, 'equipment')
  const params = useMemo(() => ({ terminalId: terminal }), [terminal])
  // the same reading as the table's, so that it is loaded once
  const present = useCall(getPorts, { params, query: {} }).data ?? none
  const { ports, requests, revision, runsOwnFile } = present
  const saving = useMemo(() => {
    const save = (next: readonly Port[]) => ({ params, body: { ports: [...next], revision } })
    return {
      create: rowCall(savePorts, (drafts: readonly PortDraft[]) => save([...ports, ...drafts.map(portOf)])),
      update: rowCall(savePorts, (row: Port, draft: PortDraft) =>
        save(ports.map((port) => (port.id === row.id ? portOf(draft) : port))),
      ),
      remove: rowCall(savePorts, (row: Port) => save(ports.filter(({ id }) => id !== row.id))),
    }
  }, [params, ports, revision])
  const columns = useCallback((words: Translate) => portColumns(words, requests), [requests])
  return (
    <>
      <p className={frame.note}>{t(runsOwnFile ? 'equipment.ports.ownFile' : 'equipment.ports.travels')}</p>
      {reason !== null && <p className={frame.note}>{reason}</p>}
      <TableEditor
        title={t('equipment.ports.ofTerminal', { terminal })}
        tableKey="ports"
        name={TABLE}
        list={{ call: getPorts, params, rowsOf }}
        rowKey={(port) => port.id}
        writes={{
          ...(runsOwnFile || reason !== null ? {} : saving),
          consequence: (port) => {
            const count = requests[port.id] ?? 0
            return count === 0 ? undefined : t('equipment.ports.inUse', { count })
          },
        }}
        columns={columns}
        form={{ fields: portFields, blank: blankPort, draftOf: draftOfPort }}
        emptyTitle={t('equipment.ports.none')}
      />
    </>
  )
}

const rowsOf = (answer: Ports): readonly Port[] => answer.ports

function portColumns(t: Translate, requests: Ports['requests']): readonly Column<Port>[] {
  return [
    { key: 'id', title: t('equipment.port'), kind: 'text', value: ({ id }) => id },
    {
      key: 'kind',
      title: t('equipment.ports.kind'),
      kind: 'text',
      value: ({ kind }) => t(`equipment.ports.kinds.${kind}`),
    },
    { key: 'where', title: t('equipment.ports.where'), kind: 'text', value: placeOfPort },
    { key: 'line', title: t('equipment.ports.line'), kind: 'text', value: lineOfPort },
    {
      key: 'requests',
      title: t('equipment.ports.requests'),
      kind: 'number',
      value: ({ id }) => requests[id] ?? 0,
    },
  ]
}
