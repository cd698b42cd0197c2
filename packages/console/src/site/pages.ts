import { isAlwaysInMenu, type PageKey } from '@coldkeep/domain/access/page-key'
import type { PhraseKey } from '@coldkeep/phrases/keys'
import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { IconName } from '../kit/icons'
import { DEVICE_PATTERN, pagePaths } from './paths'

export type MenuGroup = 'home' | 'analysis' | 'form' | 'network' | 'maintenance' | 'support'
/** The headed columns of the form-setting panel. */
export type MenuColumn = 'download' | 'settings' | 'expansion' | 'updateJob'

type PageTitle = Extract<PhraseKey, `shell.pages.${string}` | `shell.tabs.${string}`>

export interface Page {
  readonly path: string
  /** A second address of the same screen. */
  readonly alsoAt?: string
  /** Under which key it is granted; `null` for pages of every signed-in account. */
  readonly key: PageKey | null
  readonly title: PageTitle
  /** A shorter title for section tabs. */
  readonly tab?: PageTitle
  /** Its place in the menu; `null` for pages that are reached from others. */
  readonly group: MenuGroup | null
  readonly column?: MenuColumn
  /** The address of the page from which it is reached. */
  readonly within?: string
  readonly icon: IconName
  /** Fetched when it is opened. A page that is not built yet has none, is in no menu and answers Not found. */
  readonly screen?: AsyncRouteComponent<unknown>
}

let pages: readonly Page[] = []

/** Set once at start: the rows name screens, which this floor may not import. */
export function setPages(all: readonly Page[]): void {
  pages = all
}

export function allPages(): readonly Page[] {
  return pages
}

/** The page of an address; addresses are case-sensitive. */
export function pageAt(pathname: string): Page | undefined {
  return pages.find(({ path, alsoAt }) => {
    if (path === pathname || alsoAt === pathname) return true
    return path === DEVICE_PATTERN && /^\/device\/[^/]+$/.test(pathname)
  })
}

/** The canonical spelling of an address that differs from a page only in capitals or a slash at its end. */
export function canonicalPath(pathname: string): string | null {
  const plain = pathname.replace(/\/+$/, '').toLowerCase()
  const known = [...pages.map(({ path }) => path), pagePaths.login].find(
    (path) => path.toLowerCase() === plain,
  )
  return known === undefined || known === pathname ? null : known
}

/** True when the account may open the page, as far as the console can tell. */
export function mayOpen(page: Pick<Page, 'key'>, granted: Readonly<Record<string, boolean>>): boolean {
  return page.key === null || isAlwaysInMenu(page.key) || granted[page.key] === true
}
