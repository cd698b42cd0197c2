import { pageKeys } from '@coldkeep/domain/access/page-key'
import { expect, test } from 'vitest'
import { canonicalPath, mayOpen, type Page, pageAt, setPages } from '../site/pages'
import { pagePaths } from '../site/paths'
import { menuFor } from './menu'
import { pages } from './pages'

setPages(pages)

const built: Page[] = pages.map((page) => ({ screen: () => null, ...page }))
const keysIn = (granted: Record<string, boolean>) =>
  menuFor(granted, built).flatMap((section) => section.pages.map((page) => page.key))

test('an account without any grant sees home, network management and maintenance', () => {
  expect(menuFor({}, built).map((section) => section.group)).toEqual(['home', 'network', 'maintenance'])
  expect(keysIn({ '3-1': false })).toContain('3-1')
})

test('a leaf appears with its own flag alone', () => {
  expect(keysIn({ '1-3': true }).filter((key) => key?.startsWith('1-'))).toEqual(['1-3'])
})

test('an account with every grant has all parts of the menu, in their order', () => {
  const sections = menuFor(Object.fromEntries(pageKeys.map((key) => [key, true])), built)
  expect(sections.map((section) => section.group)).toEqual([
    'home',
    'analysis',
    'form',
    'network',
    'maintenance',
    'support',
  ])
  const columns = sections.find(({ group }) => group === 'form')?.pages.map((page) => page.column)
  expect([...new Set(columns)]).toEqual(['download', 'settings', 'expansion', 'updateJob'])
})

test('a page whose screen is not built is in no menu', () => {
  const bare = pages.map(({ screen: _, ...page }) => page)
  expect(menuFor({ '1-1': true }, bare)).toEqual([])
})

test('every page key has a page', () => {
  for (const key of pageKeys) expect(pages.map((page) => page.key)).toContain(key)
})

test('every address but the sign-in has a page, and no two pages share one', () => {
  for (const path of Object.values(pagePaths)) {
    if (path !== pagePaths.login) expect(pageAt(path), path).toBeDefined()
  }
  expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length)
})

test('another spelling of an address leads to the canonical one', () => {
  expect(canonicalPath('/alarmrecord')).toBe('/AlarmRecord')
  expect(canonicalPath('/AlarmRecord/')).toBe('/AlarmRecord')
  expect(canonicalPath('/_41_onlinemaintenance')).toBe('/_41_OnlineMaintenance')
  expect(canonicalPath('/AlarmRecord')).toBeNull()
  expect(canonicalPath('/nothing')).toBeNull()
})

test('pages of no key are open to every account, others only with their flag', () => {
  expect(mayOpen({ key: null }, {})).toBe(true)
  expect(mayOpen({ key: '1-1' }, {})).toBe(false)
  expect(mayOpen({ key: '1-1' }, { '1-1': true })).toBe(true)
  expect(mayOpen({ key: '4-2' }, { '4-2': false })).toBe(true)
})
