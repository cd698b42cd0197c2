import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

const DAY_MS = 86_400_000

/** A day so many days before now on the clock of Taipei. */
const dayAgo = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 - days * DAY_MS).toISOString().slice(0, 10)

interface Words {
  readonly add: string
  readonly save: string
  readonly place: string
  readonly order: string
  readonly zone: string
  readonly chilled: RegExp
}
const english: Words = {
  ...{ add: 'New', save: 'Save', place: 'Place', order: 'Order', zone: 'Zone of the limits' },
  chilled: /7/,
}
const japanese: Words = {
  ...{ add: '新規', save: '保存', place: '場所', order: '順番', zone: '限度の温度帯' },
  chilled: /7/,
}

async function addPlace(
  page: Page,
  table: Locator,
  words: Words,
  name: string,
  order: number,
): Promise<void> {
  await table.getByRole('button', { name: words.add }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: words.place, exact: true }).fill(name)
  await form.getByRole('textbox', { name: words.order }).fill(String(order))
  await chooseOption(form.getByRole('combobox', { name: words.zone }), words.chilled)
  await form.getByRole('button', { name: words.save }).click()
  await form.waitFor({ state: 'detached' })
  await table.getByText(name).first().waitFor()
}

walk('a blank day is seen, its sheet is read and signed, and stays as it was signed', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/DailySheet')
  const yesterday = dayAgo(1)
  const stores = page.getByRole('region', { name: 'The last 14 days' })
  await stores
    .getByRole('link', { name: `${yesterday}: not signed, no round` })
    .first()
    .waitFor()
  await expectNoBarriers()
  await stores
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'N001 Alder Street' }) })
    .getByRole('link', { name: yesterday })
    .click()

  const equipment = page.getByRole('region', { name: 'Equipment' })
  const row = equipment.getByRole('row', { name: /Freezer 1/ })
  await row.waitFor()
  const cells = await row.getByRole('cell').allInnerTexts()
  const first = cells.findIndex((text) => /^[\d,]+$/.test(text))
  const [inLimits, out, unknown] = cells
    .slice(first, first + 3)
    .map((text) => Number(text.replaceAll(',', ''))) as [number, number, number]
  expect(inLimits + out + unknown).toBe(1440)
  await page.getByText(/1,440 minutes of the day/).waitFor()
  await expectNoBarriers()

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByText(/You sign what is shown/).waitFor()
  await asking.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText(/^Signed by /).waitFor()
  await page.getByText(/SHA-256 of the signed sheet/).waitFor()
  const review = page.getByRole('button', { name: 'Review' })
  expect(await review.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'As signed' }).click()
  await equipment.getByRole('row', { name: /Freezer 1/ }).waitFor()
  await page.getByRole('link', { name: new RegExp(`^${yesterday}: signed by`) }).waitFor()
  await expectNoBarriers()

  // a file that is still made stands under its own day only
  await page.route('**/day-sheets/pdf*', () => {})
  await page.getByRole('button', { name: `PDF of ${yesterday}`, exact: true }).click()
  await page.locator('button[aria-busy="true"]', { hasText: `PDF of ${yesterday}` }).waitFor()
  await page.getByRole('button', { name: 'Day before' }).click()
  await page.locator('button:not([aria-busy="true"])', { hasText: `PDF of ${dayAgo(2)}` }).waitFor()
  await page.unroute('**/day-sheets/pdf*')
  await page.getByRole('button', { name: 'Next day' }).click()

  const month = yesterday.slice(0, 7)
  const saved = async (button: string) => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    const file = await downloading
    return { name: file.suggestedFilename(), text: await text(await file.createReadStream()) }
  }
  for (const [button, name] of [
    [`PDF of ${yesterday}`, `daily-sheet-N001-${yesterday}.pdf`],
    [`PDF of ${month}`, `daily-sheets-N001-${month}.pdf`],
  ] as const) {
    const file = await saved(button)
    expect([file.name, file.text.slice(0, 5)]).toEqual([name, '%PDF-'])
  }
  const file = await saved(`CSV of ${month}`)
  expect(file.name).toBe(`daily-sheets-N001-${month}.csv`)
  expect(file.text).toContain(`N001,Alder Street,${yesterday},Signature`)
})

walk('the sheets of a month of all stores are saved in one file', async ({ page, signIn, open }) => {
  await signIn()
  await open('/DailySheet')
  const stores = page.getByRole('region', { name: 'The last 14 days' })
  const month = dayAgo(0).slice(0, 7)
  await chooseOption(stores.getByRole('combobox', { name: 'Month' }), new RegExp(month))
  const downloading = page.waitForEvent('download')
  await stores.getByRole('button', { name: `CSV of ${month}` }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`daily-sheets-Frostline-${month}.csv`)
  const lines = await text(await file.createReadStream())
  for (const code of ['N001', 'N002']) expect(lines).toContain(`\r\n${code},`)
})

walk(
  'on a phone a round is walked with one thumb: out of limits, skipped, offline and reloaded',
  async ({ page, signIn, open, expectNoBarriers, tolerate }) => {
    tolerate(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    await signIn()
    await open('/DailySheet')
    await page
      .getByRole('link', { name: dayAgo(0) })
      .nth(1)
      .tap()
    await page.getByText('N002 Birch Lane 50%').first().waitFor()
    await page.getByRole('button', { name: '場所を編集' }).tap()
    const table = page.getByRole('region', { name: '巡回する場所' })
    for (const [index, name] of ['Dairy', 'Salad', 'Eggs'].entries())
      await addPlace(page, table, japanese, name, index + 1)
    await expectNoBarriers()
    await page.getByRole('button', { name: 'シートに戻る' }).tap()

    await page.getByRole('button', { name: '巡回を始める' }).tap()
    const key = (name: string) => page.getByRole('button', { name, exact: true })
    await page.getByRole('heading', { name: 'Dairy' }).waitFor()
    await expectNoBarriers()
    const boxes = await page.locator('main button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height, right } = button.getBoundingClientRect()
        return { width, height, right, text: button.textContent }
      }),
    )
    const keys = boxes.filter(({ text }) => /^[0-9.±]$/.test(text ?? ''))
    expect(keys).toHaveLength(12)
    expect(keys.filter(({ width, height, right }) => width < 44 || height < 44 || right > 390)).toEqual([])

    // nothing typed: it says what is missing
    await key('次へ').tap()
    await page.getByText(/の温度を入力してください/).waitFor()
    for (const name of ['3', '.', '4']) await key(name).tap()
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Salad' }).waitFor()
    for (const name of ['9', '.', '5']) await key(name).tap()
    await key('次へ').tap()
    await page.getByText(/9.5.*は限度外です/).waitFor()
    await expectNoBarriers()
    await key('測り直す').tap()
    await page.getByText(/記録済み：9.5/).waitFor()
    for (const name of ['9', '.', '2']) await key(name).tap()
    await key('次へ').tap()
    await key('測り直す').tap()
    await page.getByText(/記録済み：9.2/).waitFor()
    // the console opens without a network from here on
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined), { timeout: 90_000 })
      .toBe(true)
    await page.context().setOffline(true)
    for (const name of ['8', '.', '1']) await key(name).tap()
    await key('次へ').tap()
    await key('メモを付けて記録').tap()
    await page.getByText('行った処置を入力してください。').first().waitFor()
    await page.getByRole('textbox', { name: '行った処置' }).fill('冷蔵庫へ移した')

    // neither room on the device nor a connection: nothing counts as recorded
    await page.evaluate(() => {
      const stores = IDBObjectStore.prototype
      const { put } = stores
      // so small an entry finds room below every quota that can be set: one write fails
      stores.put = () => {
        stores.put = put
        throw new DOMException('no room', 'QuotaExceededError')
      }
    })
    await key('メモを付けて記録').tap()
    await page
      .getByRole('alert')
      .getByText(/この端末の空き容量がなく/)
      .waitFor()
    await page.getByRole('heading', { name: 'Salad' }).waitFor()
    expect(await page.getByText('送信待ち（').count()).toBe(0)
    await key('メモを付けて記録').tap()

    // the window is lost in the same room: it goes on where it was, and nothing is lost
    const eggs = page.getByRole('heading', { name: 'Eggs' })
    const waiting = page.getByRole('listitem').filter({ hasText: /手動測定 · Salad · 8.1/ })
    await eggs.waitFor()
    await waiting.waitFor()
    await page.reload()
    await eggs.waitFor()
    await waiting.waitFor()
    await page.getByText('送信待ち（1）').waitFor()
    await expectNoBarriers()

    await page.context().setOffline(false)
    await waiting.waitFor({ state: 'detached' })
    await eggs.waitFor()
    await key('戻る').tap()
    await page.getByText(/記録済み：8.1/).waitFor()
    await key('とばす').tap()
    await page.getByRole('button', { name: '戻る', exact: true }).tap()
    for (const name of ['6', '.', '9']) await key(name).tap()
    await key('次へ').tap()
    await page.getByRole('heading', { name: 'Eggs' }).waitFor()
    await key('とばす').tap()
    await key('霜取り中').tap()

    await page.getByText('測定 2 件、とばした 1 件、限度外 0 件').waitFor()
    await expectNoBarriers()
    await key('完了').tap()
    const checks = page.getByRole('region', { name: '手で測った温度' })
    await checks.getByText('霜取り中').waitFor()
    // all that was measured is there, what was measured again too
    await checks.getByText('冷蔵庫へ移した').waitFor()
    await expect.poll(() => checks.getByText('測り直し').count()).toBe(2)
    for (const value of ['3.4', '9.5', '9.2', '8.1', '6.9'])
      await checks.getByText(value, { exact: true }).first().waitFor()
    await expectNoBarriers()
  },
  { ...phone, colorScheme: 'dark', locale: 'ja-JP', serviceWorkers: 'allow' },
)

walk('places are entered for a store, and a round begins at the first', async ({ page, signIn, open }) => {
  await signIn()
  await open('/DailySheet')
  await page
    .getByRole('link', { name: dayAgo(0) })
    .first()
    .click()
  const start = page.getByRole('button', { name: 'Start round' })
  await start.waitFor()
  expect(await start.getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: 'Edit places' }).click()
  const table = page.getByRole('region', { name: 'Places of the round' })
  await addPlace(page, table, english, 'Counter', 2)
  await addPlace(page, table, english, 'Dairy case', 1)
  await page.getByRole('button', { name: 'Back to the sheet' }).click()
  await start.click()
  await page.getByRole('heading', { name: 'Dairy case' }).waitFor()
  await page.keyboard.type('-2.5')
  await page.keyboard.press('Enter')
  await page.getByText(/2.5 °C is out of limits|2\.5.*is out of limits/).waitFor()
})
