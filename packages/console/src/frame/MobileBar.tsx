import { useRouter, useRouterState } from '@tanstack/react-router'
import { Icon } from '../kit/icons'
import { Link } from '../kit/Link'
import { Menu } from '../kit/Menu'
import { useText } from '../kit/text'
import { paths } from '../site/paths'
import { AlarmBell } from './AlarmBell'
import { share } from './HeadBar'
import styles from './MobileBar.module.css'
import { MobileDrawer } from './MobileDrawer'
import type { NavBarProps } from './NavBar'
import { UpdateChip } from './UpdateChip'

/** The bar of narrow screens: menu or the way back, the title, search, page actions. */
export function MobileBar({ sections, current, title, onSearch }: NavBarProps & { title: string }) {
  const t = useText()
  const router = useRouter()
  // The open drawer is an entry of the history, so that the phone's Back closes it.
  const isOpen = useRouterState({ select: (state) => 'drawer' in state.location.state })
  const openDrawer = () => router.history.push(router.state.location.href, { drawer: true } as object)
  const isInner = current !== undefined && current.group === null
  return (
    <header className={styles.bar} data-no-print>
      {isInner ? (
        <Link
          look="plain"
          href={paths.home}
          className={styles.button}
          aria-label={t('shell.bar.backTo', { page: t('shell.pages.home') })}
        >
          <Icon name="chevronLeft" size={24} />
        </Link>
      ) : (
        <button
          type="button"
          className={styles.button}
          aria-label={t('shell.bar.openMenu')}
          aria-expanded={isOpen}
          onClick={openDrawer}
        >
          <Icon name="menu" size={24} />
        </button>
      )}
      <h1 id="page-title" tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <UpdateChip compact />
      <button
        type="button"
        className={styles.button}
        aria-label={t('shell.bar.openSearch')}
        onClick={onSearch}
      >
        <Icon name="search" size={24} />
      </button>
      <AlarmBell className={styles.button} size={24} />
      {current !== undefined && (
        <Menu
          label={t('shell.bar.pageActions')}
          groups={[
            {
              entries: [
                {
                  key: 'share',
                  label: t('shell.actions.share'),
                  icon: 'share',
                  onChoose: () => void share(t),
                },
                {
                  key: 'print',
                  label: t('shell.actions.print'),
                  icon: 'print',
                  onChoose: () => window.print(),
                },
              ],
            },
          ]}
          target={
            <button type="button" className={styles.button} aria-label={t('shell.bar.pageActions')}>
              <Icon name="dots" size={24} />
            </button>
          }
        />
      )}
      <MobileDrawer
        opened={isOpen}
        onClose={() => router.history.back()}
        sections={sections}
        current={current}
      />
    </header>
  )
}
