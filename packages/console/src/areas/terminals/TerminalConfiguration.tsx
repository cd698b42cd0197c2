import {
  getConfiguration,
  listConfigurations,
  putConfiguration,
  returnToConfiguration,
  type WireFault,
} from '@coldkeep/contract/areas/bundles'
import { listCommands } from '@coldkeep/contract/areas/commands'
import type { Answer } from '@coldkeep/contract/call'
import type { TerminalId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { Suspense, useMemo, useState } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { lazily } from '../../kit/lazily'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { downloadText } from '../../kit/table/export-csv'
import { useLanguage, useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { useWhyNot } from '../../site/use-why-not'
import { bundleStateWord, bundleStatus } from './command-words'
import { FaultTable } from './FaultTable'

const PutConfigurationDialog = lazily(() => import('./PutConfigurationDialog'), 'PutConfigurationDialog')

const REFRESH_MS = 5_000
const PAGE_SIZE = 5

type Revision = Answer<typeof listConfigurations>['revisions'][number]
type Returned = Answer<typeof returnToConfiguration>

export interface TerminalConfigurationProps {
  readonly terminal: TerminalId
  /** IANA zone of its store. */
  readonly zone: string
}

/** Revisions of the configuration with their way to the terminal; a new one, and an earlier one again. */
export function TerminalConfiguration({ terminal, zone }: TerminalConfigurationProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [isReplacing, setIsReplacing] = useState(false)
  const [again, setAgain] = useState<Revision | null>(null)
  const [faults, setFaults] = useState<readonly WireFault[] | null>(null)
  const [shortened, setShortened] = useState<Returned | null>(null)
  const params = { terminalId: terminal }
  const answer = useCall(listConfigurations, { params }, { refreshMs: REFRESH_MS, quiet: true })
  const reading = useSend(getConfiguration, {
    onDone: ({ revision, document }) =>
      downloadText(
        `${JSON.stringify(document, null, 2)}\n`,
        `${terminal}-${revision}.json`,
        'application/json',
      ),
  })
  const actions = (row: Revision) => (
    <RevisionActions
      row={row}
      onDownload={() => reading.mutate({ params: { ...params, revision: row.revision } })}
      onAgain={() => setAgain(row)}
    />
  )
  const columns = useRevisionColumns(zone, setFaults)
  const running = answer.data?.running
  return (
    <>
      <DataTable
        title={t('commands.configuration')}
        tableKey="terminal configurations"
        columns={columns}
        rows={tableRows(answer, answer.data?.revisions)}
        rowKey={({ revision }) => String(revision)}
        pageSize={PAGE_SIZE}
        empty={{ title: t('commands.none') }}
        rowActions={actions}
      >
        <Button
          size="small"
          disabledReason={whyNot(putConfiguration, 'equipment')}
          onClick={() => setIsReplacing(true)}
        >
          {t('commands.putNew')}
        </Button>
        {running != null && <span>{t('commands.running', { revision: running })}</span>}
      </DataTable>
      <Suspense>
        {isReplacing && <PutConfigurationDialog terminal={terminal} onClose={() => setIsReplacing(false)} />}
      </Suspense>
      <ConfirmAndSend
        opened={again !== null}
        title={t('commands.againRevision', { revision: again?.revision ?? '' })}
        action={t('commands.send')}
        call={returnToConfiguration}
        input={again && { params: { ...params, revision: again.revision } }}
        invalidates={[listConfigurations, listCommands]}
        success={({ revision, leftOut }) =>
          revision === null || leftOut.length > 0 ? null : t('commands.taken', { revision })
        }
        onDone={(done) => {
          setAgain(null)
          if (done.revision === null) setFaults(done.faults)
          else if (done.leftOut.length > 0) setShortened(done)
        }}
        onClose={() => setAgain(null)}
      >
        {t('commands.againQuestion', { revision: again?.revision ?? '' })}
      </ConfirmAndSend>
      <Modal
        opened={faults !== null}
        onClose={() => setFaults(null)}
        title={t('commands.why')}
        widthPx={800}
        footer={<Button onClick={() => setFaults(null)}>{t('commands.close')}</Button>}
      >
        {faults !== null && <FaultTable faults={faults} />}
      </Modal>
      <ShortenedModal returned={shortened} onClose={() => setShortened(null)} />
    </>
  )
}

interface RevisionActionsProps {
  readonly row: Revision
  readonly onDownload: () => void
  readonly onAgain: () => void
}

function RevisionActions({ row, onDownload, onAgain }: RevisionActionsProps) {
  const t = useText()
  const whyNot = useWhyNot()
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('commands.downloadRevision', { revision: row.revision })}
        onClick={onDownload}
      >
        {t('commands.download')}
      </Button>
      {!isCurrent(row) && (
        <Button
          size="small"
          variant="quiet"
          disabledReason={whyNot(returnToConfiguration, 'equipment')}
          aria-label={t('commands.againRevision', { revision: row.revision })}
          onClick={onAgain}
        >
          {t('commands.again')}
        </Button>
      )}
    </>
  )
}

interface ShortenedModalProps {
  readonly returned: Returned | null
  readonly onClose: () => void
}

/** Requests of an earlier revision that are not polled any more. */
function ShortenedModal({ returned, onClose }: ShortenedModalProps) {
  const t = useText()
  return (
    <Modal
      opened={returned !== null}
      widthPx={560}
      onClose={onClose}
      title={t('commands.taken', { revision: returned?.revision ?? '' })}
      footer={<Button onClick={onClose}>{t('commands.close')}</Button>}
    >
      <p>{t('commands.leftOut')}</p>
      <ul>
        {returned?.leftOut.map((request) => (
          <li key={request}>{request}</li>
        ))}
      </ul>
    </Modal>
  )
}

/** On its way to the terminal, or there: nothing to go back to. */
function isCurrent({ state }: Revision): boolean {
  return ['queued', 'sent', 'fetched', 'checked', 'active'].includes(state)
}

function useRevisionColumns(
  zone: string,
  showFaults: (faults: readonly WireFault[]) => void,
): readonly Column<Revision>[] {
  const t = useText()
  const language = useLanguage()
  return useMemo(
    (): Column<Revision>[] => [
      { key: 'revision', title: t('commands.revision'), kind: 'number', value: ({ revision }) => revision },
      {
        key: 'state',
        title: t('commands.state'),
        kind: 'status',
        value: ({ state }) => bundleStateWord(state, t),
        cell: ({ state, faults }) => (
          <>
            <StatusTag status={bundleStatus[state]} word={bundleStateWord(state, t)} />
            {faults.length > 0 && (
              <Button size="small" variant="quiet" onClick={() => showFaults(faults)}>
                {t('commands.faults', { count: faults.length })}
              </Button>
            )}
          </>
        ),
      },
      {
        key: 'at',
        title: t('commands.at'),
        kind: 'time',
        value: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => formatInstant(createdAt, zone),
      },
      { key: 'by', title: t('commands.by'), kind: 'text', value: ({ createdBy }) => createdBy },
      {
        key: 'size',
        title: t('commands.size'),
        kind: 'number',
        unit: 'kB',
        value: ({ size }) => size / 1_000,
        cell: ({ size }) => formatNumber(language, size / 1_000, { decimals: 1 }),
      },
    ],
    [t, language, zone, showFaults],
  )
}
