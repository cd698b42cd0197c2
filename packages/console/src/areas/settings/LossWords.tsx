import type { LossSetting } from '@coldkeep/contract/areas/loss-rules'
import { useText } from '../../kit/text'
import type { LossValues } from './loss-draft'
import { RuleSource } from './RuleSource'
import styles from './settings.module.css'

export interface LossWordsProps {
  readonly setting: LossSetting | null
  readonly values: LossValues
  readonly isSound: boolean
}

/** What the two numbers mean, in a sentence, and where they come from. */
export function LossWords({ setting, values, isSound }: LossWordsProps) {
  const t = useText()
  const { lossPeriodMinutes: period, lossThresholdMinutes: threshold } = values
  if (setting === null) return <p className={styles.message}>{t('lossRules.unread')}</p>
  return (
    <>
      <p className={styles.message}>
        {!isSound || period === null || threshold === null
          ? t('lossRules.unsound')
          : threshold === period
            ? t('lossRules.silent', { period })
            : t('lossRules.flapping', { period, threshold })}
      </p>
      <RuleSource setting={setting} />
    </>
  )
}
