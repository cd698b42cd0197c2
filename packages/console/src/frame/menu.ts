import { allPages, type MenuColumn, type MenuGroup, mayOpen, type Page } from '../site/pages'

export interface MenuSection {
  readonly group: MenuGroup
  readonly pages: readonly Page[]
}

const groups: readonly MenuGroup[] = ['home', 'analysis', 'form', 'network', 'maintenance', 'support']
export const menuColumns: readonly MenuColumn[] = ['download', 'settings', 'expansion', 'updateJob']

/** The menu of an account: pages that are built and granted; groups without any are left out. */
export function menuFor(
  granted: Readonly<Record<string, boolean>>,
  all: readonly Page[] = allPages(),
): readonly MenuSection[] {
  const open = all.filter((page) => page.screen !== undefined && mayOpen(page, granted))
  return groups
    .map((group) => ({ group, pages: open.filter((page) => page.group === group) }))
    .filter((section) => section.pages.length > 0)
}
