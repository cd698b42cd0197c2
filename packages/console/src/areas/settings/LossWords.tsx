import type { LossSetting } from '@coldkeep/contract/areas/loss-rules'
import { formatInstant } from '@coldkeep/phrases/format'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import type { LossValues } from './loss-draft'
import styles from './settings.module.css'
import { useSourceWords } from './use-source-words'

export interface LossWordsProps {
  readonly setting: LossSetting | null
  readonly values: LossValues
  readonly isSound: boolean
}

/** What the two numbers mean, in a sentence, and where they come from. */
export function LossWords({ setting, values, isSound }: LossWordsProps) {
  const t = useText()
  const sourceWords = useSourceWords()
  const { lossPeriodMinutes: period, lossThresholdMinutes: threshold } = values
  if (setting === null) return <p className={styles.message}>{t('lossRules.unread')}</p>
  const isOwn = setting.revision !== null
  return (
    <>
      <p className={styles.message}>
        {!isSound || period === null || threshold === null
          ? t('lossRules.unsound')
          : threshold === period
            ? t('lossRules.silent', { period })
            : t('lossRules.flapping', { period, threshold })}
      </p>
      <p className={frame.note}>
        {isOwn ? t('lossRules.comesFrom.own', { place: setting.name }) : sourceWords(setting.source)}{' '}
        {setting.changedAt !== null &&
          t('lossRules.changedBy', {
            name: setting.changedBy ?? '',
            time: formatInstant(setting.changedAt),
          })}
      </p>
    </>
  )
}
