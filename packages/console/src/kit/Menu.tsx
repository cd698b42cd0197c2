import { Menu as MantineMenu } from '@mantine/core'
import type { ReactElement } from 'react'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Icon, type IconName } from './icons'
import styles from './Menu.module.css'

export interface MenuEntry {
  readonly key: string
  readonly label: string
  /** BCP 47, when the label is in another language than the page. */
  readonly language?: string
  readonly icon?: IconName
  /** One of a set; the chosen one carries a check. */
  readonly checked?: boolean
  readonly onChoose: () => void
}

export interface MenuProps {
  /** The button that opens it. */
  readonly target: ReactElement
  readonly label: string
  readonly groups: readonly { readonly title?: string; readonly entries: readonly MenuEntry[] }[]
  readonly align?: 'start' | 'end'
}

export function Menu({ target, label, groups, align = 'end' }: MenuProps) {
  return (
    <MantineMenu
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      offset={6}
      transitionProps={{ duration: 0 }}
      zIndex="var(--layer-drawer)"
      classNames={{
        dropdown: styles.dropdown,
        item: styles.item,
        label: styles.label,
        divider: styles.divider,
      }}
      loop={false}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label}>
        {groups.map((group, index) => (
          <div key={group.title ?? group.entries[0]?.key}>
            {index > 0 && <MantineMenu.Divider />}
            {group.title !== undefined && <MantineMenu.Label>{group.title}</MantineMenu.Label>}
            {group.entries.map((entry) => (
              <MantineMenu.Item
                key={entry.key}
                lang={entry.language}
                role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={entry.checked}
                leftSection={entry.icon === undefined ? undefined : <Icon name={entry.icon} />}
                rightSection={entry.checked ? <Icon name="check" /> : undefined}
                onClick={entry.onChoose}
              >
                {entry.label}
              </MantineMenu.Item>
            ))}
          </div>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}
