import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { staticLanguageFile } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openContext } from './support/launch-browser'
import { PageWatch } from './support/page-watch'
import { PATIENCE_MS } from './support/patience'
import { textsOn } from './support/read-page'
import { insertRoles, type Role, roleNames, roles } from './support/roles'
import { signIn } from './support/sign-in'
import { type SmallServer, startSmallServer } from './support/small-server'

/** All controls are pressed, so that this server is for nobody else. */
let site: SmallServer
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-roles-'))
beforeAll(async () => {
  site = await startSmallServer({ folder, port: 0 })
  await insertRoles(site.server.database.kysely, site.fleet)
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const keys = new Set(Object.keys(staticLanguageFile('en')))
/** It stays open. */
const EVENTS = '/api/v2/events'
const REFUSED = [401, 403]
/** So long nothing is on its way before a page counts as whole. */
const QUIET_MS = 150

test.concurrent.each(roleNames)(
  '%s: every page of the menu opens, and no control is refused for rights',
  async (role) => {
    const context = await openContext({
      baseURL: site.server.address,
      locale: 'en-GB',
      timezoneId: 'Asia/Taipei',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    try {
      expect(await faultsOf(context, role)).toEqual([])
    } finally {
      await context.close()
    }
  },
)

/** What goes wrong on any page of the menu of a role, each in the next of the four languages. */
async function faultsOf(context: BrowserContext, role: Role): Promise<string[]> {
  const page = await context.newPage()
  const watch = new PageWatch(page)
  const traffic = new Traffic(page)
  await signIn(page, { account: role, password: PASSWORD })
  await page.goto('/home')
  await page.locator('#page-title').waitFor()
  const paths = await menuOf(page)
  expect(paths.length).toBeGreaterThan(0)
  const faults: string[] = []
  for (const [index, path] of ['/home', '/Account', ...paths].entries()) {
    const language = languages[(roleNames.indexOf(role) + index) % languages.length] ?? 'en'
    await page.evaluate((spoken) => localStorage.setItem('coldkeep.language', spoken), language)
    const address = `${path}?dep=${site.fleet[roles[role].department]}&store=all`
    await page.goto(address)
    await page.locator('#page-title').waitFor()
    await traffic.settled()
    const controls = await controlsOn(page)
    const spoken = await page.locator('html').getAttribute('lang')
    if (spoken !== language) faults.push(`${path} is in ${spoken} instead of ${language}`)
    faults.push(
      ...(await textsOn(page)).filter((text) => keys.has(text)).map((key) => `${path}: raw key ${key}`),
    )
    faults.push(...traffic.refused().map((call) => `${path}: ${call}`))
    await chooseRows(page)
    for (const control of new Set([...controls, ...(await controlsOn(page))])) {
      await press(page, control)
      await traffic.settled()
      await sendDialog(page)
      await traffic.settled()
      faults.push(...traffic.refused().map((call) => `${path}, ${control}: ${call}`))
      await page.keyboard.press('Escape')
      if (new URL(page.url()).pathname === path && !(await isCovered(page))) continue
      await page.goto(address)
      await traffic.settled()
      await chooseRows(page)
    }
  }
  return [...faults, ...watch.complaints()]
}

/** Addresses that the menu leads to. */
async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  const paths = new Set<string>()
  const groups = await menu.getByRole('button').all()
  for (const group of [null, ...groups]) {
    await group?.click()
    for (const link of await menu.getByRole('link').all()) {
      const href = await link.getAttribute('href')
      if (href !== null) paths.add(new URL(href, page.url()).pathname)
    }
  }
  return [...paths].filter((path) => path !== '/home' && path !== '/')
}

/** Buttons of a page but those that sort, which are the same on all. */
const CONTROLS = 'main button:not(thead *):not([aria-disabled="true"]):enabled:visible'
const SEND = '[type="submit"]:not([aria-disabled="true"]):enabled:visible'

/** Names of the buttons of the page that can be pressed, each once. */
function controlsOn(page: Page): Promise<string[]> {
  return page
    .locator(CONTROLS)
    .evaluateAll((buttons) => [
      ...new Set(
        buttons
          .map((button) => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim())
          .filter((name) => name !== ''),
      ),
    ])
}

/** Much can be done with rows that are chosen only. */
async function chooseRows(page: Page): Promise<void> {
  for (const table of await page.locator('main table:visible').all()) {
    const box = table.locator('tbody [type="checkbox"]').first()
    const chosen = (await box.count()) > 0 ? box : table.locator('tbody tr').first()
    await chosen.click({ timeout: 2000 }).catch(() => undefined)
  }
}

/** Whether something stays open over the page, such as a window that asks whether its text is given up. */
async function isCovered(page: Page): Promise<boolean> {
  return page
    .locator(':is([role="dialog"], [role="alertdialog"], [role="menu"]):visible')
    .count()
    .then(Boolean)
}

/** Sends a window that can be sent as it opens; a question whether to delete is left. */
async function sendDialog(page: Page): Promise<void> {
  const send = page.getByRole('dialog').locator(SEND).first()
  if ((await send.count()) > 0) await send.click({ timeout: 2000 }).catch(() => undefined)
}

/** Presses the first button of a name; what was pressed before may have taken it away or covers it. */
async function press(page: Page, name: string): Promise<void> {
  const button = page
    .locator(CONTROLS)
    .and(page.getByRole('button', { name, exact: true }))
    .first()
  if ((await button.count()) > 0) await button.click({ timeout: 2000 }).catch(() => undefined)
}

/** What a page requests, and what of it was refused. */
class Traffic {
  readonly #open = new Set<Request>()
  #changedAt = performance.now()
  #refused: string[] = []

  constructor(page: Page) {
    const changed = (request: Request, isOpen: boolean) => {
      if (new URL(request.url()).pathname === EVENTS) return
      if (isOpen) this.#open.add(request)
      else this.#open.delete(request)
      this.#changedAt = performance.now()
    }
    page.on('request', (request) => changed(request, true))
    page.on('requestfinished', (request) => changed(request, false))
    page.on('requestfailed', (request) => changed(request, false))
    page.on('response', (response) => {
      if (!REFUSED.includes(response.status())) return
      this.#refused.push(`${response.status()} ${response.request().method()} ${response.url()}`)
    })
    page.on('popup', (popup) => void popup.close())
    page.on('dialog', (dialog) => void dialog.dismiss())
  }

  /** Not with `expect.poll`, which asks for the one test that runs, and five run side by side here. */
  async settled(): Promise<void> {
    const isQuiet = () => this.#open.size === 0 && performance.now() - this.#changedAt > QUIET_MS
    await vi.waitUntil(isQuiet, { timeout: PATIENCE_MS, interval: 50 })
  }

  /** Since it was last asked. */
  refused(): readonly string[] {
    const refused = this.#refused
    this.#refused = []
    return refused
  }
}
