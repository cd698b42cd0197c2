import { Popover as MantinePopover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import '@mantine/core/styles/Popover.layer.css'
import styles from './Popover.module.css'

export interface PopoverProps {
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** The button that opens it; it keeps the focus return. */
  readonly target: ReactElement
  readonly label: string
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

/** A small panel beside its button; Esc and a click outside close it. */
export function Popover({ opened, onChange, target, label, children, align = 'start' }: PopoverProps) {
  return (
    <MantinePopover
      opened={opened}
      onChange={onChange}
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      offset={6}
      trapFocus
      returnFocus
      withRoles
      transitionProps={{ duration: 0 }}
      zIndex="var(--layer-error)"
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown aria-label={label} className={styles.dropdown}>
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  )
}
