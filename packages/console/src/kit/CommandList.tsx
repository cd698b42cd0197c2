import { type KeyboardEvent, useId, useState } from 'react'
import styles from './CommandList.module.css'
import { Icon, type IconName } from './icons'

export interface Command {
  readonly key: string
  readonly label: string
  readonly hint?: string
  readonly icon: IconName
  readonly onChoose: () => void
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

export interface CommandListProps {
  readonly label: string
  readonly placeholder: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly groups: readonly CommandGroup[]
  /** Under the list: that nothing was found, that it is still searching. */
  readonly note?: string
}

/** A search field over grouped choices: arrows choose, Enter runs, the field keeps the focus. */
export function CommandList({ label, placeholder, search, onSearch, groups, note }: CommandListProps) {
  const id = useId()
  const [current, setCurrent] = useState(0)
  const commands = groups.flatMap((group) => group.commands)
  const at = Math.min(current, commands.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  const move = (to: number) => {
    const next = (to + commands.length) % commands.length
    setCurrent(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || commands.length === 0) return
    const act = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Enter: () => commands[at]?.onChoose(),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  let index = -1
  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <Icon name="search" size={20} />
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          data-autofocus
          placeholder={placeholder}
          value={search}
          onChange={(event) => {
            setCurrent(0)
            onSearch(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a list box
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles.title} aria-hidden="true">
              {group.title}
            </p>
            {group.commands.map((command) => {
              index += 1
              const place = index
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys for all options
                <div
                  key={command.key}
                  id={optionId(place)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === at}
                  className={styles.option}
                  onPointerMove={() => setCurrent(place)}
                  onClick={command.onChoose}
                >
                  <Icon name={command.icon} size={18} />
                  <span className={styles.label}>{command.label}</span>
                  {command.hint !== undefined && <span className={styles.hint}>{command.hint}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </div>
  )
}
