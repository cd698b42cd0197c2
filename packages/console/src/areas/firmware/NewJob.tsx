import { listFirmwareImages, listFirmwareTypes } from '@coldkeep/contract/areas/firmware-images'
import { checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import { Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { StepColumn } from '../../archetypes/steps/StepColumns'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import styles from './firmware.module.css'
import { ImageStep } from './ImageStep'
import { PlanStep } from './PlanStep'
import { type PlanDraft, planOf } from './plan-draft'
import { StartStep } from './StartStep'
import { type TargetDraft, targetsOf, withoutStoreMarks } from './target-draft'
import { useRested } from './use-rested'

const TargetStep = lazily(() => import('./TargetStep'), 'TargetStep')

export interface JobDraft {
  readonly target: TargetDraft
  readonly plan: PlanDraft
  readonly note: string
}

export interface NewJobProps {
  readonly draft: JobDraft
  readonly onChange: (draft: JobDraft) => void
  readonly onStarted: (token: string) => void
}

/** The steps to an update job: what, where, how. What is chosen is counted as it is chosen. */
export function NewJob({ draft, onChange, onStarted }: NewJobProps) {
  const t = useText()
  const [{ type: givenType, image: givenImage }] = useAddress()
  const { plan, note } = draft
  const types = useCall(listFirmwareTypes, {})
  const only = types.data?.types.length === 1 ? types.data.types[0] : undefined
  const type = types.data?.types.find(({ id }) => id === givenType) ?? only ?? null
  const typeId = type?.id ?? null
  const target =
    draft.target.type === typeId ? draft.target : { ...withoutStoreMarks(draft.target), type: typeId }
  const images = useCall(listFirmwareImages, type === null ? null : { query: { type: type.id } })
  const image = images.data?.files.find(({ id }) => String(id) === givenImage) ?? null
  const planned = planOf(plan)
  const targets = targetsOf(target)
  const order =
    image === null || targets === null
      ? null
      : { fileId: image.id, targets, ...('plan' in planned && { plan: planned.plan }) }
  const rested = useRested(order)
  const isRested = JSON.stringify(rested) === JSON.stringify(order)
  const check = useCall(checkFirmwareTargets, rested === null || order === null ? null : { body: rested }, {
    quiet: true,
    keepsPrevious: true,
  })
  const isCounted = isRested && !check.isPlaceholderData && check.data !== undefined
  const reach = order === null ? null : check
  return (
    <div className={frame.stack}>
      <StepColumn number={1} title={t('firmware.what')}>
        <ImageStep types={types} type={type?.id ?? null} images={images} image={image} />
      </StepColumn>
      <div className={styles.sides}>
        <StepColumn number={2} title={t('firmware.where')}>
          <Suspense fallback={<Skeleton height={280} />}>
            <TargetStep
              type={typeId}
              target={target}
              onChange={(next) => onChange({ ...draft, target: next })}
              reach={reach}
              hasImage={image !== null}
            />
          </Suspense>
        </StepColumn>
        <StepColumn number={3} title={t('firmware.plan')}>
          <PlanStep
            plan={plan}
            onChange={(next) => onChange({ ...draft, plan: next })}
            sizes={isCounted ? check.data.waves : null}
          />
        </StepColumn>
      </div>
      <StartStep
        image={image}
        target={target}
        targets={targets}
        planned={planned}
        reach={isCounted ? check.data : null}
        isFailed={isRested && check.isError}
        note={note}
        onNote={(next) => onChange({ ...draft, note: next })}
        onStarted={onStarted}
      />
    </div>
  )
}
