import { afterEach, expect, test, vi } from 'vitest'
import { forgetTraces } from './recent-places'

afterEach(() => vi.unstubAllGlobals())

/** As a browser keeps it: its entries are its own keys. */
class KeptInBrowser {
  [key: string]: unknown
  constructor(entries: Record<string, string>) {
    Object.assign(this, entries)
    Object.defineProperty(this, 'removeItem', { value: (key: string) => delete this[key] })
  }
}

test('at signing out where someone was is forgotten, and how it looks stays', () => {
  const local = new KeptInBrowser({
    'coldkeep.recent-pages': '["/home"]',
    'coldkeep.recent-departments': '1.2',
    'coldkeep.round.7.3': '{}',
    'coldkeep.language': 'ja',
    'coldkeep.theme': 'dark',
  })
  const window = new KeptInBrowser({ 'coldkeep.downloads': '7' })
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', window)
  forgetTraces()
  expect(Object.keys(local)).toEqual(['coldkeep.language', 'coldkeep.theme'])
  expect(Object.keys(window)).toEqual([])
})
