import type { WarningSetting } from '@coldkeep/contract/areas/warning-rules'
import { Button } from '../../kit/Button'
import { useLanguage, useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { RuleDrawing } from './RuleDrawing'
import { intensitySentence, placeWords, ruleKey, ruleSentence } from './rule-words'
import styles from './settings.module.css'
import { useSourceWords } from './use-source-words'

export interface RuleCardsProps {
  readonly rules: readonly WarningSetting[]
  readonly onEdit: (rule: WarningSetting) => void
  /** Only for own rules. */
  readonly onRemove: (rule: WarningSetting) => void
}

/** The three rules that hold in a place, each in words with a small drawing. */
export function RuleCards({ rules, onEdit, onRemove }: RuleCardsProps) {
  const t = useText()
  const language = useLanguage()
  const sourceWords = useSourceWords()
  return (
    <div className={styles.rules}>
      {rules.map((rule) => {
        const name = t(`warningRules.kind.${rule.kind}`)
        const intensity = intensitySentence(rule.kind, rule, t, language)
        return (
          <article key={ruleKey(rule)} className={styles.rule} aria-label={name}>
            <h3>{name}</h3>
            <RuleDrawing kind={rule.kind} />
            <p>{ruleSentence(rule.kind, rule, t, language)}</p>
            {intensity !== null && <p className={frame.note}>{intensity}</p>}
            <p className={frame.note}>
              {rule.revision === null
                ? sourceWords(rule.source)
                : t('warningRules.ownOf', { place: placeWords(rule, t) })}
            </p>
            <div className={styles.buttons}>
              <Button
                size="small"
                icon="edit"
                aria-label={t('warningRules.editRule', { rule: name })}
                onClick={() => onEdit(rule)}
              >
                {t('shell.words.edit')}
              </Button>
              {rule.revision !== null && (
                <Button
                  size="small"
                  aria-label={t('warningRules.backRule', { rule: name })}
                  onClick={() => onRemove(rule)}
                >
                  {t('warningRules.back')}
                </Button>
              )}
            </div>
          </article>
        )
      })}
    </div>
  )
}
