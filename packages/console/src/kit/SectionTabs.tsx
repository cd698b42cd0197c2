import { useLayoutEffect, useRef } from 'react'
import { Link } from './Link'
import styles from './SectionTabs.module.css'
import tab from './Tabs.module.css'

export interface SectionTab {
  readonly key: string
  readonly label: string
  readonly href: string
}

/** Links to sibling pages; the row scrolls sideways when it does not fit, and the current one is in view. */
export function SectionTabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly SectionTab[]
  current: string
}) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place to scroll to
  useLayoutEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (here && list.current) {
      list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2
    }
  }, [current])
  return (
    <nav aria-label={label} className={styles.nav} data-no-print>
      <ul ref={list} className={styles.list}>
        {tabs.map(({ key, label, href }) => (
          <li key={key}>
            <Link
              href={href}
              look="plain"
              className={tab.tab}
              aria-current={key === current ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
