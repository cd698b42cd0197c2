import {
  cancelCommand,
  getCommandLog,
  listCommands,
  sendCommand,
  type WireCommand,
} from '@coldkeep/contract/areas/commands'
import type { TerminalId } from '@coldkeep/domain/ids'
import { formatInstant, formatNumber } from '@coldkeep/phrases/format'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { readFile, unpackedText } from '../../api/read-file'
import { useCall, useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { lazily } from '../../kit/lazily'
import { StatusTag } from '../../kit/StatusTag'
import { showToast } from '../../kit/Toast'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { downloadText } from '../../kit/table/export-csv'
import { useLanguage, useText } from '../../kit/text'
import { tableRows } from '../../parts/table-rows'
import { useWhyNot } from '../../site/use-why-not'
import { commandStatus, commandText, resultText } from './command-words'
import { RunRowsDialog } from './RunRowsDialog'

const RunOnceDialog = lazily(() => import('./RunOnceDialog'), 'RunOnceDialog')

const REFRESH_MS = 3_000
const PAGE_SIZE = 10
const DAY_MS = 86_400_000

export interface TerminalCommandsProps {
  readonly terminal: TerminalId
  /** IANA zone of its store. */
  readonly zone: string
}

/** Commands that are sent after a question. */
const questions = {
  restart: {
    title: 'commands.restartProgram',
    text: 'commands.restartQuestion',
    body: { op: 'restart', what: 'program' },
  },
  credential: {
    title: 'commands.op.credential',
    text: 'commands.credentialQuestion',
    body: { op: 'cred.rotate' },
  },
} as const

/** The commands given to a terminal and their outcomes; the buttons that give more. */
export function TerminalCommands({ terminal, zone }: TerminalCommandsProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [open, setOpen] = useState<keyof typeof questions | 'once' | WireCommand | null>(null)
  const close = () => setOpen(null)
  const params = { terminalId: terminal }
  const answer = useCall(listCommands, { params }, { refreshMs: REFRESH_MS, quiet: true })
  const sending = useSend(sendCommand, {
    invalidates: [listCommands],
    onDone: (command) => {
      close()
      showToast(t('commands.sentToast', { command: commandText(command, t) }))
    },
  })
  const cancelling = useSend(cancelCommand, { invalidates: [listCommands] })
  const fetchLogs = () => {
    const now = Date.now()
    sending.mutate({ params, body: { op: 'log.fetch', from: now - DAY_MS, to: now + DAY_MS, paths: [] } })
  }
  const question = open === 'restart' || open === 'credential' ? questions[open] : null
  const columns = useCommandColumns(zone)
  const actions = (command: WireCommand): ReactNode => (
    <CommandActions
      command={command}
      terminal={terminal}
      onShow={() => setOpen(command)}
      onCancel={() => cancelling.mutate({ params: { ...params, commandId: command.id } })}
    />
  )
  return (
    <>
      <DataTable
        title={t('commands.commands')}
        tableKey="terminal commands"
        columns={columns}
        rows={tableRows(answer, answer.data?.commands)}
        rowKey={({ id }) => id}
        pageSize={PAGE_SIZE}
        empty={{ title: t('commands.noCommands') }}
        rowActions={actions}
      >
        <Button
          size="small"
          disabledReason={whyNot(sendCommand, 'equipment')}
          onClick={() => setOpen('once')}
        >
          {t('commands.runOnce')}
        </Button>
        <Button
          size="small"
          loading={sending.isPending}
          disabledReason={whyNot(sendCommand)}
          onClick={fetchLogs}
        >
          {t('commands.fetchLogs')}
        </Button>
        <Button size="small" disabledReason={whyNot(sendCommand)} onClick={() => setOpen('restart')}>
          {t('commands.restartProgram')}
        </Button>
        <Button size="small" disabledReason={whyNot(sendCommand)} onClick={() => setOpen('credential')}>
          {t('commands.op.credential')}
        </Button>
      </DataTable>
      {question !== null && (
        <ConfirmDialog
          opened
          title={t(question.title)}
          action={t(question.title)}
          busy={sending.isPending}
          onCancel={close}
          onConfirm={() => sending.mutate({ params, body: question.body })}
        >
          {t(question.text)}
        </ConfirmDialog>
      )}
      <Suspense>{open === 'once' && <RunOnceDialog terminal={terminal} onClose={close} />}</Suspense>
      {open !== null && typeof open === 'object' && <RunRowsDialog command={open} onClose={close} />}
    </>
  )
}

interface CommandActionsProps {
  readonly command: WireCommand
  readonly terminal: TerminalId
  readonly onShow: () => void
  readonly onCancel: () => void
}

function CommandActions({ command, terminal, onShow, onCancel }: CommandActionsProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const language = useLanguage()
  const text = commandText(command, t)
  const { id, state, op, logSize, outcome } = command
  const openLog = async () => {
    const packed = await readFile(getCommandLog, { params: { terminalId: terminal, commandId: id } })
    downloadText(await unpackedText(packed), `${terminal}-${id}.log`, 'text/plain;charset=utf-8')
  }
  return (
    <>
      {Array.isArray(outcome?.rows) && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('commands.showOf', { command: text })}
          onClick={onShow}
        >
          {t('commands.show')}
        </Button>
      )}
      {logSize !== null && (
        <Button size="small" variant="quiet" onClick={() => void openLog()}>
          {t('commands.openLog', { size: `${formatNumber(language, logSize / 1_000, { decimals: 1 })} kB` })}
        </Button>
      )}
      {state === 'queued' && op !== 'cfg.apply' && (
        <Button
          size="small"
          variant="quiet"
          disabledReason={whyNot(cancelCommand)}
          aria-label={t('commands.cancelOne', { command: text })}
          onClick={onCancel}
        >
          {t('commands.cancel')}
        </Button>
      )}
    </>
  )
}

function useCommandColumns(zone: string): readonly Column<WireCommand>[] {
  const t = useText()
  return useMemo(
    (): Column<WireCommand>[] => [
      {
        key: 'at',
        title: t('commands.at'),
        kind: 'time',
        value: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => formatInstant(createdAt, zone),
      },
      {
        key: 'command',
        title: t('commands.command'),
        kind: 'text',
        widthPx: 260,
        value: (command) => commandText(command, t),
      },
      {
        key: 'state',
        title: t('commands.state'),
        kind: 'status',
        value: ({ state }) => t(`commands.stateOf.${state}`),
        cell: ({ state, expiresAt }) => (
          <StatusTag
            status={commandStatus[state]}
            word={t(`commands.stateOf.${state}`)}
            detail={
              state === 'queued' ? t('commands.until', { time: formatInstant(expiresAt, zone) }) : undefined
            }
          />
        ),
      },
      {
        key: 'result',
        title: t('commands.result'),
        kind: 'text',
        widthPx: 320,
        value: (command) => resultText(command, t),
      },
      { key: 'by', title: t('commands.by'), kind: 'text', value: ({ createdBy }) => createdBy },
    ],
    [t, zone],
  )
}
