import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { epochMs } from '@coldkeep/domain/time/instant'
import { insertAccount } from '@coldkeep/server/accounts/sign-in-queries'
import { quickHash } from '@coldkeep/server/testing/quick-hash'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { jpegOf } from '@coldkeep/terminal/testing/jpeg'
import { WebCamera } from '@coldkeep/terminal/testing/web-camera'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CameraSite } from '../faults/cameras/camera-site'
import { expectNoBarriersOn } from './support/check-accessible'
import { openContext } from './support/launch-browser'
import { PageWatch } from './support/page-watch'
import { signIn } from './support/sign-in'

const [WIDTH, HEIGHT] = [640, 480]
let camera: WebCamera
let site: CameraSite
const settings = (): CameraSettings[] => [
  { source: 'snapshot', address: camera.address, id: 'sales', name: 'Sales floor', masks: [] },
]

beforeAll(async () => {
  camera = await WebCamera.open()
  camera.gives(await jpegOf(WIDTH, HEIGHT, (x) => (x < WIDTH / 2 ? [200, 60, 20] : [20, 60, 200])))
  site = await CameraSite.open(settings())
  const account = { login: 'clerk', name: 'Cleo', email: '', passwordHash: await quickHash(PASSWORD) }
  const rights = { departmentId: site.fleet.north, permissionTypeIds: [] }
  await insertAccount(site.db, { ...account, ...rights }, epochMs(Date.now()))
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await camera?.[Symbol.asyncDispose]()
})

const desktop = { timezoneId: 'Asia/Taipei', viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function openAs(account: string, options: object = desktop) {
  const context = await openContext({
    ...{ baseURL: site.address, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block' },
    ...options,
  })
  const page = await context.newPage()
  const watch = new PageWatch(page)
  await signIn(page, { account, password: PASSWORD })
  return { context, page, watch }
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })
const marksOf = (board: Locator) => board.locator('svg [data-color]')

/** From one place of a board to another, in shares of its sides. */
async function drag(page: Page, board: Locator, from: [number, number], to: [number, number]) {
  await board.scrollIntoViewIfNeeded()
  const box = await board.boundingBox()
  const at = ([x, y]: [number, number]) =>
    [(box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0)] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 4 })
  await page.mouse.up()
}

test('a store is helped: a picture of its camera, marks of both sides, and one record on its case', async () => {
  const { page, watch, context } = await openAs('admin')

  // nothing is chosen: each step says what it needs
  await page.goto('/_42_')
  await region(page, 'Equipment and case').getByText('Choose a store first.').waitFor()
  expect(await page.getByRole('button', { name: /Online repair/ }).getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)

  // store, equipment, case
  await page.goto(`/_42_?store=${site.store.storeId}`)
  const facts = region(page, 'Connection and store')
  await facts.getByText('TB-N001').waitFor()
  await facts.getByText('Polar Service').waitFor()
  await facts.getByRole('link', { name: 'Store settings' }).click()
  await page.waitForURL('**/StoreSettings?*')
  await page.getByText('Alder Street').first().waitFor()
  await page.goBack()
  const begin = page.getByRole('form', { name: 'Equipment and case' })
  await begin.getByRole('button', { name: 'Begin to help' }).press('Enter')
  await begin.getByRole('paragraph').filter({ hasText: 'Required' }).waitFor()
  await begin.getByRole('checkbox', { name: 'Freezer 1' }).check()
  await begin.getByRole('textbox', { name: 'What is wrong' }).fill('Ice on the door')
  await begin.getByRole('button', { name: 'Begin to help' }).click()
  const summary = region(page, 'Store and connection')
  await summary.getByText('Help began: Freezer 1').waitFor()
  await page.getByText('Nothing speaks for a fault').waitFor()
  await expectNoBarriersOn(page)

  // a picture of now
  await page.getByRole('button', { name: 'Take a picture now' }).click()
  await page.getByText(/^Sales floor, taken at \d\d:\d\d:\d\d$/).waitFor()
  const board = page.getByRole('application', { name: /^Picture of / })
  await board.waitFor()

  // an arrow is dragged, a ring begins and ends with keys, a number is one click
  await drag(page, board, [0.2, 0.2], [0.5, 0.5])
  await expect.poll(() => marksOf(board).count()).toBe(1)
  await page.getByRole('button', { name: 'Ring', exact: true }).click()
  await page.getByRole('button', { name: 'Yellow', exact: true }).click()
  await board.focus()
  for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'ArrowDown', 'Enter']) await board.press(key)
  await expect.poll(() => marksOf(board).count()).toBe(2)
  await page.getByRole('button', { name: 'Number', exact: true }).click()
  await board.click({ position: { x: 40, y: 40 } })
  await expect.poll(() => marksOf(board).last().textContent()).toBe('1')
  await expectNoBarriersOn(page)

  // the store sees it at once, and shows where
  const clerk = await openAs('clerk', phone)
  await clerk.page.goto('/_42_')
  await clerk.page.getByRole('heading', { name: 'Ada is helping your store' }).waitFor()
  const theirs = clerk.page.getByRole('application', { name: /^Picture of / })
  await expect.poll(() => marksOf(theirs).count()).toBe(3)
  await clerk.page.getByRole('button', { name: 'Text', exact: true }).click()
  await clerk.page.getByRole('textbox', { name: 'Words' }).fill('這裡')
  await theirs.tap({ position: { x: 60, y: 60 } })
  await board.getByText('這裡').waitFor()
  await expectNoBarriersOn(clerk.page)
  const overflow = () => clerk.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  // of others nobody takes anything off
  await page.getByRole('button', { name: 'Take off the last' }).click()
  await expect.poll(() => marksOf(theirs).count()).toBe(3)
  await theirs.getByText('這裡').waitFor()

  // a camera that stands still is found out
  await page.getByRole('button', { name: 'Take a picture now' }).click()
  await page.getByText(/^The camera has sent the very same picture since/).waitFor()

  // note and end
  const ofCase = await summary.getByRole('link', { name: /^R-\d{6}$/ }).getAttribute('href')
  await summary.getByRole('textbox', { name: 'Note' }).fill('Door closed by the store')
  await summary.getByRole('button', { name: 'Add note' }).click()
  await summary.getByText('Door closed by the store').first().waitFor()
  await summary.getByRole('button', { name: 'End help' }).click()
  const end = page.getByRole('dialog', { name: 'How did it end?' })
  await expectNoBarriersOn(page)
  await end.getByRole('button', { name: 'End help' }).click()
  await end.waitFor({ state: 'hidden' })
  await clerk.page.getByText('No one is helping your stores now').waitFor()

  // one record on the case, with its pictures
  await page.goto(ofCase ?? '')
  const record = page.getByRole('region', { name: /^Repair record R-\d{6}$/ })
  await record.getByText('Pictures: 2. Marks drawn: 3').waitFor()
  await record.getByText(/^Help ended after .*: solved$/).waitFor()
  const kept = record.getByRole('link', { name: /^Picture of / })
  await expect.poll(() => kept.count()).toBe(2)
  await expect.poll(() => marksOf(record).count()).toBe(3)
  await expectNoBarriersOn(page)
  expect([watch.complaints(), clerk.watch.complaints()]).toEqual([[], []])
  await clerk.context.close()
  await context.close()
})
