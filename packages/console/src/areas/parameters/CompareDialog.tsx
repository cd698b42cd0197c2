import { Suspense, useMemo, useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { type DraftValue, type FileDetail, type FileDraft, takenValues } from './file-draft'
import type { OtherSide } from './parameter-answers'
import styles from './parameters.module.css'
import { useOtherSide } from './use-other-side'

const CompareTable = lazily(() => import('./CompareTable'), 'CompareTable')

const kinds = ['version', 'file', 'device'] as const

export interface CompareDialogProps {
  readonly detail: FileDetail
  readonly draft: FileDraft
  readonly first: OtherSide
  /** Why no values can be taken over. */
  readonly notTaken: string | null
  readonly onTake: (values: ReadonlyMap<string, DraftValue>) => void
  readonly onClose: () => void
}

/** A file next to one of its versions, another file, or what a device is set to; values can be taken over from there. */
export function CompareDialog(props: CompareDialogProps) {
  const { detail, draft, first, notTaken, onTake, onClose } = props
  const t = useText()
  const [side, setSide] = useState(first)
  const other = useOtherSide(detail, side)
  const taken = useMemo(
    () => takenValues(draft, detail, other.values ?? new Map()),
    [draft, detail, other.values],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('parameters.compare.title', { name: draft.name })}
      widthPx={1200}
      place="top"
      footer={
        <>
          <Button onClick={onClose}>{t('shell.words.close')}</Button>
          <Button
            variant="primary"
            disabledReason={notTaken ?? (taken.size === 0 ? t('parameters.compare.nothingToTake') : null)}
            onClick={() => onTake(taken)}
          >
            {t(side.kind === 'device' ? 'parameters.compare.takeDevice' : 'parameters.compare.take')}
          </Button>
        </>
      }
    >
      <div className={frame.stack}>
        <div className={styles.pair}>
          <SelectField
            label={t('parameters.compare.with')}
            value={side.kind}
            choices={kinds.map((kind) => ({ value: kind, label: t(`parameters.compare.kind.${kind}`) }))}
            onChange={(next) => setSide({ kind: kinds.find((one) => one === next) ?? 'version', id: null })}
          />
          <SelectField
            label={t(`parameters.compare.kind.${side.kind}`)}
            placeholder={side.kind === 'device' ? t('parameters.compare.typeDevice') : undefined}
            searchable={side.kind !== 'version'}
            loading={other.isListing}
            value={side.id === null ? null : String(side.id)}
            choices={other.choices}
            onSearch={other.onSearch}
            onChange={(next) => setSide({ ...side, id: next === null ? null : Number(next) } as OtherSide)}
          />
        </div>
        {side.id === null ? (
          <StateView title={t('parameters.compare.choose')} minHeightPx={160} />
        ) : other.failure !== null ? (
          <LoadFailure words={other.failure.words} onRetry={other.failure.onRetry} />
        ) : other.values === null ? (
          <Skeleton height={240} />
        ) : (
          <Suspense fallback={<Skeleton height={240} />}>
            <CompareTable
              parameters={detail.parameters}
              draft={draft}
              values={other.values}
              name={other.name}
              isDevice={side.kind === 'device'}
            />
          </Suspense>
        )}
      </div>
    </Modal>
  )
}
