import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query-client'
import { isBoardAddress } from '../areas/home/board-address'
import { announce } from '../kit/announce'
import { lazily } from '../kit/lazily'
import '../kit/later-icons'
import { useWatchedDownloads } from '../areas/downloads/watched-downloads'
import { SectionTabs } from '../kit/SectionTabs'
import { useText } from '../kit/text'
import { useNarrow } from '../kit/use-narrow'
import { useShortcut } from '../kit/use-shortcut'
import { useConfig } from '../site/config'
import { withTexts } from '../site/language'
import { mayOpen, type Page, pageAt } from '../site/pages'
import { paths } from '../site/paths'
import { grantedPages, useSession } from '../site/session'
import { useUnseenAlarms } from './AlarmBell'
import { Banners } from './Banners'
import { HeadBar } from './HeadBar'
import { MobileBar } from './MobileBar'
import { menuFor } from './menu'
import { NavBar } from './NavBar'
import { PrintNote } from './PrintNote'
import styles from './Shell.module.css'
import { useAlarmNews } from './use-alarm-news'

const CommandPalette = lazily(() => import('./CommandPalette'), 'CommandPalette')
const ShortcutSheet = lazily(() => import('./ShortcutSheet'), 'ShortcutSheet')

const FactorGate = lazily(() => import('../areas/account/FactorGate'), 'FactorGate')

const DownloadWatch = lazily(() => import('../areas/downloads/DownloadWatch'), 'DownloadWatch')

const SignOutDialog = lazily(() => withTexts('queue', () => import('./SignOutDialog')), 'SignOutDialog')

/** Parameters that sibling pages of a section take over from one another. */
const carried = ['dep', 'store', 'date']

/** Everything behind the sign-in, with the server cache it reads from. */
export function Shell() {
  const isFactorRequired = useSession()?.payload.lacksFactor === true
  return (
    <QueryClientProvider client={queryClient}>{isFactorRequired ? <Gate /> : <Frame />}</QueryClientProvider>
  )
}

function Gate() {
  return (
    <main id="content">
      <Suspense>
        <FactorGate />
        <SignOutDialog />
      </Suspense>
    </main>
  )
}

/** The frame of every screen: bars, tabs, notices, and the keys that work everywhere. */
function Frame() {
  const t = useText()
  const router = useRouter()
  const narrow = useNarrow(1024)
  const session = useSession()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const searchText = useRouterState({ select: (state) => state.location.searchStr })
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const watched = useWatchedDownloads()
  const found = pageAt(pathname)
  const page = found?.screen ? found : undefined
  const title = t(page?.title ?? 'shell.pages.notFound')
  const sections = menuFor(grantedPages(session))
  const siblings = page?.group === 'analysis' ? sections.find(({ group }) => group === 'analysis')?.pages : []
  const hasTabs = siblings !== undefined && siblings.length > 1

  useTitle(title)
  useSignedIn()
  useAlarmNews()
  useShortcut('mod+k', () => setOpen('palette'))
  useShortcut('?', () => setOpen('shortcuts'))
  useShortcut('/', focusSearch)
  useShortcut('g h', () => router.history.push(paths.home))
  useShortcut('g a', () => goTo(paths.alarmRecord))
  useShortcut('g m', () => goTo(sections.find(({ group }) => group === 'maintenance')?.pages[0]?.path))

  if (session === null) return null
  if (page?.group === 'home' && isBoardAddress(searchText)) {
    return (
      <main id="content">
        <Outlet />
      </main>
    )
  }
  const bar = {
    sections,
    current: page,
    onSearch: () => setOpen('palette'),
    onShortcuts: () => setOpen('shortcuts'),
  }
  return (
    <div className={styles.shell} data-tabs={hasTabs || undefined}>
      <button type="button" className={styles.skip} onClick={skipToContent}>
        {t('shell.bar.skip')}
      </button>
      {narrow ? <MobileBar {...bar} title={title} /> : <NavBar {...bar} />}
      <Banners />
      <main className={styles.main}>
        <HeadBar page={page} title={title} narrow={narrow} />
        {hasTabs && page && <SiblingTabs pages={siblings} current={page} />}
        <div id="content" tabIndex={-1} className={styles.content}>
          <Outlet />
        </div>
      </main>
      <PrintNote title={title} />
      <Suspense>
        {watched.length > 0 && <DownloadWatch />}
        {open === 'palette' && <CommandPalette onClose={() => setOpen(null)} />}
        {open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )

  function goTo(path: string | undefined): void {
    const target = path === undefined ? undefined : pageAt(path)
    if (target?.screen && mayOpen(target, grantedPages(session))) router.history.push(target.path)
  }
}

function SiblingTabs({ pages, current }: { pages: readonly Page[]; current: Page }) {
  const t = useText()
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const given = new URLSearchParams(search)
  const kept = Object.fromEntries(carried.map((name) => [name, given.get(name) ?? undefined]))
  // Pages without a store filter show all stores; pages with one need the choice stated.
  if (kept.dep !== undefined) kept.store ??= 'all'
  return (
    <div className={styles.tabs}>
      <SectionTabs
        label={t('shell.bar.sections')}
        current={current.path}
        tabs={pages.map((page) => ({
          key: page.path,
          label: t(page.tab ?? page.title),
          href: paths.withSearch(page.path, kept),
        }))}
      />
    </div>
  )
}

/** Another page: its title in the window, spoken, and the focus at its beginning. */
function useTitle(title: string): void {
  const config = useConfig()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const last = useRef(pathname)
  const unseen = useUnseenAlarms() ?? 0
  useEffect(() => {
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${title} · ${config.title}`
  }, [title, config.title, unseen])
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('page-title')?.focus({ preventScroll: true })
    announce(title)
  }, [pathname, title])
}

/** Signed out, here or in another window: to the sign-in page, which leads back to this place. */
function useSignedIn(): void {
  const router = useRouter()
  const session = useSession()
  useEffect(() => {
    if (session === null) router.history.replace(paths.signIn(router.state.location.href))
  }, [session, router])
}

function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLElement>('main input[type="search"]')
  ;[...fields].find((field) => field.offsetParent !== null)?.focus()
}

function skipToContent(): void {
  document.getElementById('content')?.focus()
}
