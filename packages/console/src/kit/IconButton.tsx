import type { ComponentProps, MouseEvent, Ref } from 'react'
import styles from './IconButton.module.css'
import { Icon, type IconName } from './icons'
import { Spinner } from './Spinner'
import { Tooltip } from './Tooltip'

export interface IconButtonProps
  extends Pick<
    ComponentProps<'button'>,
    'id' | 'aria-expanded' | 'aria-haspopup' | 'aria-controls' | 'tabIndex'
  > {
  readonly icon: IconName
  /** The accessible name; also shown on hover and focus. */
  readonly label: string
  readonly size?: 'default' | 'small'
  readonly framed?: boolean
  readonly loading?: boolean
  readonly disabledReason?: string | null
  readonly pressed?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    size = 'default',
    framed = false,
    loading = false,
    disabledReason = null,
    pressed,
    onClick,
    ...rest
  } = props
  const blocked = disabledReason !== null || loading
  return (
    <Tooltip label={disabledReason ?? label}>
      <button
        {...rest}
        type="button"
        className={styles.button}
        data-size={size}
        data-framed={framed || undefined}
        aria-label={label}
        aria-disabled={blocked || undefined}
        aria-pressed={pressed}
        onClick={(event) => {
          if (!blocked) onClick?.(event)
        }}
      >
        {loading ? <Spinner /> : <Icon name={icon} size={size === 'small' ? 16 : 20} />}
      </button>
    </Tooltip>
  )
}
