import type { Translate } from '@coldkeep/phrases/keys'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../../kit/announce'
import { Button } from '../../kit/Button'
import { Form, SubmitButton } from '../../kit/form/Form'
import { type ShownStep, Stepper } from '../../kit/Stepper'
import { useText } from '../../kit/text'
import { useAddress } from '../../parts/use-address'
import { StepFoot } from './StepFoot'
import { StepReview } from './StepReview'
import { adjacentStep, type PanelStep, REVIEW, stateOfStep } from './step-states'
import styles from './steps.module.css'

export interface StepPanelProps {
  /** Names the task to screen readers. */
  readonly title: string
  readonly steps: readonly PanelStep[]
  /** The answers were there before: every step can be gone to. */
  readonly isFilled?: boolean
  /** The verb on the last button: "Create store". */
  readonly finishLabel: string
  readonly onFinish: () => void
  /** Why the whole cannot be finished yet, besides what its steps miss. */
  readonly blocked?: string | null
  readonly busy?: boolean
  /** Next was pressed although the step needs something: its fields show their errors. */
  readonly onIncomplete?: (step: string) => void
  /** When the draft was kept; `null` before the first change. */
  readonly savedAtMs?: number | null
  /** Instead of that while the last change is not kept yet. */
  readonly unsaved?: ReactNode
  /** Above the fields of every step: what is to be known of the whole task. */
  readonly notice?: ReactNode
  /** Beside the form, below it on narrow screens: what was answered so far, a list that is being filled. */
  readonly aside?: ReactNode
}

/** A task in numbered steps with one form each and a review at the end. The step is kept in the address. */
export function StepPanel(props: StepPanelProps) {
  const { title, steps, onIncomplete, savedAtMs = null, aside } = props
  const t = useText()
  const formId = useId()
  const { current, go, hrefOf } = useCurrentStep(steps)
  const step = steps.find(({ key }) => key === current)
  const furthest = useFurthest(steps, current)
  const started = props.isFilled ? steps.length : furthest
  const heading = useHeadingFocus(current)
  const stepTitle = step?.title ?? t('kit.steps.review')
  const open = steps.find((one) => !one.isSkipped && (one.missing !== null || one.hasFault))
  const unready = open === undefined ? (props.blocked ?? null) : t('kit.steps.notAllDone')
  const previous = adjacentStep(steps, current, -1)

  const submit = () => {
    if (props.busy) return
    if (step === undefined) {
      if (unready === null) props.onFinish()
      return
    }
    const next = adjacentStep(steps, current, 1)
    if (step.missing !== null) onIncomplete?.(step.key)
    else if (next !== null) go(next)
  }

  return (
    <div className={styles.panel} data-aside={aside !== undefined || undefined}>
      <div className={styles.steps}>
        <Stepper
          label={title}
          total={steps.length}
          steps={stepperSteps(steps, { current, started, isComplete: open === undefined, hrefOf, t })}
        />
      </div>
      <Form id={formId} className={styles.form} aria-labelledby={`${formId}-title`} onSubmit={submit}>
        <h2 id={`${formId}-title`} ref={heading} tabIndex={-1} className={styles.title}>
          {step !== undefined && (
            <span className={styles.number}>
              {t('kit.steps.stepOf', { step: steps.indexOf(step) + 1, total: steps.length })}
            </span>
          )}
          {stepTitle}
        </h2>
        {props.notice}
        {step === undefined ? <StepReview steps={steps} hrefOf={hrefOf} /> : step.content}
      </Form>
      {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      <StepFoot savedAtMs={savedAtMs} unsaved={props.unsaved}>
        {previous !== null && (
          <Button icon="chevronLeft" onClick={() => go(previous)}>
            {t('shell.words.back')}
          </Button>
        )}
        {step === undefined ? (
          <SubmitButton form={formId} busy={props.busy ?? false} missing={unready}>
            {props.finishLabel}
          </SubmitButton>
        ) : (
          <SubmitButton form={formId} iconAfter="chevronRight" busy={false} missing={step.missing}>
            {t('shell.words.next')}
          </SubmitButton>
        )}
      </StepFoot>
    </div>
  )
}

interface StepPosition {
  readonly current: string
  /** Index of the last step that can be gone to. */
  readonly started: number
  readonly isComplete: boolean
  readonly hrefOf: (key: string) => string
  readonly t: Translate
}

/** The steps and the review behind them; those that can be gone to lead there. */
function stepperSteps(
  steps: readonly PanelStep[],
  { current, started, isComplete, hrefOf, t }: StepPosition,
): readonly ShownStep[] {
  const isReview = steps.every(({ key }) => key !== current)
  return [
    ...steps.map((one, index) => {
      const isStarted = index <= started
      const state = stateOfStep(one, { isCurrent: one.key === current, isStarted })
      const isReachable = isStarted && state !== 'skipped'
      return { key: one.key, title: one.title, state, ...(isReachable && { href: hrefOf(one.key) }) }
    }),
    {
      key: REVIEW,
      title: t('kit.steps.review'),
      state: isReview ? ('current' as const) : ('notStarted' as const),
      ...(isComplete && { href: hrefOf(REVIEW) }),
    },
  ]
}

/** The step that the address names; an unknown one, or none, is the first. */
function useCurrentStep(steps: readonly PanelStep[]) {
  const [parameters, changeAddress] = useAddress()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const named = parameters.step ?? ''
  const isKnown = named === REVIEW || steps.some(({ key, isSkipped }) => key === named && !isSkipped)
  return {
    current: isKnown ? named : (steps[0]?.key ?? REVIEW),
    go: (key: string) => changeAddress({ step: key }),
    hrefOf: (key: string) => `${pathname}?${new URLSearchParams({ ...parameters, step: key })}`,
  }
}

/** The last step that was opened so far. */
function useFurthest(steps: readonly PanelStep[], current: string): number {
  const at = current === REVIEW ? steps.length : steps.findIndex(({ key }) => key === current)
  const [furthest, setFurthest] = useState(at)
  if (at > furthest) setFurthest(at)
  return Math.max(at, furthest)
}

/** Another step: its heading is in view, has the focus and is spoken. */
function useHeadingFocus(current: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(current)
  useEffect(() => {
    if (last.current === current) return
    last.current = current
    heading.current?.focus()
    announce(heading.current?.innerText ?? '')
  }, [current])
  return heading
}
