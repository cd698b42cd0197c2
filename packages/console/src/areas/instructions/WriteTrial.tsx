import { listCapturedWrites, testWrite } from '@coldkeep/contract/areas/write-bench'
import type { WriteCommandRow } from '@coldkeep/contract/areas/write-commands'
import { useCall, useSend } from '../../api/use-call'
import { announce } from '../../kit/announce'
import { NumberField } from '../../kit/field/NumberField'
import { useLanguage, useText } from '../../kit/text'
import { BenchFacts } from './BenchFacts'
import { BenchForm } from './BenchForm'
import { ByteStrip } from './ByteStrip'
import { CapturedField } from './CapturedField'
import { firstTrial } from './trial-rules'
import { useTrial } from './use-trial'
import { writeTrialRules } from './write-trial-rules'

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
  const captured = useCall(listCapturedWrites, { query: { command: command.id } }, { quiet: true }).data ?? []
  const test = useSend(testWrite, { onDone: ({ message }) => announce(message) })
  const rules = writeTrialRules(command, isValued, language, t)
  const form = useTrial({ ...rules, initial: firstTrial(command) }, test.reset)
  return (
    <>
      <CapturedField
        help={t('instructions.capturedWriteWhy')}
        replies={captured}
        onChoose={({ unitId, value, replyHex }) => form.change({ unitId, value, replyHex })}
      />
      <BenchForm
        form={form}
        busy={test.isPending}
        onSend={({ unitId, value, replyHex }) => {
          if (unitId === null || test.isPending) return
          test.mutate({ body: { draft, unitId, value, replyHex } }, { onError: form.refuseBy })
        }}
      >
        {isValued && <NumberField {...form.field('value')} unreadable={Number.NaN} />}
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
}
