import { listCapturedWrites, testWrite } from '@coldkeep/contract/areas/write-bench'
import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import { formatNumber } from '@coldkeep/phrases/format'
import { useCall, useSend } from '../../api/use-call'
import { announce } from '../../kit/announce'
import { NumberField } from '../../kit/field/NumberField'
import { useLanguage, useText } from '../../kit/text'
import { BenchFacts } from './BenchFacts'
import { BenchForm } from './BenchForm'
import { ByteStrip } from './ByteStrip'
import { CapturedField } from './CapturedField'
import { useTrial } from './use-trial'

export interface WriteTrialProps {
  readonly command: WriteCommandRow
  /** The write takes a value. */
  readonly isValued: boolean
}

/** The form of one write, and what its reply proves. */
export function WriteTrial({ command, isValued }: WriteTrialProps) {
  const t = useText()
  const language = useLanguage()
  const { id: _, revision: __, ...draft } = command
  const { lowest, highest } = command
  const captured = useCall(listCapturedWrites, { query: { command: command.id } }, { quiet: true }).data ?? []
  const test = useSend(testWrite, { onDone: ({ message }) => announce(message) })
  const { trial, faults, change, check, refuse } = useTrial({
    command,
    valueFault: (value) => (isValued ? valueFault(value) : null),
    onChange: test.reset,
  })
  return (
    <>
      <CapturedField
        help={t('instructions.capturedWriteWhy')}
        replies={captured}
        onChoose={({ unitId, value, replyHex }) => change({ unitId, value, reply: replyHex })}
      />
      <BenchForm
        trial={trial}
        faults={faults}
        onChange={change}
        busy={test.isPending}
        onSubmit={() => {
          if (!check() || trial.unitId === null) return
          const { unitId, value, reply } = trial
          test.mutate({ body: { draft, unitId, value, replyHex: reply } }, { onError: refuse })
        }}
      >
        {isValued && (
          <NumberField
            label={valueLabel()}
            value={trial.value}
            error={faults.value}
            onChange={(value) => change({ value })}
          />
        )}
      </BenchForm>
      {test.data && (
        <>
          <BenchFacts
            requestHex={test.data.requestHex}
            expectedHex={test.data.expectedHex}
            isGood={test.data.outcome === 'success'}
            message={test.data.message}
            length={test.data.length}
            expectedLength={test.data.expectedLength}
            crc={test.data.crc}
          />
          <ByteStrip bytes={test.data.bytes} />
        </>
      )}
    </>
  )

  function valueLabel(): string {
    const range = t('writes.range', { low: bound(lowest), high: bound(highest) })
    return t('instructions.written', { range })
  }

  function valueFault(value: number | null): string | null {
    if (value === null) return t('kit.field.required')
    const isInside = lowest !== null && highest !== null && lowest <= value && value <= highest
    return isInside ? null : t('writes.valueRange', { low: bound(lowest), high: bound(highest) })
  }

  function bound(value: number | null): string {
    return formatNumber(language, value)
  }
}
