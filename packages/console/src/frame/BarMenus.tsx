import { listAlarms } from '@coldkeep/contract/areas/alarms'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon, type IconName } from '../kit/icons'
import { Link } from '../kit/Link'
import { Menu, type MenuEntry } from '../kit/Menu'
import { useLanguage, useText } from '../kit/text'
import { type Theme, themes, useTheme } from '../kit/theme'
import { areSingleKeysOn, setSingleKeys } from '../kit/use-shortcut'
import { keepPreference } from '../site/keep-preference'
import { paths } from '../site/paths'
import { mayCall, useSession } from '../site/session'
import { signOut } from '../site/sign-out'
import { chooseDensity, type Density, densities, useDensity } from './density'
import { useLanguageEntries } from './language-entries'
import styles from './NavBar.module.css'
import { useSoundEntry } from './sound-choice'

const themeIcons: Record<Theme, IconName> = { light: 'sun', dark: 'moon', auto: 'screen' }

export function LanguageMenu() {
  const t = useText()
  const language = useLanguage()
  const entries = useLanguageEntries()
  const title = entries.find((entry) => entry.checked)?.label ?? language
  return (
    <Menu
      label={t('shell.bar.language')}
      groups={[{ entries }]}
      target={
        <button
          type="button"
          className={styles.menuButton}
          aria-label={`${t('shell.bar.language')}: ${title}`}
        >
          <Icon name="world" />
          <span>{title}</span>
        </button>
      }
    />
  )
}

export function ThemeMenu() {
  const t = useText()
  const { effective } = useTheme()
  const entries = useThemeEntries()
  return (
    <Menu
      label={t('shell.bar.theme')}
      groups={[{ entries }]}
      target={
        <button type="button" className={styles.menuButton} aria-label={t('shell.bar.theme')}>
          <Icon name={effective === 'dark' ? 'sun' : 'moon'} size={18} />
        </button>
      }
    />
  )
}

export function useThemeEntries(): readonly MenuEntry[] {
  const t = useText()
  const { chosen, choose } = useTheme()
  const words = {
    light: t('shell.bar.themeLight'),
    dark: t('shell.bar.themeDark'),
    auto: t('shell.bar.themeSystem'),
  }
  return themes.map((theme) => ({
    key: theme,
    label: words[theme],
    icon: themeIcons[theme],
    checked: theme === chosen,
    onChoose: () => {
      choose(theme)
      keepPreference({ theme })
    },
  }))
}

/** Who is signed in, leading to their account. */
export function AccountLink() {
  const name = useSession()?.name ?? ''
  return (
    <Link href={paths.account} className={`${styles.menuButton} ${styles.person}`}>
      {name}
    </Link>
  )
}

export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const t = useText()
  const router = useRouter()
  const session = useSession()
  const name = session?.name ?? ''
  const sound = useSoundEntry()
  const density = useDensity()
  const [singleKeys, setKeys] = useState(areSingleKeysOn)
  const densityWords: Record<Density, string> = {
    comfortable: t('shell.bar.comfortable'),
    compact: t('shell.bar.compact'),
  }
  return (
    <Menu
      label={t('shell.bar.account', { name })}
      groups={[
        {
          title: name,
          entries: [
            {
              key: 'account',
              label: t('shell.pages.account'),
              icon: 'user',
              onChoose: () => router.history.push(paths.account),
            },
            {
              key: 'shortcuts',
              label: t('shell.bar.shortcuts'),
              icon: 'keyboard',
              onChoose: onShortcuts,
            },
            {
              key: 'keys',
              label: t('shell.bar.singleKeys'),
              checked: singleKeys,
              isToggle: true,
              onChoose: () => {
                setSingleKeys(!singleKeys)
                setKeys(!singleKeys)
              },
            },
            ...(mayCall(listAlarms, session) ? [sound] : []),
          ],
        },
        {
          title: t('shell.bar.density'),
          entries: densities.map((one) => ({
            key: one,
            label: densityWords[one],
            checked: one === density,
            onChoose: () => chooseDensity(one),
          })),
        },
        { entries: [{ key: 'leave', label: t('shell.bar.signOut'), icon: 'signOut', onChoose: signOut }] },
      ]}
      target={
        <button type="button" className={styles.menuButton} aria-label={t('shell.bar.account', { name })}>
          <span className={styles.avatar} aria-hidden="true">
            {initials(name)}
          </span>
        </button>
      }
    />
  )
}

/** Two letters of a Latin name, one character of any other. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  if (!/^[\p{Script=Latin}]/u.test(name)) return [...name][0] ?? ''
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${first[0] ?? ''}${last?.[0] ?? ''}`.toUpperCase()
}
