import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../kit/icons'
import { Link } from '../kit/Link'
import { Tooltip } from '../kit/Tooltip'
import { useLanguage, useText } from '../kit/text'
import { useNarrow } from '../kit/use-narrow'
import { useConfig } from '../site/config'
import type { Page } from '../site/pages'
import { paths } from '../site/paths'
import { AlarmBell } from './AlarmBell'
import { AccountLink, AccountMenu, LanguageMenu, ThemeMenu } from './BarMenus'
import { type MenuSection, menuColumns } from './menu'
import styles from './NavBar.module.css'
import { type NavColumn, NavPanel } from './NavPanel'
import { UpdateChip } from './UpdateChip'

export interface NavBarProps {
  readonly sections: readonly MenuSection[]
  readonly current: Page | undefined
  readonly onSearch: () => void
  readonly onShortcuts: () => void
}

/** The bar of wide screens. It never wraps: first the search shrinks, then entries move into "More". */
export function NavBar({ sections, current, onSearch, onShortcuts }: NavBarProps) {
  const t = useText()
  const tight = useNarrow(1280)
  const bar = useRef<HTMLElement>(null)
  const folded = useFolded(bar, sections.length)
  const shown = sections.slice(0, sections.length - folded)
  const more = sections.slice(sections.length - folded)
  return (
    <header ref={bar} className={styles.bar} data-no-print>
      <Brand />
      <nav aria-label={t('shell.bar.navigation')} className={styles.nav}>
        <ul className={styles.entries}>
          {shown.map((section) =>
            section.group === 'home' ? (
              <HomeEntry key={section.group} isHere={current?.group === 'home'} />
            ) : (
              <NavPanel
                key={section.group}
                title={t(`shell.groups.${section.group}`)}
                columns={columnsOf(section)}
                current={current}
              />
            ),
          )}
          {more.length > 0 && (
            <NavPanel
              title={t('shell.bar.more')}
              columns={more.map((section) => ({
                title: section.group === 'home' ? t('shell.pages.home') : t(`shell.groups.${section.group}`),
                pages: section.pages,
              }))}
              current={current}
            />
          )}
        </ul>
      </nav>
      <div className={styles.side}>
        <button
          type="button"
          className={styles.search}
          data-tight={tight || undefined}
          aria-label={t('shell.bar.openSearch')}
          onClick={onSearch}
        >
          <Icon name="search" />
          {!tight && (
            <>
              <span className={styles.searchWords}>{t('shell.bar.search')}</span>
              <kbd className={styles.kbd}>{navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}</kbd>
            </>
          )}
        </button>
        <UpdateChip compact={tight} />
        <AlarmBell className={styles.menuButton} size={18} />
        <LanguageMenu />
        <ThemeMenu />
        <AccountLink />
        <AccountMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  )

  function columnsOf(section: MenuSection): readonly NavColumn[] {
    if (section.group !== 'form') return [{ pages: section.pages }]
    return menuColumns
      .map((column) => ({
        title: t(`shell.groups.${column}`),
        pages: section.pages.filter((page) => page.column === column),
      }))
      .filter((column) => column.pages.length > 0)
  }
}

function HomeEntry({ isHere }: { isHere: boolean }) {
  const t = useText()
  return (
    <li className={styles.entry}>
      <Link
        look="plain"
        href={paths.home}
        className={styles.top}
        data-here={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon name="home" />
        {t('shell.pages.home')}
      </Link>
    </li>
  )
}

function Brand() {
  const { title } = useConfig()
  return (
    <Tooltip label={title}>
      <span className={styles.brand}>
        <span className={styles.logo}>
          <Icon name="snowflake" size={18} />
        </span>
        <span className={styles.title}>{title}</span>
      </span>
    </Tooltip>
  )
}

/** How many entries do not fit, counted again whenever a width or the language changes. */
function useFolded(bar: RefObject<HTMLElement | null>, mostFolded: number): number {
  const language = useLanguage()
  const [width, setWidth] = useState('')
  const [folded, setFolded] = useState({ count: 0, for: '' })
  const [hasFont, setHasFont] = useState(false)
  const measuredFor = `${width} ${language} ${mostFolded} ${hasFont}`
  useEffect(() => void document.fonts.ready.then(() => setHasFont(true)), [])
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const side = element.lastElementChild
    const observer = new ResizeObserver(() => setWidth(`${element.clientWidth} ${side?.clientWidth}`))
    observer.observe(element)
    if (side !== null) observer.observe(side)
    return () => observer.disconnect()
  }, [bar])
  useLayoutEffect(() => {
    if (folded.for !== measuredFor) return setFolded({ count: 0, for: measuredFor })
    const isOver = bar.current !== null && overflows(bar.current)
    if (isOver && folded.count < mostFolded) setFolded({ count: folded.count + 1, for: measuredFor })
  }, [bar, folded, measuredFor, mostFolded])
  return folded.count
}

/** True when the last part reaches into the padding at the end; scrollWidth does not show that. */
function overflows(bar: HTMLElement): boolean {
  const end = bar.lastElementChild?.getBoundingClientRect().right ?? 0
  const padding = Number.parseFloat(getComputedStyle(bar).paddingInlineEnd)
  return end > bar.getBoundingClientRect().right - padding + 1
}
