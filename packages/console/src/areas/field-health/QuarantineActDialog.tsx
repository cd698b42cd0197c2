import {
  discardQuarantined,
  listQuarantine,
  type ReleaseOutcome,
  releaseOutcomes,
  releaseQuarantined,
} from '@coldkeep/contract/areas/field-health'
import type { QuarantineId } from '@coldkeep/domain/ids'
import { formatNumber } from '@coldkeep/phrases/format'
import { useSend } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { ConfirmDialog } from '../../kit/dialog/ConfirmDialog'
import { Modal } from '../../kit/dialog/Modal'
import { showToast } from '../../kit/Toast'
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
  const language = useLanguage()
  const releasing = useSend(releaseQuarantined, { invalidates: [listQuarantine] })
  const discarding = useSend(discardQuarantined, {
    invalidates: [listQuarantine],
    onDone: ({ discarded }) => {
      showToast(t('fieldHealth.discarded', { count: discarded }))
      onDone()
      onClose()
    },
  })
  if (releasing.data) {
    const { results } = releasing.data
    const cycles = results.reduce((sum, one) => sum + one.cycles, 0)
    const close = () => {
      onDone()
      onClose()
    }
    return (
      <Modal
        opened
        title={t('fieldHealth.releasedTitle')}
        onClose={close}
        footer={<Button onClick={close}>{t('shell.words.close')}</Button>}
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
  const isRelease = act === 'release'
  const count = ids.length
  return (
    <ConfirmDialog
      opened
      title={isRelease ? t('fieldHealth.askRelease', { count }) : t('fieldHealth.askDiscard', { count })}
      action={isRelease ? t('fieldHealth.release') : t('fieldHealth.discard')}
      destructive={!isRelease}
      busy={releasing.isPending || discarding.isPending}
      onConfirm={() => (isRelease ? releasing : discarding).mutate({ body: { ids: [...ids] } })}
      onCancel={onClose}
    >
      <p>{isRelease ? t('fieldHealth.whyRelease') : t('fieldHealth.whyDiscard')}</p>
    </ConfirmDialog>
  )
}
