import { listAlarms } from '@coldkeep/contract/areas/alarms'
import { type ReactNode, useState } from 'react'
import { Drawer } from '../kit/Drawer'
import { Icon, type IconName } from '../kit/icons'
import { Link } from '../kit/Link'
import type { MenuEntry } from '../kit/Menu'
import { useText } from '../kit/text'
import type { Page } from '../site/pages'
import { paths } from '../site/paths'
import { mayCall, useSession } from '../site/session'
import { signOut } from '../site/sign-out'
import { initials, useThemeEntries } from './BarMenus'
import { useLanguageEntries } from './language-entries'
import styles from './MobileDrawer.module.css'
import type { MenuSection } from './menu'
import { useSoundEntry } from './sound-choice'

const OPEN_SECTION_KEY = 'coldkeep.drawer-section'

export interface MobileDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly sections: readonly MenuSection[]
  readonly current: Page | undefined
}

/** The menu of narrow screens: account first, sections that fold, appearance and language last. */
export function MobileDrawer({ opened, onClose, sections, current }: MobileDrawerProps) {
  const t = useText()
  const [openSection, setOpenSection] = useState(
    () => current?.group ?? sessionStorage.getItem(OPEN_SECTION_KEY) ?? '',
  )
  const session = useSession()
  const sound = useSoundEntry()
  const languages = useLanguageEntries()
  const appearances = useThemeEntries()
  const toggle = (section: string) => {
    const next = openSection === section ? '' : section
    sessionStorage.setItem(OPEN_SECTION_KEY, next)
    setOpenSection(next)
  }
  const fold = (key: string, title: string, value: string, content: ReactNode, icon?: IconName) => (
    <Fold
      key={key}
      title={title}
      value={value}
      icon={icon}
      isOpen={openSection === key}
      onToggle={() => toggle(key)}
    >
      {content}
    </Fold>
  )
  return (
    <Drawer opened={opened} onClose={onClose} label={t('shell.bar.menu')}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.close}
          aria-label={t('shell.bar.closeMenu')}
          onClick={onClose}
        >
          <Icon name="close" size={24} />
        </button>
        <span>{t('shell.bar.menu')}</span>
      </div>
      <Account />
      <nav aria-label={t('shell.bar.navigation')}>
        {sections.map((section) =>
          section.group === 'home' ? (
            <Link
              key="home"
              look="plain"
              href={paths.home}
              className={styles.row}
              data-strong
              aria-current={current?.group === 'home' ? 'page' : undefined}
            >
              <Icon name="home" size={20} />
              {t('shell.pages.home')}
            </Link>
          ) : (
            fold(
              section.group,
              t(`shell.groups.${section.group}`),
              '',
              section.pages.map((page) => (
                <PageLink key={page.path} page={page} isCurrent={page === current} />
              )),
            )
          ),
        )}
      </nav>
      {mayCall(listAlarms, session) && <Choice entry={sound} />}
      {fold(
        'theme',
        t('shell.bar.theme'),
        appearances.find((entry) => entry.checked)?.label ?? '',
        appearances.map((entry) => <Choice key={entry.key} entry={entry} />),
        'moon',
      )}
      {fold(
        'language',
        t('shell.bar.language'),
        languages.find((entry) => entry.checked)?.label ?? '',
        languages.map((entry) => <Choice key={entry.key} entry={entry} />),
        'world',
      )}
    </Drawer>
  )
}

function Account() {
  const t = useText()
  const name = useSession()?.name ?? ''
  return (
    <div className={styles.account}>
      <span className={styles.avatar} aria-hidden="true">
        {initials(name)}
      </span>
      <Link look="plain" href={paths.account} className={styles.name}>
        {name}
      </Link>
      <button type="button" className={styles.leave} onClick={signOut}>
        <Icon name="signOut" size={20} />
        {t('shell.bar.signOut')}
      </button>
    </div>
  )
}

function PageLink({ page, isCurrent }: { readonly page: Page; readonly isCurrent: boolean }) {
  const t = useText()
  return (
    <Link
      look="plain"
      href={page.path}
      className={styles.row}
      data-leaf
      aria-current={isCurrent ? 'page' : undefined}
    >
      {t(page.title)}
    </Link>
  )
}

interface FoldProps {
  readonly title: string
  readonly value: string
  readonly icon?: IconName
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

function Fold({ title, value, icon, isOpen, onToggle, children }: FoldProps) {
  return (
    <div>
      <button
        type="button"
        className={styles.row}
        data-strong={icon === undefined || undefined}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {icon !== undefined && <Icon name={icon} size={20} />}
        <span>{title}</span>
        <span className={styles.value}>{value}</span>
        {icon === undefined && <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={18} />}
      </button>
      {isOpen && children}
    </div>
  )
}

function Choice({ entry }: { entry: MenuEntry }) {
  return (
    <button
      type="button"
      className={styles.row}
      data-leaf
      lang={entry.language}
      aria-pressed={entry.checked}
      onClick={entry.onChoose}
    >
      <span>{entry.label}</span>
      <span className={styles.value}>{entry.checked && <Icon name="check" size={18} />}</span>
    </button>
  )
}
