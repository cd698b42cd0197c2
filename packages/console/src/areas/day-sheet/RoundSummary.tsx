import type { CheckPlaceRow } from '@coldkeep/contract/areas/hand-checks'
import { celsiusText } from '@coldkeep/phrases/sheet-text'
import { useLanguage, useText } from '../../kit/text'
import type { Round } from './kept-round'
import styles from './round.module.css'

export interface RoundSummaryProps {
  readonly places: readonly CheckPlaceRow[]
  readonly round: Round
  readonly onBack: () => void
  readonly onFinish: () => void
}

/** What a round came to. */
export function RoundSummary({ places, round, onBack, onFinish }: RoundSummaryProps) {
  const t = useText()
  const language = useLanguage()
  const values = round.done.filter(({ valueC }) => valueC !== null)
  return (
    <section className={styles.step} aria-labelledby="round-sum">
      <h3 id="round-sum" className={styles.place}>
        {t('daySheet.round.summary')}
      </h3>
      <p role="status">
        {t('daySheet.round.sum', {
          values: values.length,
          skipped: round.done.length - values.length,
          out: values.filter(({ isOutOfLimits }) => isOutOfLimits).length,
        })}
      </p>
      <ul className={styles.sum}>
        {places.map(({ id, name }) => {
          const entry = round.done.find(({ placeId }) => placeId === id)
          return (
            <li key={id} data-out={entry?.isOutOfLimits || undefined}>
              <span>{name}</span>
              <span>
                {entry === undefined
                  ? t('daySheet.round.left')
                  : entry.valueC === null
                    ? t(`daySheet.skipped.${entry.skipReason ?? 'other'}`)
                    : celsiusText(entry.valueC, language)}
              </span>
            </li>
          )
        })}
      </ul>
      <div className={styles.acts}>
        <button type="button" className={styles.act} onClick={onBack}>
          {t('daySheet.round.back')}
        </button>
        <button type="button" className={styles.act} data-main onClick={onFinish}>
          {t('daySheet.round.finish')}
        </button>
      </div>
    </section>
  )
}
