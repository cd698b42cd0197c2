import type { WireFirmwareImage } from '@coldkeep/contract/areas/firmware-images'
import { listFirmwareJobs, startFirmwareJob } from '@coldkeep/contract/areas/firmware-jobs'
import { limitsIn } from '@coldkeep/contract/wire/limits'
import type { Translate } from '@coldkeep/phrases/keys'
import { useState } from 'react'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { TextField } from '../../kit/field/TextField'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import styles from './firmware.module.css'
import { isExpired } from './image-acts'
import type { planOf } from './plan-draft'
import { type TargetDraft, type Targets, targetFault } from './target-draft'
import { reachText, type TargetReach, targetFaultText } from './target-words'
import { usePlaceWords } from './use-place-words'

type Planned = ReturnType<typeof planOf>

const LONGEST_NOTE = limitsIn(startFirmwareJob.body).get('note')?.maxLength

export interface StartStepProps {
  readonly image: WireFirmwareImage | null
  readonly target: TargetDraft
  readonly targets: Targets | null
  readonly planned: Planned
  /** `null` while it is not counted. */
  readonly reach: TargetReach | null
  readonly isFailed: boolean
  readonly note: string
  readonly onNote: (note: string) => void
  readonly onStarted: (token: string) => void
}

/** Read starts the job, after a question that repeats what, where and how. */
export function StartStep(props: StartStepProps) {
  const { image, targets, planned, reach, note, onNote, onStarted } = props
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const missing = missingOf(props, t)
  const isReady =
    missing === null && image !== null && targets !== null && 'plan' in planned && reach !== null
  return (
    <section className={frame.card} aria-label={t('firmware.start.title')}>
      <TextField
        label={t('firmware.planOf.note')}
        help={t('firmware.planOf.noteHelp')}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={onNote}
      />
      <div className={styles.go}>
        <Button variant="primary" disabledReason={missing} onClick={() => setOpen(true)}>
          {t('shell.words.read')}
        </Button>
        {isReady && <strong className={styles.number}>{reachText(reach, t)}</strong>}
      </div>
      {isReady && (
        <ConfirmAndSend
          opened={isOpen}
          title={t('firmware.start.ask', { count: reach.terminals, version: image.version })}
          action={t('firmware.start.go')}
          widthPx={560}
          call={startFirmwareJob}
          input={{ body: { type: image.type, fileId: image.id, targets, plan: planned.plan, note } }}
          invalidates={[listFirmwareJobs]}
          success={t('firmware.start.done')}
          onDone={({ token }) => {
            setOpen(false)
            onStarted(String(token))
          }}
          onClose={() => setOpen(false)}
        >
          <Question image={image} target={props.target} plan={planned.plan} reach={reach} />
        </ConfirmAndSend>
      )}
    </section>
  )
}

interface QuestionProps {
  readonly image: WireFirmwareImage
  readonly target: TargetDraft
  readonly plan: Extract<Planned, { plan: unknown }>['plan']
  readonly reach: TargetReach
}

function Question({ image: { version, type, name }, target, plan, reach }: QuestionProps) {
  const t = useText()
  const where = usePlaceWords(target, reachText(reach, t))
  const waves = reach.waves.filter((size) => size > 0)
  const { window, mayPostpone } = plan
  return (
    <dl className={styles.question}>
      <dt>{t('firmware.start.what')}</dt>
      <dd>{t('firmware.start.whatOf', { version, type, name })}</dd>
      <dt>{t('firmware.start.where')}</dt>
      <dd>{where}</dd>
      <dt>{t('firmware.start.how')}</dt>
      <dd>
        {[
          t('firmware.start.waves', {
            count: waves.length,
            first: t('firmware.terminals', { count: waves[0] ?? 0 }),
          }),
          window === null ? t('firmware.start.always') : t('firmware.start.window', window),
          ...(mayPostpone ? [] : [t('firmware.start.noPostpone')]),
        ].join(' · ')}
      </dd>
    </dl>
  )
}

/** What is still in the way, in the order of the steps. */
function missingOf(
  { image, target, planned, reach, isFailed, note }: StartStepProps,
  t: Translate,
): string | null {
  if (image === null) return t('firmware.image.choose')
  if (isExpired(image)) return t('firmware.image.isExpired')
  if (image.state !== 'released') return t('firmware.image.releaseFirst')
  const fault = targetFault(target)
  if (fault !== null) return targetFaultText(fault, t)
  if ('fault' in planned) return t('firmware.planOf.check')
  if (LONGEST_NOTE !== undefined && note.trim().length > LONGEST_NOTE)
    return t('kit.field.tooLong', { count: LONGEST_NOTE })
  if (isFailed) return t('firmware.target.failed')
  if (reach === null) return t('firmware.target.counting')
  return reach.terminals === 0 ? t('firmware.target.none') : null
}
