import type { ParameterProfileId } from '@coldkeep/domain/ids'
import { type ReactNode, Suspense, useId } from 'react'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { withTexts } from '../../site/language'
import { FridgeFilter } from './FridgeFilter'
import { idIn } from './ids-in-address'
import styles from './parameters.module.css'
import { ServiceNote } from './ServiceNote'
import { useChosenFridge, useFridgeChoices } from './use-fridge'

const FridgeLists = lazily(
  () => withTexts('fridgeLists', () => import('../fridge-lists/FridgeLists')),
  'FridgeLists',
)
const FileTable = lazily(() => import('./FileTable'), 'FileTable')
const MatchingDevices = lazily(() => import('./MatchingDevices'), 'MatchingDevices')
const FileEditor = lazily(() => import('./FileEditor'), 'FileEditor')

/** In three steps: which fridges, which parameter file, and what is in it. */
export function FilesPanel() {
  const t = useText()
  const [{ file }] = useAddress()
  const choices = useFridgeChoices()
  const chosen = useChosenFridge()
  const id = idIn<ParameterProfileId>(file)
  return (
    <div className={frame.stack}>
      <Step number={1} title={t('parameters.fridge')}>
        <div className={frame.card}>
          <FridgeFilter key={JSON.stringify(chosen)} chosen={chosen} choices={choices} />
          <div className={styles.head}>
            <Suspense>
              <FridgeLists />
            </Suspense>
          </div>
          <Suspense fallback={<Skeleton height={28} />}>
            <MatchingDevices key={`of ${JSON.stringify(chosen)}`} chosen={chosen} />
          </Suspense>
        </div>
      </Step>
      <Step number={2} title={t('parameters.files.choose')}>
        <Suspense fallback={<Skeleton height={160} />}>
          <FileTable chosen={chosen} choices={choices} />
        </Suspense>
      </Step>
      <Step number={3} title={t('parameters.editor.title')}>
        <ServiceNote />
        {id === null ? (
          <StateView title={t('parameters.editor.choose')} minHeightPx={120} />
        ) : (
          <Suspense fallback={<Skeleton height={320} />}>
            <FileEditor key={id} id={id} choices={choices} />
          </Suspense>
        )}
      </Step>
    </div>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

function Step({ number, title, children }: StepProps) {
  const heading = useId()
  return (
    <section className={styles.step} aria-labelledby={heading}>
      <h2 id={heading} className={styles.stepTitle}>
        <span className={styles.number}>{number}</span>
        {title}
      </h2>
      {children}
    </section>
  )
}
