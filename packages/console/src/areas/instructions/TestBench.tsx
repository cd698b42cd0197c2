import type { PollCommandRow } from '@coldkeep/contract/areas/poll-commands'
import { testReply } from '@coldkeep/contract/areas/test-bench'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { NumberField } from '../../kit/field/NumberField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { CapturedField } from './CapturedField'
import styles from './instructions.module.css'

type Tested = Answer<typeof testReply>
type TestedNode = Tested['nodes'][number]

/** Reads a pasted reply with the saved nodes of a command, step by step. */
export function TestBench({ command }: { command: PollCommandRow }) {
  const t = useText()
  const [unitId, setUnitId] = useState<number | null>(1)
  const [reply, setReply] = useState('')
  const test = useSend(testReply)
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <section className={frame.card} aria-label={t('instructions.bench')}>
      <h2>{t('instructions.bench')}</h2>
      <p className={frame.note}>{t('instructions.benchWhy')}</p>
      <CapturedField
        command={command}
        onChoose={(one) => {
          setUnitId(one.unit_id)
          setReply(one.reply_hex)
        }}
      />
      <form
        className={styles.asked}
        onSubmit={(event) => {
          event.preventDefault()
          if (unitId !== null) test.mutate({ body: { command: command.id, unitId, replyHex: reply } })
        }}
      >
        <NumberField label={t('instructions.unitId')} value={unitId} onChange={setUnitId} min={1} max={247} />
        <TextAreaField label={t('instructions.reply')} value={reply} onChange={setReply} rows={2} monospace />
        <Button type="submit" variant="primary" loading={test.isPending}>
          {t('instructions.read')}
        </Button>
      </form>
      {test.data && (
        <>
          <Facts tested={test.data} />
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

function Facts({ tested }: { tested: Tested }) {
  const t = useText()
  const { outcome, message, crc, length, expected_length: expected } = tested
  return (
    <dl className={frame.facts} aria-live="polite">
      <div>
        <dt>{t('instructions.request')}</dt>
        <dd className={frame.mono}>{tested.request_hex}</dd>
      </div>
      <div>
        <dt>{t('instructions.result')}</dt>
        <dd>
          <StatusTag status={outcome === 'reply' ? 'done' : 'failed'} word={message} />
        </dd>
      </div>
      <div>
        <dt>{t('instructions.length')}</dt>
        <dd>
          {expected === 0
            ? t('instructions.lengthFree', { length })
            : t('instructions.lengthOf', { length, expected })}
        </dd>
      </div>
      {crc && (
        <div>
          <dt>{t('instructions.crc')}</dt>
          <dd>
            {crc.found === crc.expected
              ? t('instructions.crcRight', { found: crc.found })
              : t('instructions.crcWrong', { ...crc })}
          </dd>
        </div>
      )}
    </dl>
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
