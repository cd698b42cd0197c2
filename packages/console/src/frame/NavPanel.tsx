import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../kit/icons'
import { Link } from '../kit/Link'
import { useText } from '../kit/text'
import type { Page } from '../site/pages'
import styles from './NavBar.module.css'

export interface NavColumn {
  readonly title?: string
  readonly pages: readonly Page[]
}

export interface NavPanelProps {
  readonly title: string
  readonly columns: readonly NavColumn[]
  readonly current: Page | undefined
}

/** An entry of the bar with a panel of links. It opens on click, Enter or ↓, never by hovering. */
export function NavPanel({ title, columns, current }: NavPanelProps) {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const entry = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isHere = columns.some((column) => column.pages.some((page) => page === current))

  useEffect(() => {
    if (!opened) return
    const away = (event: Event) => {
      if (!entry.current?.contains(event.target as Node)) setOpened(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
    }
  }, [opened])

  const focusLink = (by: 1 | -1) => {
    const links = [...(entry.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    links[(at + by + links.length) % links.length]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && opened) {
      setOpened(false)
      button.current?.focus()
    } else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && opened)) {
      setOpened(true)
      requestAnimationFrame(() => focusLink(event.key === 'ArrowDown' ? 1 : -1))
    } else return
    event.preventDefault()
  }
  return (
    <li ref={entry} className={styles.entry} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={styles.top}
        aria-expanded={opened}
        data-here={isHere || undefined}
        onClick={() => setOpened(!opened)}
      >
        {title}
        <Icon name="chevronDown" size={14} />
      </button>
      {opened && (
        <div ref={keepInside} className={styles.panel}>
          {columns.map((column) => (
            <div key={column.title ?? ''} className={styles.column}>
              {column.title !== undefined && <p className={styles.columnTitle}>{column.title}</p>}
              <ul className={styles.leaves}>
                {column.pages.map((page) => (
                  <li key={page.path}>
                    <Link
                      look="plain"
                      href={page.path}
                      className={styles.leaf}
                      aria-current={page === current ? 'page' : undefined}
                      onClick={() => setOpened(false)}
                    >
                      {t(page.title)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </li>
  )
}

/** A panel that would leave the window moves to the left. */
function keepInside(panel: HTMLElement | null): void {
  if (!panel) return
  const over = panel.getBoundingClientRect().right - document.documentElement.clientWidth + 8
  if (over > 0) panel.style.translate = `${-over}px`
}
