import { readFile } from 'node:fs/promises'
import { days, epochMs, hours } from '@coldkeep/domain/time/instant'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { writeScans } from '@coldkeep/server/testing/plant/write-history'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { expectNoBarriersOn } from './support/check-accessible'
import { type OwnSite, openOwnSite } from './support/own-site'
import { signIn } from './support/sign-in'
import { phone, walk } from './support/walk'

/** Half past midnight and half past noon of yesterday in Taipei: passed at whatever hour this runs. */
const READ_AT = ((now: number) => {
  const yesterday = Math.floor((now + hours(8)) / days(1)) * days(1) - hours(8) - days(1)
  return [hours(0.5), hours(12.5)].map((clock) => yesterday + clock)
})(Date.now())

/** A store with these readings; each attempt has its own, so that a retry finds nothing of the first. */
async function openReadSite(): Promise<OwnSite> {
  const site = await openOwnSite()
  onTestFinished(() => site.close())
  const { storeId, freezer } = site.fleet.stores.alder
  const session = await site.server.database.openSession(stageTables)
  const list = { storeId, deviceId: freezer.deviceId, pointListId: freezer.pointListId, periodSeconds: 300 }
  const values = [Float32Array.of(-18.5, -17.25), Float32Array.of(0, 1)]
  const read = { valuePoints: freezer.pointIds, counterPoints: [], counters: [], values, quality: null }
  await writeScans(session, [{ ...list, ...read, at: Float64Array.from(READ_AT) }], epochMs(Date.now()))
  await session.close()
  return site
}

const radio = (page: Page, name: string) => page.getByRole('radio', { name })
const column = (page: Page, name: string) => page.getByRole('region', { name })

test('sensors of a store are chosen, ordered, and the file is fetched; another page announces what is finished', async () => {
  const { page } = await openReadSite()
  await signIn(page, { account: 'admin', password: PASSWORD })
  await page.goto('/DownloadSenseData')
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await report.waitFor()
  await page.getByText('Report times are UTC+08:00.').waitFor()
  expect(await report.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriersOn(page)

  await page.getByRole('combobox', { name: 'Quick store search' }).fill('ald')
  await page.getByRole('option', { name: 'N001 Alder Street' }).click()
  await radio(page, 'Freezer 1').check()
  const sensors = column(page, 'Choose sensors')
  await sensors.getByRole('checkbox', { name: 'Air (°C)' }).check()
  await sensors.getByRole('button', { name: 'Add', exact: true }).click()
  const list = column(page, 'To download')
  await list.getByText('Freezer 1,Air (°C)').waitFor()
  await sensors.getByRole('button', { name: 'Add all' }).click()
  await sensors.getByText('Freezer 1,Air (°C) is already in the list.').waitFor()
  await list.getByText('Freezer 1,Defrost').waitFor()
  await list.getByRole('button', { name: 'Remove Freezer 1,Defrost' }).click()
  expect(await list.getByRole('listitem').count()).toBe(1)
  await expectNoBarriersOn(page)

  await report.click()
  const question = page.getByRole('alertdialog', { name: 'Order this report?' })
  await question.getByText('N001 Alder Street').waitFor()
  await question.getByText('Freezer 1,Air (°C)').waitFor()
  await expectNoBarriersOn(page)
  await question.getByRole('button', { name: 'Order report' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/^Finished: N001 Alder/)
    .waitFor()

  await page.goto('/DownloadSenseData')
  await page.getByRole('button', { name: 'View record' }).click()
  const record = page.getByRole('dialog', { name: 'Download record' })
  const row = record.getByRole('row', { name: /N001 Alder Street · 1 sensor/ })
  await row.getByText('Finished').waitFor()
  await row.getByText('Ada').waitFor()
  await expectNoBarriersOn(page)
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^N001 Alder Street .*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d /, ''))).toEqual([
    '\ufeffTime (UTC+08:00),"Freezer 1,Air (°C)"',
    '00:30:00,-18.5',
    '12:30:00,-17.25',
    '',
  ])

  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await record.getByText('Nothing has been ordered yet.').waitFor()
})

walk('before a store is chosen, nothing can be ordered, and the record is empty', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/DownloadSenseData')
  await page.getByText('Choose a store first').first().waitFor()
  await page.getByRole('button', { name: 'View record' }).click()
  await page.getByText('Nothing has been ordered yet.').waitFor()
  expect((await page.getByRole('dialog', { name: 'Download record' }).boundingBox())?.width).toBe(1200)
  await expectNoBarriers()
})

walk(
  'the sensor report fits a phone, in dark and in Japanese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/DownloadSenseData')
    await page.getByText('先に店舗を選んでください').first().waitFor()
    await expectNoBarriers()
  },
  { ...phone, colorScheme: 'dark', locale: 'ja-JP' },
)

walk(
  'the sensor report is in Traditional Chinese',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/DownloadSenseData')
    await page.getByText('報表時間為 UTC+08:00。').waitFor()
    await expectNoBarriers()
  },
  { locale: 'zh-TW' },
)
