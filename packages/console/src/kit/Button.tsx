import { type ComponentProps, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import styles from './Button.module.css'
import { Icon, type IconName } from './icons'
import { Spinner } from './Spinner'
import { Tooltip } from './Tooltip'

export interface ButtonProps
  extends Pick<
    ComponentProps<'button'>,
    | 'id'
    | 'className'
    | 'form'
    | 'aria-label'
    | 'aria-describedby'
    | 'aria-expanded'
    | 'aria-haspopup'
    | 'aria-controls'
  > {
  readonly children: ReactNode
  /** `primary` at most once per view; `danger` for what cannot be undone; `quiet` without a frame. */
  readonly variant?: 'default' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'default' | 'small'
  readonly type?: 'button' | 'submit'
  readonly icon?: IconName
  readonly iconAfter?: IconName
  readonly loading?: boolean
  /** Why it cannot be pressed now. The button stays in the tab order and shows the reason. */
  readonly disabledReason?: string | null
  readonly fullWidth?: boolean
  readonly pressed?: boolean
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** Pressed although there is a reason against it: a form shows its errors then. */
  readonly onBlockedClick?: (event: MouseEvent<HTMLButtonElement>) => void
  /** The first focus of the dialog it stands in. */
  readonly 'data-autofocus'?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'default',
    size = 'default',
    type = 'button',
    icon,
    iconAfter,
    loading = false,
    disabledReason = null,
    fullWidth = false,
    pressed,
    onClick,
    onBlockedClick,
    className,
    ...rest
  } = props
  const reasonId = useId()
  const blocked = disabledReason !== null || loading
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    if (!loading) onBlockedClick?.(event)
  }
  const describedBy = [rest['aria-describedby'], disabledReason !== null && reasonId]
    .filter(Boolean)
    .join(' ')
  return (
    <Tooltip label={disabledReason ?? ''}>
      <button
        {...rest}
        aria-describedby={describedBy || undefined}
        type={type}
        className={className === undefined ? styles.button : `${styles.button} ${className}`}
        data-variant={variant}
        data-size={size}
        data-full={fullWidth || undefined}
        data-loading={loading || undefined}
        aria-disabled={blocked || undefined}
        aria-busy={loading || undefined}
        aria-pressed={pressed}
        onClick={press}
      >
        {loading ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
        <span className={styles.words}>{children}</span>
        {iconAfter !== undefined && <Icon name={iconAfter} />}
        {disabledReason !== null && (
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
