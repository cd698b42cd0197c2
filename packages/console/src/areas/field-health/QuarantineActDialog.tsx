import {
  discardQuarantined,
  listQuarantine,
  type ReleaseOutcome,
  releaseOutcomes,
  releaseQuarantined,
} from '@coldkeep/contract/areas/field-health'
import type { Answer } from '@coldkeep/contract/call'
import type { QuarantineId } from '@coldkeep/domain/ids'
import { formatNumber } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { useLanguage, useText } from '../../kit/text'

export type QuarantineAct = 'release' | 'discard'

const outcomeWords = {
  stored: 'fieldHealth.releasedStored',
  partly: 'fieldHealth.releasedPartly',
  refused: 'fieldHealth.releasedRefused',
} as const satisfies Record<ReleaseOutcome, string>

export interface QuarantineActDialogProps {
  readonly act: QuarantineAct
  readonly ids: readonly QuarantineId[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before messages are released or discarded, does it, and says what became of released ones. */
export function QuarantineActDialog({ act, ids, onDone, onClose }: QuarantineActDialogProps) {
  const t = useText()
  const [results, setResults] = useState<ReleaseResults | null>(null)
  const close = () => {
    onDone()
    onClose()
  }
  if (results !== null) return <ReleaseResult results={results} onClose={close} />
  const count = ids.length
  const input = { body: { ids: [...ids] } }
  return act === 'release' ? (
    <ConfirmAndSend
      title={t('fieldHealth.askRelease', { count })}
      action={t('fieldHealth.release')}
      call={releaseQuarantined}
      input={input}
      invalidates={[listQuarantine]}
      onDone={(answer) => setResults(answer.results)}
      onClose={onClose}
    >
      <p>{t('fieldHealth.whyRelease')}</p>
    </ConfirmAndSend>
  ) : (
    <ConfirmAndSend
      title={t('fieldHealth.askDiscard', { count })}
      action={t('fieldHealth.discard')}
      destructive
      call={discardQuarantined}
      input={input}
      invalidates={[listQuarantine]}
      success={({ discarded }) => t('fieldHealth.discarded', { count: discarded })}
      onDone={close}
      onClose={onClose}
    >
      <p>{t('fieldHealth.whyDiscard')}</p>
    </ConfirmAndSend>
  )
}

type ReleaseResults = Answer<typeof releaseQuarantined>['results']

function ReleaseResult({ results, onClose }: { results: ReleaseResults; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const cycles = results.reduce((sum, one) => sum + one.cycles, 0)
  return (
    <Modal
      opened
      title={t('fieldHealth.releasedTitle')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('shell.words.close')}</Button>}
    >
      {releaseOutcomes.map((outcome) => {
        const count = results.filter((one) => one.outcome === outcome).length
        return (
          count > 0 && (
            <p key={outcome}>{t(outcomeWords[outcome], { count: formatNumber(language, count) })}</p>
          )
        )
      })}
      {cycles > 0 && <p>{t('fieldHealth.cycles', { count: formatNumber(language, cycles) })}</p>}
    </Modal>
  )
}
