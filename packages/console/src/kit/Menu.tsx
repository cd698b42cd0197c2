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
  /** Set for one of several choices, and with `isToggle` for something that is on or off. */
  readonly checked?: boolean
  readonly isToggle?: boolean
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
        itemLabel: styles.itemLabel,
        itemIndicator: styles.indicator,
      }}
      loop={false}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      checkIcon={<Icon name="check" />}
    >
      <MantineMenu.Target>{target}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu
          <div
            key={group.title ?? group.entries[0]?.key}
            role="group"
            aria-label={group.title}
            className={styles.group}
          >
            {group.title !== undefined && (
              <p className={styles.label} aria-hidden="true">
                {group.title}
              </p>
            )}
            {group.entries.map((entry) => (
              <Item key={entry.key} entry={entry} />
            ))}
          </div>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}

function Item({ entry }: { entry: MenuEntry }) {
  const { key, label, language, icon, checked, isToggle = false, onChoose } = entry
  const words = (
    <span className={styles.words} lang={language}>
      {icon !== undefined && <Icon name={icon} />}
      {label}
    </span>
  )
  if (checked === undefined) return <MantineMenu.Item onClick={onChoose}>{words}</MantineMenu.Item>
  return isToggle ? (
    <MantineMenu.CheckboxItem checked={checked} onChange={onChoose} closeMenuOnClick>
      {words}
    </MantineMenu.CheckboxItem>
  ) : (
    <MantineMenu.RadioItem value={key} checked={checked} onChange={onChoose} closeMenuOnClick>
      {words}
    </MantineMenu.RadioItem>
  )
}
