import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { listCapturedReplies, testReply } from '@coldkeep/contract/areas/test-bench'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { useCall, useSend } from '../../api/use-call'
import { announce } from '../../kit/announce'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { BenchFacts } from './BenchFacts'
import { BenchForm } from './BenchForm'
import { CapturedField } from './CapturedField'
import { pollTrialRules } from './poll-trial-rules'
import { firstTrial } from './trial-rules'
import { useTrial } from './use-trial'

type TestedNode = Answer<typeof testReply>['nodes'][number]

/** Reads a pasted reply with the saved nodes of a command, step by step. */
export function PollBench({ command }: { command: PollCommandRow }) {
  const t = useText()
  const captured =
    useCall(listCapturedReplies, { query: { command: command.id } }, { quiet: true }).data ?? []
  const test = useSend(testReply, { onDone: ({ message }) => announce(message) })
  const form = useTrial({ ...pollTrialRules(command, t), initial: firstTrial(command) }, test.reset)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <section className={frame.card} aria-label={t('instructions.bench')}>
      <h2>{t('instructions.bench')}</h2>
      <p className={frame.note}>{t('instructions.benchWhy')}</p>
      <CapturedField
        help={t('instructions.capturedWhy')}
        replies={captured}
        onChoose={({ unitId, replyHex }) => form.change({ unitId, replyHex })}
      />
      <BenchForm
        form={form}
        busy={test.isPending}
        onSend={({ unitId, replyHex }) => {
          if (unitId === null || test.isPending) return
          test.mutate({ body: { command: command.id, unitId, replyHex } }, { onError: form.refuseBy })
        }}
      />
      {test.data && (
        <>
          <BenchFacts
            requestHex={test.data.requestHex}
            isGood={test.data.outcome === 'reply'}
            message={test.data.message}
            length={test.data.length}
            expectedLength={test.data.expectedLength}
            crc={test.data.crc}
          />
          <DataTable
            title={t('instructions.result')}
            tableKey="test-bench"
            columns={columns}
            rows={test.data.nodes}
            rowKey={(row) => row.name}
            empty={{ title: t('instructions.noNodes') }}
          />
        </>
      )}
    </section>
  )
}

function columnsOf(t: Translate): readonly Column<TestedNode>[] {
  return [
    { key: 'name', title: t('instructions.name'), kind: 'text', value: (row) => row.name },
    { key: 'offset', title: t('instructions.offset'), kind: 'number', value: (row) => row.offset },
    {
      key: 'slice',
      title: t('instructions.slice'),
      kind: 'text',
      value: (row) => row.slice,
      cell: (row) => <span className={frame.mono}>{row.slice}</span>,
    },
    { key: 'format', title: t('instructions.format'), kind: 'text', value: (row) => row.format },
    { key: 'raw', title: t('instructions.raw'), kind: 'text', value: (row) => row.raw },
    { key: 'value', title: t('instructions.value'), kind: 'text', value: (row) => row.value },
    { key: 'unit', title: t('instructions.unit'), kind: 'text', value: (row) => row.unit },
    {
      key: 'result',
      title: t('instructions.nodeResult'),
      kind: 'status',
      value: (row) => row.reason ?? t('instructions.fine'),
    },
  ]
}
