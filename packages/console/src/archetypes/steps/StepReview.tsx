import { NO_VALUE } from '@coldkeep/phrases/format'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import type { Answered, PanelStep } from './step-states'
import styles from './steps.module.css'

/** All answers by step, each step with a way back to it. */
export function StepReview(props: { steps: readonly PanelStep[]; hrefOf: (step: string) => string }) {
  const { steps, hrefOf } = props
  const t = useText()
  return (
    <div className={styles.review}>
      {steps
        .filter((step) => !step.isSkipped)
        .map((step) => (
          <section key={step.key} aria-label={step.title}>
            <header className={styles.reviewHead}>
              <h3>{step.title}</h3>
              <Link href={hrefOf(step.key)} aria-label={t('kit.steps.editStep', { step: step.title })}>
                {t('shell.words.edit')}
              </Link>
            </header>
            {step.missing !== null && <p className={styles.missing}>{step.missing}</p>}
            <Answers answers={step.answers} />
          </section>
        ))}
    </div>
  )
}

/** What was answered so far, shown next to the form. */
export function StepSummary({ steps }: { steps: readonly PanelStep[] }) {
  const t = useText()
  const answered = steps.filter((step) => !step.isSkipped && step.answers.length > 0)
  if (answered.length === 0) return null
  return (
    <section className={styles.summary} aria-label={t('kit.steps.summary')}>
      <h2>{t('kit.steps.summary')}</h2>
      {answered.map((step) => (
        <div key={step.key}>
          <h3>{step.title}</h3>
          <Answers answers={step.answers} />
        </div>
      ))}
    </section>
  )
}

function Answers({ answers }: { answers: readonly Answered[] }) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? NO_VALUE : value}</dd>
        </div>
      ))}
    </dl>
  )
}
