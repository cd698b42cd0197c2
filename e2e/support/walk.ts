import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { expectNoBarriersOn } from './check-accessible'
import { openContext } from './launch-browser'
import { PageWatch } from './page-watch'
import { promised } from './promised'
import type { WalkServer } from './server'
import { signIn } from './sign-in'

const results = fileURLToPath(new URL('../../test-results/', import.meta.url))

type Who = keyof WalkServer['signIns']

/** What a walk is given. */
export interface Walk {
  readonly page: Page
  readonly server: WalkServer
  /** Signs in and keeps it in the browser; no page of the console is open yet. */
  signIn(who?: Who): Promise<void>
  /** Opens an address and waits for the title of the page, which is there when keys and menus work. */
  open(path: string): Promise<void>
  /** Fails on any barrier of the current page, in light and dark. */
  expectNoBarriers(): Promise<void>
  /** For walks that provoke a refusal; anything else that the page complains of fails the walk. */
  tolerate(complaint: RegExp): void
}

const desktop: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'Asia/Taipei',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  // it would be at work in the middle of a walk; those that are about it allow it
  serviceWorkers: 'block',
}

/** A narrow screen with touch. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}

let server: Promise<WalkServer> | null = null
/** A profile for each kind of screen, for all walks of this process: the browser keeps the files of the console. */
const profiles = new Map<string, Promise<BrowserContext>>()

/** One walk through the console as taken by a person who has not been here before. */
export function walk(
  name: string,
  steps: (walk: Walk) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  test(name, async () => {
    const server = await walkServer()
    const context = await profile({ ...desktop, baseURL: server.address, ...options })
    const page = await context.newPage()
    const watch = new PageWatch(page)
    try {
      await steps({
        page,
        server,
        signIn: (who = 'administrator') => signIn(page, server.signIns[who]),
        open: async (path) => {
          await page.goto(path)
          await page.locator('#page-title').waitFor()
        },
        expectNoBarriers: () => expectNoBarriersOn(page),
        tolerate: (complaint) => watch.tolerate(complaint),
      })
      expect(watch.complaints(), 'what the page complained of').toEqual([])
    } catch (error) {
      await keepPicture(page, name)
      throw error
    } finally {
      await leaveNothing(context, page, server)
    }
  })
}

function walkServer(): Promise<WalkServer> {
  server ??= promised<WalkServer>(inject('serverPort'))
  return server
}

function profile(options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify(options)
  const known = profiles.get(key)
  if (known !== undefined) return known
  const opened = openProfile(options)
  profiles.set(key, opened)
  return opened
}

async function openProfile(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await openContext(options)
  // with the last page of a profile the browser forgets what it has read and compiled
  await context.newPage()
  return context
}

/** The next walk in this profile finds no page, no sign-in and no memory of this one, but the files of the console. */
async function leaveNothing(context: BrowserContext, page: Page, server: WalkServer): Promise<void> {
  await context.setOffline(false)
  await context.clearPermissions()
  const [, ...opened] = context.pages()
  for (const other of opened) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // a page that is still open could keep something again
  await page.goto('about:blank')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: server.address, storageTypes: 'all' })
  await context.clearCookies()
  await page.close()
}

async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(results, { recursive: true })
  const file = `${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)}.png`
  await page.screenshot({ path: join(results, file), fullPage: true }).catch(() => undefined)
}
