import type { checkFirmwareTargets } from '@coldkeep/contract/areas/firmware-jobs'
import type { Answer } from '@coldkeep/contract/call'
import { isBoxType } from '@coldkeep/domain/firmware/box-installation'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { RadioField } from '../../kit/field/RadioField'
import { TextAreaField } from '../../kit/field/TextAreaField'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { Reach } from './Reach'
import { type TargetDraft, targetFault } from './target-draft'
import { targetFaultText } from './target-words'

const TargetTree = lazily(() => import('./TargetTree'), 'TargetTree')

export interface TargetStepProps {
  /** `null` while no device type is chosen. */
  readonly type: string | null
  readonly target: TargetDraft
  readonly onChange: (target: TargetDraft) => void
  /** Whom it reaches; `null` while too little is chosen. */
  readonly reach: UseQueryResult<Answer<typeof checkFirmwareTargets>> | null
  readonly hasImage: boolean
}

/** Step 2: stores of a tree, or by a pasted list of numbers; and what that comes to. */
export function TargetStep({ type, target, onChange, reach, hasImage }: TargetStepProps) {
  const t = useText()
  const fault = targetFault(target)
  return (
    <>
      <RadioField
        label={t('firmware.target.by')}
        direction="row"
        value={target.by}
        choices={[
          { value: 'tree', label: t('firmware.target.tree') },
          { value: 'list', label: t('firmware.target.list') },
        ]}
        onChange={(by) => onChange({ ...target, by: by === 'list' ? 'list' : 'tree' })}
      />
      {target.by === 'tree' ? (
        type !== null && (
          <Suspense fallback={<Skeleton height={240} />}>
            <TargetTree type={type} target={target} onChange={onChange} />
          </Suspense>
        )
      ) : (
        <TextAreaField
          label={t('firmware.target.numbers')}
          help={t('firmware.target.numbersHelp')}
          error={fault?.why === 'tooLong' || fault?.why === 'tooMany' ? targetFaultText(fault, t) : undefined}
          rows={8}
          monospace
          value={target.text}
          onChange={(text) => onChange({ ...target, text })}
        />
      )}
      {reach === null ? (
        <p className={frame.note}>
          {type === null
            ? t('firmware.chooseType')
            : fault !== null
              ? targetFaultText(fault, t)
              : hasImage
                ? null
                : t('firmware.target.afterImage')}
        </p>
      ) : (
        <Reach reach={reach} isForBoxes={type !== null && isBoxType(type)} />
      )}
    </>
  )
}
