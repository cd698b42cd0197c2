import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import styles from './round.module.css'

const KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '-', '0', '.'] as const

/** Big keys for one thumb; `erase` takes back the last one. */
export function Keypad({ onKey }: { onKey: (key: string) => void }) {
  const t = useText()
  return (
    <fieldset className={styles.keys}>
      <legend className="visually-hidden">{t('daySheet.round.keys')}</legend>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={styles.key}
          aria-label={key === '-' ? t('daySheet.round.minus') : undefined}
          onClick={() => onKey(key)}
        >
          {key === '-' ? '±' : key}
        </button>
      ))}
      <button
        type="button"
        className={styles.key}
        data-wide
        aria-label={t('daySheet.round.erase')}
        onClick={() => onKey('erase')}
      >
        <Icon name="arrowLeft" size={24} />
      </button>
    </fieldset>
  )
}
