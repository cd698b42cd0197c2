import { createPublicKey } from 'node:crypto'
import { days, epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { insertCoverages } from '@coldkeep/server/analysis/temperature-day-queries'
import { openPack } from '@coldkeep/server/evidence/open-pack'
import { verifyPack } from '@coldkeep/server/evidence/verify-pack'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { writeScans } from '@coldkeep/server/testing/plant/write-history'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { chooseOption } from './support/choose-option'
import { type OwnSite, openOwnSite } from './support/own-site'
import { signIn } from './support/sign-in'
import { phone, walk } from './support/walk'

/** Midnight of yesterday in Taipei. */
const YESTERDAY = Math.floor((Date.now() + hours(8)) / days(1)) * days(1) - hours(8) - days(1)

let site: OwnSite
beforeAll(async () => {
  site = await openOwnSite()
  const { storeId, freezer } = site.fleet.stores.alder
  const insured = { firstOn: localDate('2020-01-01'), lastOn: localDate('2099-12-31') }
  await insertCoverages(site.server.database.kysely, [
    { storeId, deviceId: freezer.deviceId, zone: 'FZ', ...insured },
  ])
  await site.server.database.kysely
    .updateTable('device')
    .set({ commissionedAt: epochMs(YESTERDAY - days(2)) })
    .execute()
  const at = Float64Array.from({ length: 288 }, (_, cycle) => YESTERDAY + cycle * minutes(5))
  const values = [Float32Array.from(at, () => -20), Float32Array.from(at, () => 0)]
  const list = { storeId, deviceId: freezer.deviceId, pointListId: freezer.pointListId, periodSeconds: 300 }
  const read = { valuePoints: freezer.pointIds, counterPoints: [], counters: [], values, quality: null, at }
  const session = await site.server.database.openSession(stageTables)
  await writeScans(session, [{ ...list, ...read }], epochMs(Date.now()))
  await session.close()
})
afterAll(() => site?.close())

test('a probe is calibrated; a store and a day are chosen; a new tab loads the pack, which the key on the page verifies', async () => {
  const { page } = site
  const { kysely } = site.server.database
  const expectNoBarriers = () => expectNoBarriersOn(page)
  // what a try before has left
  await kysely.deleteFrom('probeCalibration').execute()
  await kysely.deleteFrom('download').execute()
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/_32_')
  await page
    .getByRole('row', { name: /Freezer 1.*N001|N001.*Freezer 1/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Calibration', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Probe calibrations of Freezer 1' })
  await dialog.getByText('No calibration is recorded for this device yet.').waitFor()
  await dialog.getByRole('textbox', { name: 'By' }).fill('Polar Service')
  await dialog.getByRole('textbox', { name: 'Certificate no.' }).fill('K-2026-17')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('row', { name: /Air.*Polar Service.*K-2026-17.*Ada/ }).waitFor()
  await expectNoBarriers()
  // the same probe and day a second time
  await dialog.getByRole('textbox', { name: 'Certificate no.' }).fill('K-2026-18')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const refusal = page.getByRole('alertdialog')
  await refusal.getByText('This probe already has a calibration on that day.').waitFor()
  await refusal.getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/DownloadQualityAssuranceData')
  const download = order(page)
  await download.waitFor()
  expect(await download.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Nothing has been ordered yet.').waitFor()
  await expectNoBarriers()
  await page.getByRole('combobox', { name: 'Store' }).fill('ald')
  await page.getByRole('option', { name: 'N001 Alder Street' }).click()
  await expect.poll(() => download.getAttribute('aria-disabled')).not.toBe('true')
  const opening = page.context().waitForEvent('page')
  const coming = new Promise<Download>((resolve) => {
    page.context().on('page', (tab) => tab.on('download', resolve))
  })
  await download.click()
  const tab = await opening
  const pack = tab.getByRole('region', { name: 'Ordered file' })
  await pack.getByText('The file is finished, and the browser is downloading it.').waitFor()
  const file = await coming
  const day = new Date(YESTERDAY + hours(8)).toISOString().slice(0, 10)
  expect(file.suggestedFilename()).toBe(`evidence-N001-${day}.zip`)
  await expectNoBarriersOn(tab)
  // returning to the tab does not download the file again
  await tab.reload()
  await pack.getByRole('button', { name: 'Download' }).waitFor()
  await tab.close()

  const row = page.getByRole('row', { name: new RegExp(`N001 Alder Street, ${day}`) })
  await row.getByText('Finished').waitFor()
  await page.getByRole('link', { name: 'Open the file in a new tab' }).waitFor()
  await expectNoBarriers()

  const shown = await page.getByRole('region', { name: 'Signature key' }).locator('code').innerText()
  const opened = await openPack(await file.path())
  const key = await keyOf(opened)
  const report = await verifyPack(opened, key)
  await opened.close()
  expect(report.faults).toEqual([])
  expect(report.fingerprint).toBe(shown)
  expect(report.manifest).toMatchObject({ first: day, last: day, made_by: 'Ada' })
})

test('where the browser blocks the tab, the link stays', async () => {
  const { page } = site
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/DownloadQualityAssuranceData')
  await page.getByRole('combobox', { name: 'Store' }).fill('ald')
  await page.getByRole('option', { name: 'N001 Alder Street' }).click()
  await chooseOption(page.getByRole('combobox', { name: 'Length' }), '7 days')
  await order(page).click()
  await page.getByText('The browser did not open a new tab. Use the link.').waitFor()
  const link = page.getByRole('link', { name: 'Open the file in a new tab' })
  expect(await link.getAttribute('href')).toMatch(/\/DownloadQualityAssuranceData\?pack=\d+$/)

  // a store without insured devices is refused with a message
  await page.getByRole('combobox', { name: 'Store' }).fill('bir')
  await page.getByRole('option', { name: 'N002 Birch Lane 50%' }).click()
  await order(page).click()
  await page
    .getByRole('alertdialog')
    .getByText('No device you may see at this store is insured on these days.')
    .waitFor()
})

const order = (page: Page) =>
  page.getByRole('form', { name: 'Insured data' }).getByRole('button', { name: 'Download' })

const titles = {
  'en-GB': 'Insured-data download',
  ja: '保証データのダウンロード',
  'zh-CN': '保障数据下载',
  'zh-TW': '保障資料下載',
}
for (const [language, title] of Object.entries(titles)) {
  walk(
    `insured data on a phone, ${language}`,
    async ({ page, signIn, open, expectNoBarriers }) => {
      await signIn()
      await open('/DownloadQualityAssuranceData')
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expectNoBarriers()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBeLessThanOrEqual(390)
    },
    { ...phone, locale: language, colorScheme: language === 'ja' ? 'dark' : 'light' },
  )
}

async function keyOf(pack: Awaited<ReturnType<typeof openPack>>) {
  const chunks: Uint8Array[] = []
  for await (const chunk of await pack.read('public-key.pem')) chunks.push(chunk)
  return createPublicKey(Buffer.concat(chunks))
}
