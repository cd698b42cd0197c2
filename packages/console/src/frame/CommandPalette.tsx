import { searchDevices } from '@coldkeep/contract/areas/devices'
import { departmentMap, searchStores } from '@coldkeep/contract/areas/organisation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readCall } from '../api/use-call'
import { type Command, type CommandGroup, CommandList } from '../kit/CommandList'
import { Modal } from '../kit/dialog/Modal'
import { useLanguage, useText } from '../kit/text'
import { useConfig } from '../site/config'
import { textsOf } from '../site/language'
import { mayOpen, type Page, pageAt } from '../site/pages'
import { paths } from '../site/paths'
import { recentPaths, rememberPath } from '../site/recent-places'
import { grantedPages, useSession } from '../site/session'
import { signOut } from '../site/sign-out'
import { useThemeEntries } from './BarMenus'
import { fits, pathTo } from './command-search'
import { useLanguageEntries } from './language-entries'
import { menuFor } from './menu'

const SEARCH_AFTER_MS = 200

/** Goes anywhere: pages by their name in any language or by address, stores, devices, and a few actions. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const settledSearch = useSettled(search.trim(), SEARCH_AFTER_MS)
  const pageGroups = usePageCommands(search.trim(), onClose)
  const actions = useActionCommands(search.trim(), onClose)
  const found = useQuery({
    queryKey: ['palette', language, settledSearch],
    queryFn: () => searchPlaces(settledSearch, language),
    enabled: isSearchable(settledSearch),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  })
  const router = useRouter()
  const places = isSearchable(settledSearch) ? found.data : undefined
  const open = (key: string, label: string, hint: string, href: string, icon: Command['icon']): Command => ({
    key,
    label,
    hint,
    icon,
    onChoose: () => {
      onClose()
      router.history.push(href)
    },
  })
  const groups: readonly CommandGroup[] = [
    ...pageGroups,
    {
      title: t('shell.palette.stores'),
      commands: (places?.stores ?? []).map((store) =>
        open(store.href, store.name, store.code, store.href, 'store'),
      ),
    },
    {
      title: t('shell.palette.devices'),
      commands: (places?.devices ?? []).map((device) =>
        open(device.href, device.name, device.store, device.href, 'device'),
      ),
    },
    { title: t('shell.palette.actions'), commands: actions },
  ].filter((group) => group.commands.length > 0)
  const isSearching = isSearchable(search.trim()) && (found.isFetching || settledSearch !== search.trim())

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell.palette.title')}
      widthPx={560}
      place="top"
      closeOnClickOutside
    >
      <CommandList
        label={t('shell.palette.title')}
        placeholder={t('shell.palette.placeholder')}
        search={search}
        onSearch={setSearch}
        groups={groups}
        note={note()}
      />
    </Modal>
  )

  function note(): string {
    if (isSearching) return t('shell.palette.searching')
    if (found.isError && isSearchable(settledSearch)) return t('shell.palette.failed')
    return groups.length === 0 ? t('shell.palette.none', { text: search }) : t('shell.palette.hint')
  }
}

function usePageCommands(search: string, onClose: () => void): readonly CommandGroup[] {
  const t = useText()
  const router = useRouter()
  const granted = grantedPages(useSession())
  const otherTitles = useOtherTitles()
  const open = menuFor(granted).flatMap((section) => section.pages)
  const command = (page: Page): Command => ({
    key: page.path,
    label: t(page.title),
    hint: page.group === null || page.group === 'home' ? undefined : t(`shell.groups.${page.group}`),
    icon: page.icon,
    onChoose: () => {
      rememberPath(page.path)
      onClose()
      router.history.push(page.path)
    },
  })
  const recent = recentPaths()
    .map(pageAt)
    .filter((page): page is Page => page?.screen !== undefined && mayOpen(page, granted))
  if (search === '') {
    return [
      {
        title: t('shell.palette.recent'),
        commands: recent.map(command).map((one) => ({ ...one, key: `recent ${one.key}` })),
      },
      {
        title: t('shell.palette.pages'),
        commands: open.filter((page) => !recent.includes(page)).map(command),
      },
    ]
  }
  const matching = open.filter((page) =>
    fits(search, [t(page.title), page.path, ...otherTitles.map((titles) => titles[page.title] ?? '')]),
  )
  return [{ title: t('shell.palette.pages'), commands: matching.map(command) }]
}

function useActionCommands(search: string, onClose: () => void): readonly Command[] {
  const t = useText()
  const themes = useThemeEntries()
  const languages = useLanguageEntries()
  const all: readonly Command[] = [
    ...themes.map((entry) => ({
      key: `theme ${entry.key}`,
      label: t('shell.palette.useTheme', { theme: entry.label }),
      icon: entry.icon ?? 'moon',
      onChoose: entry.onChoose,
    })),
    ...languages.map((entry) => ({
      key: `language ${entry.key}`,
      label: t('shell.palette.useLanguage', { language: entry.label }),
      icon: 'world' as const,
      onChoose: entry.onChoose,
    })),
    { key: 'leave', label: t('shell.bar.signOut'), icon: 'signOut', onChoose: signOut },
  ]
  if (search === '') return []
  return all
    .filter((command) => fits(search, [command.label]))
    .map((command) => ({
      ...command,
      onChoose: () => {
        onClose()
        command.onChoose()
      },
    }))
}

/** Two letters, or one character of a script whose characters are words. */
function isSearchable(text: string): boolean {
  return text.length >= 2 || /\p{Ideographic}|\p{Script=Kana}/u.test(text)
}

/** Titles in the other languages on offer, so that a page is found under any of its names. */
function useOtherTitles(): readonly Readonly<Record<string, string>>[] {
  const language = useLanguage()
  const { languages } = useConfig()
  const others = languages.map(({ value }) => value).filter((value) => value !== language)
  const loaded = useQuery({
    queryKey: ['texts', ...others],
    queryFn: () => Promise.all(others.map(textsOf)),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return loaded.data ?? []
}

async function searchPlaces(text: string, language: string) {
  const query = { query: { search: text } }
  const [stores, devices, top] = await Promise.all([
    readCall(searchStores, query, language),
    readCall(searchDevices, query, language),
    readCall(departmentMap, {}, language),
  ])
  return {
    stores: stores.map(({ id, name, code, departmentId }) => ({
      name,
      code,
      href: paths.withSearch(paths.connectionRate, {
        dep: pathTo(top, departmentId)?.join('.'),
        store: String(id),
      }),
    })),
    devices: devices.map(({ id, name, store }) => ({ name, store, href: paths.device(id) })),
  }
}

function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
