import { epochMs } from '@coldkeep/domain/time/instant'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraPicture } from './support/camera-picture'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { openContext } from './support/launch-browser'
import { openQuietRepairs } from './support/quiet-repairs'
import { signIn } from './support/sign-in'
import { phone } from './support/walk'

let site: Awaited<ReturnType<typeof openQuietRepairs>>
beforeAll(async () => {
  site = await openQuietRepairs()
})
afterAll(() => site.close())

async function onPhone(
  store: string,
  options: BrowserContextOptions,
  steps: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await openContext({
    ...{ baseURL: site.server.address, locale: 'en-GB', timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' },
    ...phone,
    ...options,
  })
  try {
    const page = await context.newPage()
    await signIn(page, { account: 'admin', password: PASSWORD })
    await page.goto(`/_44_?find=${store}&list=all`)
    await page
      .getByRole('listitem')
      .filter({ hasText: store })
      .getByRole('link', { name: /^R-\d{6}$/ })
      .first()
      .tap()
    await record(page).waitFor()
    await steps(page, context)
  } finally {
    await context.close()
  }
}

const record = (page: Page) => page.getByRole('region', { name: /R-\d{6}$/ })
const actions = (page: Page) => page.getByRole('group', { name: 'Most used' })
const waiting = (page: Page, count: number) => page.getByText(`Waiting to send (${count})`).first()
const history = (page: Page) => record(page).getByRole('list', { name: 'History' })

test('the next step, a photo and a note are in reach of the thumb, and wait where there is no network', async () => {
  await onPhone('Birch', {}, async (page, context) => {
    const next = actions(page).getByRole('button', { name: 'Next: Assigned' })
    const add = actions(page).getByRole('button', { name: 'Photo or note' })
    await next.waitFor()
    for (const button of [next, add]) {
      const box = await button.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(56)
      // at the foot of the window, wherever the record is scrolled to
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
      expect(box?.y).toBeGreaterThan(700)
    }
    await record(page)
      .getByRole('region', { name: 'Temperature, last 6 hours' })
      .getByRole('img', { name: /Air; −2\d\.\d °C – −2\d\.\d °C; High limit/ })
      .waitFor()
    await expectNoBarriersOn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    await context.setOffline(true)
    await next.tap()
    await waiting(page, 1).waitFor()
    await actions(page).getByRole('button', { name: 'Next: On site' }).tap()
    await waiting(page, 2).waitFor()
    expect(await record(page).getByRole('combobox', { name: 'Current progress' }).inputValue()).toBe(
      'On site',
    )
    await add.tap()
    const dialog = page.getByRole('dialog', { name: 'Photo or note' })
    await dialog.locator('input[type="file"]').setInputFiles([await cameraPicture(page, epochMs(Date.now()))])
    await dialog.getByText('1 / 10').waitFor()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Fan is stuck')
    await expectNoBarriersOn(page)
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await dialog.waitFor({ state: 'detached' })
    await waiting(page, 4).waitFor()

    await context.setOffline(false)
    await expect.poll(() => page.getByText(/Waiting to send/).count()).toBe(0)
    for (const words of ['Assigned', 'On site', 'Fan is stuck'])
      await history(page).getByText(words, { exact: true }).waitFor()
    await record(page).getByText('1 / 10').first().waitFor()

    // one that ends the case asks first
    await chooseOption(record(page).getByRole('combobox', { name: 'Current progress' }), 'Waiting for parts')
    await record(page).getByRole('button', { name: 'Renew' }).tap()
    await history(page).getByText('Waiting for parts').waitFor()
    await actions(page).getByRole('button', { name: 'Next: Repaired' }).tap()
    const asked = page.getByRole('alertdialog', { name: /^Close R-\d{6}\?$/ })
    await asked.getByRole('button', { name: 'Next: Repaired' }).tap()
    await history(page).getByText('Repaired').waitFor()
    await expect.poll(() => actions(page).getByRole('button').count()).toBe(1)
  })
})

test('what is refused after its page was left comes back, and is corrected in the form', async () => {
  await onPhone('Alder', { locale: 'zh-TW', colorScheme: 'dark' }, async (page) => {
    const note = record(page).getByRole('textbox', { name: '備註' })
    await note.fill('門封條已更換')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/api\/v2\/fix\/cases\/\d+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await held
      const json = { code: 'repair.engineer_unknown', message: '無法指派給此人員。', request_id: '1' }
      await route.fulfill({ status: 422, json })
    })
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await record(page).getByRole('button', { name: '更新', exact: true }).tap()
    await sent
    await page.goBack()
    // where the form still holds what was typed, leaving it takes a decision
    const leave = page.getByRole('alertdialog').getByRole('button').last()
    await expect.poll(async () => (await leave.isVisible()) || !(await record(page).isVisible())).toBe(true)
    if (await leave.isVisible()) await leave.tap()
    await record(page).waitFor({ state: 'detached' })
    answer()
    await page
      .getByText(/未被接受|未接受|不接受/)
      .first()
      .waitFor()
    await page.unroute(/\/api\/v2\/fix\/cases\/\d+$/)
    await page.goForward()
    const mine = record(page).getByRole('region', { name: /^無法指派給此人員。/ })
    await mine.getByText('門封條已更換').waitFor()
    await expectNoBarriersOn(page)
    await mine.getByRole('button', { name: '修改我的內容' }).tap()
    await mine.waitFor({ state: 'detached' })
    expect(await note.inputValue()).toBe('門封條已更換')
    await note.fill('門封條已更換，請觀察')
    await record(page).getByRole('button', { name: '更新', exact: true }).tap()
    await page.getByText('門封條已更換，請觀察').first().waitFor()
    await expect.poll(() => note.inputValue()).toBe('')
  })
})

test('a case that was given to someone else cannot be read without a network any more', async () => {
  await onPhone('Alder', {}, async (page) => {
    await chooseOption(record(page).getByRole('combobox', { name: 'Assigned to' }), 'Ada')
    await record(page).getByRole('button', { name: 'Renew' }).tap()
    await history(page).getByText('Ada', { exact: true }).first().waitFor()
    const kept = () =>
      page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open('coldkeep')
          opening.onsuccess = () => resolve(opening.result)
        })
        const answers = await new Promise<{ path: string }[]>((resolve) => {
          const reading = database.transaction('saved').objectStore('saved').getAll()
          reading.onsuccess = () => resolve(reading.result)
        })
        database.close()
        return answers.filter(({ path }) => path === '/api/v2/fix/cases/{caseid}').length
      })
    await page.goto('/_44_')
    await page.getByRole('list', { name: 'My open cases' }).getByText('Ice on the coil').waitFor()
    await expect.poll(kept).toBe(1)
    await site.server.database.kysely.updateTable('repairCase').set({ assigneeId: null }).execute()
    await page.reload()
    await expect.poll(kept).toBe(0)
  })
})

test('a browser that keeps nothing says so, and keeps what was typed', async () => {
  await onPhone('Alder', {}, async (page, context) => {
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await page.reload()
    await actions(page)
      .getByRole('button', { name: /^Next: / })
      .waitFor()
    await record(page).getByText('0 / 10').waitFor()
    const note = record(page).getByRole('textbox', { name: 'Note' })
    await note.fill('Door is bent')
    await context.setOffline(true)
    await record(page).getByRole('button', { name: 'Renew' }).tap()
    await record(page)
      .getByText(/^This browser keeps nothing on this device/)
      .waitFor()
    // said once
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await note.inputValue()).toBe('Door is bent')
    await record(page)
      .locator('input[type="file"]')
      .setInputFiles([await cameraPicture(page, epochMs(Date.now()))])
    await expect
      .poll(() =>
        record(page)
          .getByText(/^This browser keeps nothing/)
          .count(),
      )
      .toBe(2)
    expect(await page.getByText('The storage of this device is full').count()).toBe(0)
    await context.setOffline(false)
    await record(page).getByRole('button', { name: 'Renew' }).tap()
    await history(page).getByText('Door is bent').waitFor()
  })
})
