import type { WireControl } from '@coldkeep/contract/areas/writes'
import { controlName, valueText } from '@coldkeep/phrases/write-text'
import { useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { TextField } from '../../kit/field/TextField'
import { useLanguage, useText } from '../../kit/text'
import type { Controls } from './controls'
import { type judgedRisk, MOST_WITHOUT_APPROVAL, riskName } from './write-words'
import styles from './writes.module.css'

export interface ReviewDialogProps {
  readonly device: Controls
  readonly control: WireControl
  readonly value: number | null
  /** Of the devices that it goes to. */
  readonly names: readonly string[]
  readonly judged: ReturnType<typeof judgedRisk>
  readonly busy: boolean
  readonly onSend: () => void
  readonly onBack: () => void
}

/** What is about to happen, where, and what it takes. What is risky has to be typed. */
export function ReviewDialog({
  device,
  control,
  value,
  names,
  judged,
  busy,
  onSend,
  onBack,
}: ReviewDialogProps) {
  const t = useText()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const { risk, why } = judged
  const word = device.store.code
  const missing = risk === 3 && typed.trim() !== word ? t('writes.typeMissing', { word }) : null
  const to = control.takesValue ? value : control.setsTo
  return (
    <Modal
      opened
      role="alertdialog"
      title={
        names.length === 1
          ? t('writes.reviewTitle', { device: device.name })
          : t('writes.reviewMany', { count: names.length })
      }
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack} data-autofocus>
            {t('shell.words.cancel')}
          </Button>
          <Button
            variant={risk === 3 ? 'danger' : 'primary'}
            loading={busy}
            disabledReason={missing}
            onClick={onSend}
          >
            {t(risk === 3 ? 'writes.askFor' : 'writes.send')}
          </Button>
        </>
      }
    >
      <div className={styles.review}>
        <p className={styles.where}>
          {device.store.code} {device.store.name} · {names.join(', ')}
        </p>
        <p className={styles.change}>
          <span>{controlName(control)}</span>
          <b>
            {to === null
              ? t(`writes.effect.${control.effect}`)
              : `${valueText(control, control.present?.value ?? null, language, t)} → ${valueText(control, to, language, t)}`}
          </b>
        </p>
        <p className={styles.risk} data-high={risk === 3 || undefined}>
          <span className={styles.sub}>{t('writes.risk')}</span> {t(`writes.riskOf.${riskName(risk)}`)}{' '}
          {why === 'many' && t('writes.whyMany', { count: MOST_WITHOUT_APPROVAL })}
          {why === 'unusual' && t('writes.whyUnusual')}
          {why === 'unknown' && t('writes.whyUnknown')}
        </p>
        {risk === 3 && (
          <TextField label={t('writes.typeToConfirm', { word })} value={typed} onChange={setTyped} />
        )}
      </div>
    </Modal>
  )
}
