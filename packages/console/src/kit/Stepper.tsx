import { Icon, type IconName } from './icons'
import { Link } from './Link'
import styles from './Stepper.module.css'
import { useText } from './text'
import { useNarrow } from './use-narrow'

export type StepState = 'done' | 'current' | 'error' | 'notStarted' | 'skipped'

export interface ShownStep {
  readonly key: string
  readonly title: string
  readonly state: StepState
  /** Where it can be gone to; steps that lie ahead have none. */
  readonly href?: string
}

export interface StepperProps {
  readonly label: string
  readonly steps: readonly ShownStep[]
  readonly direction?: 'horizontal' | 'vertical'
  /** How many of them count as steps; what stands behind them, such as a review, has no number. */
  readonly total?: number
}

const icons: Record<StepState, IconName | null> = {
  done: 'check',
  current: null,
  error: 'alert',
  notStarted: null,
  skipped: 'minus',
}

/** The steps of a task by number, name and state, each shown by shape and word. Narrow: one line that unfolds. */
export function Stepper(props: StepperProps) {
  const { label, steps, direction = 'vertical', total = props.steps.length } = props
  const t = useText()
  const narrow = useNarrow(1024)
  const at = steps.findIndex((step) => step.state === 'current')
  const current = steps[at]
  if (!narrow) return <StepList label={label} steps={steps} direction={direction} total={total} />
  return (
    <details className={styles.fold} data-no-print>
      <summary className={styles.summary}>
        {at < total && <span>{t('kit.steps.stepOf', { step: at + 1, total })}</span>}
        <strong>{current?.title}</strong>
        <span className={styles.unfold}>
          <Icon name="chevronDown" />
        </span>
        <span className={styles.bars} aria-hidden="true">
          {steps.map((step) => (
            <span key={step.key} data-state={step.state} />
          ))}
        </span>
      </summary>
      <StepList label={label} steps={steps} direction="vertical" total={total} />
    </details>
  )
}

function StepList({ label, steps, direction, total }: Required<StepperProps>) {
  return (
    <nav aria-label={label}>
      <ol className={styles.steps} data-direction={direction}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={styles.step}
            data-state={step.state}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            {step.href === undefined || step.state === 'current' ? (
              <span className={styles.face}>
                <Face step={step} number={index < total ? index + 1 : null} />
              </span>
            ) : (
              <Link href={step.href} look="plain" className={styles.face}>
                <Face step={step} number={index < total ? index + 1 : null} />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Face({ step, number }: { step: ShownStep; number: number | null }) {
  const t = useText()
  const icon = icons[step.state]
  return (
    <>
      <span className={styles.mark}>
        {icon === null && number !== null ? number : <Icon name={icon ?? 'eye'} />}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{step.title}</span>
        <span className={styles.state}>{t(`kit.steps.${step.state}`)}</span>
      </span>
    </>
  )
}
