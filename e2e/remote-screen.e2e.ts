import { pageKeys } from '@coldkeep/domain/access/page-key'
import { epochMs } from '@coldkeep/domain/time/instant'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { insertAccount, insertPermissionType } from '@coldkeep/server/accounts/sign-in-queries'
import { quickHash } from '@coldkeep/server/testing/quick-hash'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ScreenSite } from '../faults/screens/screen-site'
import { expectNoBarriersOn } from './support/check-accessible'
import { openContext } from './support/launch-browser'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'

const [WIDTH, HEIGHT] = [640, 400]
const RED = [200, 30, 40] as const
const BLUE = [20, 60, 190] as const
const GREEN = [30, 150, 60] as const
/** JPEG is near what was drawn. */
const NEAR = 14
/** Keys as X11 numbers them. */
const [CAPITAL_A, SMALL_B, DIGIT_1, SMALL_Q, SHIFT] = [0x41, 0x62, 0x31, 0x71, 0xffe1]

let screen: VncScreen
let site: ScreenSite
beforeAll(async () => {
  screen = await VncScreen.open({ width: WIDTH, height: HEIGHT })
  screen.fill({ x: 0, y: 0, width: WIDTH / 2, height: HEIGHT }, RED)
  screen.fill({ x: WIDTH / 2, y: 0, width: WIDTH / 2, height: HEIGHT }, BLUE)
  site = await ScreenSite.open({ port: screen.port, consent: 'always' })
  const db = site.server.database.kysely
  const now = epochMs(Date.now())
  const everything = await insertPermissionType(db, 'All pages of a watcher', pageKeys)
  await insertAccount(
    db,
    {
      ...{ login: 'wanda', name: 'Wanda', email: '', passwordHash: await quickHash(PASSWORD) },
      ...{ departmentId: site.fleet.company, permissionTypeIds: [everything] },
    },
    now,
  )
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await screen?.close()
})

const desktop = { timezoneId: 'Asia/Taipei', viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function openAs(account: string, of: ScreenSite, options: object = {}) {
  const context = await openContext({
    ...{ baseURL: of.address, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' },
    ...desktop,
    ...options,
  })
  const page = await context.newPage()
  const watch = new PageWatch(page)
  await signIn(page, { account, password: PASSWORD })
  return { context, page, watch }
}

/** The colour of a place of a picture or canvas, in shares of its sides. */
function colourAt(drawn: Locator, x: number, y: number): Promise<number[]> {
  return drawn.evaluate(
    (element, [shareX, shareY]) => {
      const source = element as HTMLImageElement | HTMLCanvasElement
      const width = 'naturalWidth' in source ? source.naturalWidth : source.width
      const height = 'naturalHeight' in source ? source.naturalHeight : source.height
      if (width === 0) return []
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const pen = canvas.getContext('2d')
      pen?.drawImage(source, 0, 0)
      const pixel = pen?.getImageData(Math.floor(width * shareX), Math.floor(height * shareY), 1, 1).data
      return [...(pixel ?? [])].slice(0, 3)
    },
    [x, y] as const,
  )
}

const isNear = (one: readonly number[], other: readonly number[], most = NEAR) =>
  one.length === 3 && one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= most)

async function expectColours(drawn: Locator, left: readonly number[], right: readonly number[], most = NEAR) {
  await expect.poll(async () => isNear(await colourAt(drawn, 0.25, 0.5), left, most)).toBe(true)
  await expect.poll(async () => isNear(await colourAt(drawn, 0.75, 0.5), right, most)).toBe(true)
}

/** Presses of buttons that came to the screen, with their places. */
function presses(): string[] {
  let before = 0
  return screen.inputs.flatMap((input) => {
    if (input.kind !== 'pointer') return []
    const isPress = (input.buttons & ~before) !== 0
    before = input.buttons
    return isPress ? [`${input.buttons} at ${input.x},${input.y}`] : []
  })
}

const pressedKeys = () =>
  screen.inputs.flatMap((input) => (input.kind === 'key' && input.isDown ? [input.keysym] : []))

const pictureOf = (page: Page) => page.getByRole('img', { name: /^Screen of store N001/ })
const liveOf = (page: Page) => page.locator('[role="img"] > div > canvas')
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function connect(page: Page, store: number) {
  await page.goto(`/_41_OnlineMaintenance?store=${store}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await region(page, 'Session').getByText('Connected', { exact: true }).waitFor()
}

test('a screen is worked by mouse, keyboard and text, live and watched, and replayed as it was', async () => {
  const { storeId } = site.store
  const { context, page, watch } = await openAs('admin', site)

  // nothing is chosen yet
  await page.goto('/_41_OnlineMaintenance')
  const connectButton = page.getByRole('button', { name: 'Connect', exact: true })
  await connectButton.waitFor()
  expect(await connectButton.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)

  // pictures
  await connect(page, storeId)
  await expectColours(pictureOf(page), RED, BLUE)
  await page.getByText('You are controlling store N001 Alder Street.').waitFor()
  await expectNoBarriersOn(page)

  // a click at (96, 64) of 384 × 256 is one at (160, 100) of 640 × 400
  const area = page.getByRole('application')
  const box = await area.boundingBox()
  const scale = (box?.width ?? 0) / 384
  const offset = { x: 96.5 * scale, y: 64.5 * scale }
  await area.click({ position: offset })
  await expect.poll(presses).toEqual(['1 at 160,100'])
  await area.dblclick({ position: offset })
  await expect.poll(presses).toEqual(['1 at 160,100', '1 at 160,100', '1 at 160,100'])
  await area.click({ position: offset, button: 'right' })
  await expect.poll(() => presses().slice(3)).toEqual(['4 at 160,100'])

  // the crosshair: from (192, 128) to (196, 127), which is (327, 199)
  screen.inputs.length = 0
  await area.press('ArrowRight')
  await area.press('Shift+ArrowUp')
  await area.press('Enter')
  await expect.poll(presses).toEqual(['1 at 327,199'])
  await area.press('Shift+Enter')
  await expect.poll(presses).toEqual(['1 at 327,199', '1 at 327,199', '1 at 327,199'])

  // text
  await page.getByRole('textbox', { name: 'Text to type at the store' }).fill('Ab1')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const typed = () => pressedKeys().filter((key) => key !== SHIFT)
  await expect.poll(typed).toEqual([CAPITAL_A, SMALL_B, DIGIT_1])

  // live: what is seen is exact, and a click and a key arrive
  screen.inputs.length = 0
  const liveButton = page.getByRole('button', { name: 'Live', exact: true })
  await liveButton.click()
  await expectColours(liveOf(page), RED, BLUE, 0)
  await expectNoBarriersOn(page)
  const live = await liveOf(page).boundingBox()
  await liveOf(page).click({ position: { x: (live?.width ?? 0) / 4, y: (live?.height ?? 0) / 2 } })
  await expect.poll(() => presses().length).toBe(1)
  const [, x, y] = /^1 at (\d+),(\d+)$/.exec(presses()[0] ?? '') ?? []
  expect(Math.abs(Number(x) - WIDTH / 4)).toBeLessThanOrEqual(2)
  expect(Math.abs(Number(y) - HEIGHT / 2)).toBeLessThanOrEqual(2)
  await page.keyboard.press('q')
  await expect.poll(pressedKeys).toContain(SMALL_Q)

  // the keyboard comes back to the page, with no key left down at the store
  await page.keyboard.press('Control+Shift+Space')
  await expect.poll(() => liveButton.evaluate((element) => element === document.activeElement)).toBe(true)
  const down = new Map(
    screen.inputs.flatMap((input) => (input.kind === 'key' ? [[input.keysym, input.isDown] as const] : [])),
  )
  expect([...down].filter(([, isDown]) => isDown)).toEqual([])

  // who watches sees it, and reaches nothing
  const other = await openAs('wanda', site)
  await other.page.goto('/_41_OnlineMaintenance?tab=sessions')
  await other.page
    .getByRole('row', { name: /Alder Street.*Still connected/ })
    .getByRole('link')
    .click()
  await other.page.getByRole('button', { name: 'Watch', exact: true }).click()
  await expectColours(pictureOf(other.page), RED, BLUE)
  expect(await other.page.getByRole('application').count()).toBe(0)
  await other.page.getByRole('button', { name: 'Live', exact: true }).click()
  await expectColours(liveOf(other.page), RED, BLUE, 0)
  await region(page, 'Session').getByText('1 other person').waitFor()
  screen.inputs.length = 0
  await liveOf(other.page).click()
  await other.page.keyboard.press('z')
  await expectNoBarriersOn(other.page)
  await liveButton.click()
  await area.click({ position: offset })
  await expect.poll(presses).toEqual(['1 at 160,100'])
  expect(pressedKeys()).toEqual([])
  expect(other.watch.complaints()).toEqual([])

  // leaving is asked about
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave the store?' })
  await question.waitFor()
  await expectNoBarriersOn(page)
  await question.getByRole('button', { name: 'Stay connected' }).click()

  // the last picture
  screen.fill({ x: WIDTH / 2, y: 0, width: WIDTH / 2, height: HEIGHT }, GREEN)
  await expectColours(pictureOf(page), RED, GREEN)
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await region(page, 'Sessions on screens').waitFor()
  await page.getByText('You are controlling store N001 Alder Street.').waitFor()
  await page.getByRole('tab', { name: 'Screen' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await region(page, 'Session').getByText('Not connected').waitFor()
  await expect.poll(() => screen.clients).toBe(0)
  await other.context.close()

  // who was on it
  await page.getByRole('tab', { name: 'Sessions' }).click()
  const row = page.getByRole('row', { name: /Ada.*Control.*Wanda.*Ended by the operator/ })
  await row.waitFor()
  await expectNoBarriersOn(page)
  await row.getByRole('link').click()

  // replayed: the last picture, pixel by pixel
  await page.getByText('The recording is as it was made').waitFor()
  await page.getByRole('slider', { name: 'Position' }).press('End')
  await expectColours(liveOf(page), RED, GREEN, 0)
  const drawn = Buffer.from(screen.framebuffer.bytes).toString('base64')
  expect(await liveOf(page).evaluate(differentPixels, drawn)).toBe(0)
  await page.getByRole('slider', { name: 'Position' }).press('Home')
  await expectColours(liveOf(page), RED, BLUE, 0)
  await page.getByRole('button', { name: '×16' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expectColours(liveOf(page), RED, GREEN, 0)
  await expectNoBarriersOn(page)

  // what is settled
  await page.goto(`/_41_OnlineMaintenance?tab=rule&dep=${site.fleet.company}`)
  const rule = region(page, 'Rule for screens of Frostline')
  await rule.getByRole('textbox', { name: /^Ends without a click or key after/ }).fill('7')
  await expectNoBarriersOn(page)
  await rule.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Setting success').first().waitFor()
  expect((await site.call('GET', `rule?depart=${site.fleet.company}`)).body.idle_minutes).toBe(7)
  expect(watch.complaints()).toEqual([])
  await context.close()
})

/** Runs in the page. */
function differentPixels(element: Element, expected: string): number {
  const canvas = element as HTMLCanvasElement
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  const wanted = Uint8Array.from(atob(expected), (letter) => letter.charCodeAt(0))
  if (data.length !== wanted.length) return -1
  let different = 0
  for (let at = 0; at < data.length; at++) if (at % 4 !== 3 && data[at] !== wanted[at]) different++
  return different
}

test('on a phone a screen is seen from remote operation without being touched, and a late picture is veiled', async () => {
  const { storeId } = site.store
  screen.fill({ x: WIDTH / 2, y: 0, width: WIDTH / 2, height: HEIGHT }, GREEN)
  const { context, page, watch } = await openAs('admin', site, phone)
  await page.goto(`/_31_?store=${storeId}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).tap()
  const right = screen.inputs.length
  await expectColours(pictureOf(page), RED, GREEN)
  await page.getByText('You see the screen of store N001 Alder Street.').waitFor()
  expect(await page.getByRole('application').count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Text to type at the store' }).count()).toBe(0)
  await pictureOf(page).tap()
  await expectNoBarriersOn(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  watch.tolerate(/status\?uid|Failed to load resource/)
  await page.route('**/api/v2/remote/status*', (route) => route.abort())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).tap()
  await page.getByText(/^No picture for \d/).waitFor()
  await region(page, 'Session').getByText('No answer from the service').waitFor()
  await page.unrouteAll()
  await region(page, 'Session').getByText('Connected', { exact: true }).waitFor()
  await page.getByText(/^No picture for \d/).waitFor({ state: 'detached' })

  // the page is closed: the session ends at the store
  expect(screen.clients).toBe(1)
  await page.goto('/healthz')
  await expect.poll(() => screen.clients).toBe(0)
  expect(screen.inputs.slice(right)).toEqual([])
  expect(watch.complaints()).toEqual([])
  await context.close()
})

/** What the page of the store asks now. */
async function questionIn(store: ScreenSite): Promise<string> {
  let question = ''
  const look = async () => {
    const answer = await fetch(`http://127.0.0.1:${store.pagePort}/events`)
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    const { phase } = JSON.parse(
      Buffer.from(value ?? [])
        .toString('utf8')
        .replace('data: ', ''),
    )
    question = phase.kind === 'waiting' ? phase.question : ''
    return question
  }
  await expect.poll(look).not.toBe('')
  return question
}

test('in Japanese a store that is asked declines, with the reason, and connecting can be given up', async () => {
  const asked = await VncScreen.open({ width: 320, height: 200 })
  const store = await ScreenSite.open({ port: asked.port, consent: 'ask' })
  const { context, page, watch } = await openAs('admin', store, { locale: 'ja-JP', colorScheme: 'dark' })
  await page.goto(`/_41_OnlineMaintenance?store=${store.store.storeId}`)
  await page.getByText('毎回店舗に確認').waitFor()
  await page.getByRole('button', { name: '接続', exact: true }).click()
  const box = region(page, '接続')
  await box.getByText('先に店舗の許可を求める場合があります。').waitFor()
  await expectNoBarriersOn(page)
  const declined = { question: await questionIn(store), isAllowed: false }
  expect(await store.onPage('answer', declined)).toBe(204)
  await box.getByRole('alert').getByText('店舗が拒否しました。').waitFor()
  await box.getByText('未接続').waitFor()
  await expectNoBarriersOn(page)
  expect(asked.clients).toBe(0)

  // who has given up is not let in when the store allows it after all
  await page.getByRole('button', { name: '接続', exact: true }).click()
  const question = await questionIn(store)
  await page.getByRole('button', { name: '接続を中止' }).click()
  await box.getByText('未接続').waitFor()
  const ended = page.waitForResponse((answer) => answer.url().includes('/api/v2/remote/end'))
  expect(await store.onPage('answer', { question, isAllowed: true })).toBe(204)
  await ended
  await expect.poll(() => asked.clients).toBe(0)
  expect(watch.complaints()).toEqual([])
  await context.close()
  await store[Symbol.asyncDispose]()
  await asked.close()
})
