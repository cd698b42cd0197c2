import { Button } from '../../kit/Button'
import type { FormChoice, FormValue } from '../../kit/form/form-field'
import { isEmptyValue, sameValue } from '../../kit/form/form-field'
import { useText } from '../../kit/text'
import styles from './editor.module.css'

export interface PresentValueProps {
  readonly label: string
  readonly choices: readonly FormChoice[]
  /** What someone else saved. */
  readonly present: FormValue
  /** What the field holds here. */
  readonly value: FormValue
  readonly onTake: () => void
}

/** Under a field that someone else changed while it was being edited: the current value, and a way to take it over. */
export function PresentValue({ label, choices, present, value, onTake }: PresentValueProps) {
  const t = useText()
  if (sameValue(present, value)) return <p className={styles.present}>{t('kit.present.taken')}</p>
  return (
    <p className={styles.present}>
      <span>{t('kit.present.now', { value: wordsOf(present) })}</span>
      <Button size="small" aria-label={t('kit.present.takeLabel', { field: label })} onClick={onTake}>
        {t('kit.present.take')}
      </Button>
    </p>
  )

  function wordsOf(one: FormValue): string {
    if (typeof one === 'boolean') return t(one ? 'kit.present.yes' : 'kit.present.no')
    if (isEmptyValue(one)) return t('kit.present.empty')
    const all = Array.isArray(one) ? one : [one]
    return all.map((each) => choices.find(({ value }) => value === each)?.label ?? String(each)).join(', ')
  }
}
