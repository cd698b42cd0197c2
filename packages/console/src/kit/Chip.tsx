import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { Icon, type IconName } from './icons'
import { useText } from './text'

export interface ChipProps {
  readonly children: ReactNode
  readonly icon?: IconName
  /** Makes the chip a button. */
  readonly onClick?: () => void
  readonly selected?: boolean
  /** Adds a remove button; `name` is what it removes, in words. */
  readonly onRemove?: () => void
  readonly name?: string
}

/** A short fact in a frame: an applied filter, a recent choice, a count. */
export function Chip({ children, icon, onClick, selected, onRemove, name = '' }: ChipProps) {
  const t = useText()
  const words = (
    <>
      {icon !== undefined && <Icon name={icon} size={14} />}
      <span className={styles.words}>{children}</span>
    </>
  )
  if (onClick !== undefined) {
    return (
      <button type="button" className={styles.chip} aria-pressed={selected} onClick={onClick}>
        {words}
      </button>
    )
  }
  return (
    <span className={styles.chip} data-removable={onRemove !== undefined || undefined}>
      {words}
      {onRemove !== undefined && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('kit.field.remove', { name })}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
