import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { textsOf } from '@coldkeep/server/testing/unzip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickProgram } from '../tools/bundle-program'
import { expectNoBarriersOn } from './support/check-accessible'
import { writeBoxSettings } from './support/own-box'
import { type OwnSite, openOwnSite } from './support/own-site'
import { PageWatch } from './support/page-watch'
import { signInByForm } from './support/sign-in'
import { phone, walk } from './support/walk'

const program = await quickProgram(
  fileURLToPath(new URL('../packages/terminal/src/main.ts', import.meta.url)),
)

// on a server of its own with the real program of a box, which is not running at first
let site: OwnSite
let box: ChildProcess | null = null
beforeAll(async () => {
  site = await openOwnSite()
})
afterAll(async () => {
  if (box?.kill('SIGKILL')) await once(box, 'exit')
  await site?.close()
})

test('the logs of a store are ordered, waited for, and saved as one file', async () => {
  const { page, place, fleet, folder } = site
  const watch = new PageWatch(page)
  const { terminalId } = fleet.stores.alder
  await signInByForm(page, { account: 'admin', password: PASSWORD })
  await page.goto('/DownloadLogData')
  const table = page.getByRole('region', { name: 'Ordered logs' })
  await table.getByText('No logs have been ordered yet.').waitFor()
  const button = page.getByRole('form', { name: 'Log download' }).getByRole('button', { name: 'Download' })
  // without a store it is of all that the account sees
  expect(await button.getAttribute('aria-disabled')).toBeNull()
  await page.getByRole('combobox', { name: 'Store' }).fill('ald')
  await page.getByRole('option', { name: /Alder/ }).click()
  await expectNoBarriersOn(page)
  await button.click()
  const row = table.getByRole('row', { name: /Alder/ })
  await row.getByText(new RegExp(`^${terminalId}: waiting until .*offline`)).waitFor()

  const keys = loadFieldKeys(place.dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  const settings = writeBoxSettings(folder, fleet.stores.alder, { ...place, keys: keys.value.publicKeys() })
  box = spawn(process.execPath, [program, settings], { stdio: 'ignore' })
  await row.getByText('done', { exact: false }).first().waitFor()
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText(/^Finished: /)
    .waitFor()
  const saved = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/Alder.*\.zip$/)
  const texts = await textsOf(readFileSync(await file.path()))
  expect(texts[`${terminalId}.log`]).toContain('"msg":"started"')

  await page.getByRole('textbox', { name: 'File path' }).fill('../../../etc/passwd')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove ../../../etc/passwd' }).waitFor()
  await button.click()
  await table.getByText('No terminal sent a log.', { exact: false }).waitFor()
  await table.getByText('../../../etc/passwd', { exact: false }).first().waitFor()
  await expectNoBarriersOn(page)
  expect(watch.complaints()).toEqual([])
})

walk(
  'on a phone, logs are ordered in one column, in Chinese and in dark too',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/DownloadLogData')
    await page.getByRole('textbox', { name: '檔案路徑' }).waitFor()
    await page.getByText('還沒有索取任何紀錄檔。').waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
