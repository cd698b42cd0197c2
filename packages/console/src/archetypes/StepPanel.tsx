import { useRouterState } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../kit/announce'
import { Button } from '../kit/Button'
import { submitByKeys } from '../kit/form/submit-keys'
import { Stepper } from '../kit/Stepper'
import { useText } from '../kit/text'
import { useAddress } from '../parts/use-address'
import { StepFoot } from './StepFoot'
import { StepReview } from './StepReview'
import { type PanelStep, REVIEW, stateOfStep, stepBeside } from './step-states'
import styles from './steps.module.css'

export interface StepPanelProps {
  /** Names the task to screen readers. */
  readonly title: string
  readonly steps: readonly PanelStep[]
  /** The verb on the last button: "Create store". */
  readonly finishLabel: string
  readonly onFinish: () => void
  readonly busy?: boolean
  /** Next was pressed although the step needs something: its fields show their errors. */
  readonly onIncomplete?: (step: string) => void
  /** When the draft was kept; `null` before the first change. */
  readonly savedAtMs?: number | null
  /** Beside the form, below it on narrow screens: what was answered so far, a list that is being filled. */
  readonly aside?: ReactNode
}

/** A task in numbered steps with one form each and a review at the end. The step stands in the address. */
export function StepPanel(props: StepPanelProps) {
  const { title, steps, onIncomplete, savedAtMs = null, aside } = props
  const t = useText()
  const formId = useId()
  const { current, go, hrefOf } = useCurrentStep(steps)
  const step = steps.find(({ key }) => key === current)
  const started = useFurthest(steps, current)
  const heading = useHeadingFocus(current)
  const total = steps.length + 1
  const number = (step === undefined ? steps.length : steps.indexOf(step)) + 1
  const stepTitle = step?.title ?? t('kit.steps.review')
  const open = steps.find((one) => !one.isSkipped && (one.missing !== null || one.hasFault))
  const previous = stepBeside(steps, current, -1)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (props.busy) return
    if (step === undefined) {
      if (open === undefined) props.onFinish()
      return
    }
    const next = stepBeside(steps, current, 1)
    if (step.missing !== null) onIncomplete?.(step.key)
    else if (next !== null) go(next)
  }

  return (
    <div className={styles.panel} data-aside={aside !== undefined || undefined}>
      <div className={styles.steps}>
        <Stepper
          label={title}
          steps={[
            ...steps.map((one, index) => {
              const isStarted = index <= started
              const state = stateOfStep(one, { isCurrent: one.key === current, isStarted })
              const isReachable = isStarted && state !== 'skipped'
              return { key: one.key, title: one.title, state, ...(isReachable && { href: hrefOf(one.key) }) }
            }),
            {
              key: REVIEW,
              title: t('kit.steps.review'),
              state: step === undefined ? ('current' as const) : ('notStarted' as const),
              ...(open === undefined && { href: hrefOf(REVIEW) }),
            },
          ]}
        />
      </div>
      <form
        id={formId}
        noValidate
        className={styles.form}
        aria-labelledby={`${formId}-title`}
        onSubmit={submit}
        onKeyDown={submitByKeys}
      >
        <h2 id={`${formId}-title`} ref={heading} tabIndex={-1} className={styles.title}>
          <span className={styles.number}>{t('kit.steps.stepOf', { step: number, total })}</span>
          {stepTitle}
        </h2>
        {step === undefined ? <StepReview steps={steps} hrefOf={hrefOf} /> : step.content}
      </form>
      {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      <StepFoot savedAtMs={savedAtMs}>
        {previous !== null && (
          <Button icon="chevronLeft" onClick={() => go(previous)}>
            {t('shell.words.back')}
          </Button>
        )}
        {step === undefined ? (
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={props.busy}
            disabledReason={open === undefined ? null : t('kit.steps.notAllDone')}
          >
            {props.finishLabel}
          </Button>
        ) : (
          <Button
            type="submit"
            form={formId}
            variant="primary"
            iconAfter="chevronRight"
            disabledReason={step.missing}
            onBlockedClick={() => onIncomplete?.(step.key)}
          >
            {t('shell.words.next')}
          </Button>
        )}
      </StepFoot>
    </div>
  )
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
