import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import type { StoreId } from '@coldkeep/domain/ids'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { StepPanel } from '../../archetypes/steps/StepPanel'
import type { PanelStep } from '../../archetypes/steps/step-states'
import { REVIEW } from '../../archetypes/steps/step-states'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { type AnswerFaults, answerFaults } from './answer-faults'
import { DraftNotices } from './DraftNotices'
import { useReviewAnswers } from './review-answers'
import { pathWords } from './setting-words'
import type { SetupStepProps } from './setup-step'
import { missingIn, type SetupStep, setupSteps, stepOfPath } from './setup-steps'
import styles from './store-settings.module.css'
import { type Finished, useFinish } from './use-finish'
import { type CurrentSettings, hasChanges, type StoreDraft, useStoreDraft } from './use-store-draft'

export interface SetupWizardProps {
  readonly storeId: StoreId | null
  readonly current: CurrentSettings
  readonly onFinished: (finished: Finished, store: StoreSettings['store']) => void
}

/** The seven steps, the review, and the draft that they are kept in. */
export function SetupWizard({ storeId, current: status, onFinished }: SetupWizardProps) {
  const t = useText()
  const draft = useStoreDraft(storeId, status)
  const { base, content } = draft
  const finish = useFinish(draft, (finished) => onFinished(finished, content.store))
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const answersOf = useReviewAnswers(draft)
  useReviewCheck(draft, finish.check)

  const own = useMemo(() => answerFaults(content, t), [content, t])
  const faultsOf = (step: SetupStep): AnswerFaults => ({
    ...Object.fromEntries(
      Object.entries(own).filter(
        ([path]) => stepOfPath(path) === step && (shown.has(path) || shown.has(step)),
      ),
    ),
    ...finish.faults,
  })
  const steps: readonly PanelStep[] = setupSteps.map((key) => {
    const props: SetupStepProps = {
      settings: content,
      edit: (patch) => {
        finish.forget(Object.keys(patch))
        draft.edit(patch)
      },
      faults: faultsOf(key),
      onLeave: (path) => setShown((before) => new Set([...before, path])),
      mayChange: (part) => status.writable.includes(part),
      storeId,
    }
    return {
      key,
      title: t(`storeSettings.steps.${key}`),
      missing: missingIn(key, own, t),
      hasFault: Object.keys(finish.faults).some((path) => stepOfPath(path) === key),
      answers: answersOf(key),
      content: (
        <Suspense fallback={<Skeleton height={STEP_HEIGHT_PX} />}>{contents[key](props, base)}</Suspense>
      ),
    }
  })
  const isOutdated = draft.theirs !== null
  return (
    <StepPanel
      title={t('shell.pages.storeSettings')}
      steps={steps}
      isFilled={storeId !== null || status.draft !== null}
      notice={
        <>
          <DraftNotices draft={draft} present={status.present} />
          <FaultNotice faults={finish.faults} settings={content} />
        </>
      }
      savedAtMs={draft.saved?.savedAt ?? null}
      unsaved={draft.isUnsaved && <Unsaved draft={draft} />}
      finishLabel={t(storeId === null ? 'storeSettings.finishNew' : 'storeSettings.finishKnown')}
      blocked={blockedBy()}
      busy={finish.isBusy}
      onIncomplete={(step) => setShown((before) => new Set([...before, step]))}
      onFinish={() => void finish.finish()}
    />
  )

  function blockedBy(): string | null {
    if (isOutdated) return t('storeSettings.savedElsewhere', savedWords())
    if (storeId !== null && !hasChanges(draft)) return t('lossRules.unsaved')
    return null
  }

  function savedWords() {
    return { name: draft.theirs?.savedBy ?? '', time: '' }
  }
}

const OrganisationStep = lazily(() => import('./OrganisationStep'), 'OrganisationStep')
const StoreStep = lazily(() => import('./StoreStep'), 'StoreStep')
const InformationStep = lazily(() => import('./InformationStep'), 'InformationStep')
const NetworkStep = lazily(() => import('./NetworkStep'), 'NetworkStep')
const FridgeStep = lazily(() => import('./FridgeStep'), 'FridgeStep')
const AlarmStep = lazily(() => import('./AlarmStep'), 'AlarmStep')
const ServiceStep = lazily(() => import('./ServiceStep'), 'ServiceStep')
/** Of a step that is on its way. */
const STEP_HEIGHT_PX = 240

const contents: Readonly<Record<SetupStep, (props: SetupStepProps, base: StoreSettings) => ReactNode>> = {
  organisation: (props) => <OrganisationStep {...props} />,
  store: (props) => <StoreStep {...props} />,
  information: (props) => <InformationStep {...props} />,
  network: (props, base) => <NetworkStep {...props} base={base} />,
  fridges: (props, base) => <FridgeStep {...props} before={base.devices} />,
  alarms: (props) => <AlarmStep {...props} />,
  services: (props) => <ServiceStep {...props} />,
}

/** At the review the service is queried for faults before Finish is pressed. */
function useReviewCheck(
  { saved, isUnsaved }: StoreDraft,
  check: ReturnType<typeof useFinish>['check'],
): void {
  const [{ step }] = useAddress()
  const draft = saved?.id
  const revision = saved?.revision
  useEffect(() => {
    if (step !== REVIEW || isUnsaved || draft === undefined || revision === undefined) return
    void check({ draft, revision }, true)
  }, [step, isUnsaved, draft, revision, check])
}

function Unsaved({ draft }: { readonly draft: StoreDraft }) {
  const t = useText()
  return (
    <span className={styles.unsaved}>
      <Icon name="clock" />
      {t('storeSettings.notSaved')}
      <Button size="small" onClick={() => void draft.save()}>
        {t('storeSettings.saveAgain')}
      </Button>
    </span>
  )
}

function FaultNotice(props: { readonly faults: AnswerFaults; readonly settings: StoreSettings }) {
  const { faults, settings } = props
  const t = useText()
  const listed = Object.entries(faults)
  if (listed.length === 0) return null
  return (
    <section className={styles.faults} role="alert" aria-label={t('storeSettings.checkFound')}>
      <p>{t('storeSettings.faultsFound', { count: listed.length })}</p>
      <ul>
        {listed.map(([path, message]) => (
          <li key={path}>
            {t(`storeSettings.steps.${stepOfPath(path)}`)} · {pathWords(path.split('.'), settings, t)}:{' '}
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
