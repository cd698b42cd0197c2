import { Tooltip as MantineTooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import '@mantine/core/styles/Tooltip.layer.css'
import styles from './Tooltip.module.css'

/** Words on hover and focus. The child must be one element that takes a ref. */
export function Tooltip({
  label,
  children,
  disabled = false,
}: {
  label: string
  children: ReactElement
  disabled?: boolean
}) {
  return (
    <MantineTooltip
      label={label}
      disabled={disabled || label === ''}
      events={{ hover: true, focus: true, touch: false }}
      openDelay={400}
      transitionProps={{ duration: 0 }}
      multiline
      maw={320}
      zIndex="var(--layer-tooltip)"
      classNames={{ tooltip: styles.tooltip }}
    >
      {children}
    </MantineTooltip>
  )
}
