import { text as textOf } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, walk } from './support/walk'

const SOUND = { ports: [{ id: 'p1', kind: 'mbtcp', host: '192.168.1.21', port: 502 }], scripts: [] }
const command = {
  portId: 'p9',
  unitId: 5,
  deviceName: 'case 5',
  commandCode: 'air',
  requestHex: '03 0',
  responseLengthBytes: 7,
  includesUnitId: false,
  appendsCrc: true,
  decoderId: 1,
  retries: 0,
  intervalMs: 0,
  timeoutMs: 500,
  nodes: [
    {
      pointId: 999_999,
      name: 'air',
      kind: 'air_temperature',
      unit: '°C',
      position: 1,
      numericFormat: 'i16',
      skipLeadingBytes: 0,
      skipTrailingBytes: 0,
      divisor: 10,
      multiplier: 1,
    },
  ],
}
const FAULTY = { ...SOUND, scripts: [{ name: 'cases', periodSeconds: 60, commands: [command] }] }

const configurationsOf = (page: Page) => page.getByRole('region', { name: 'Configuration', exact: true })
const commandsOf = (page: Page) => page.getByRole('region', { name: 'Commands', exact: true })

walk('a configuration is checked, corrected, sent, downloaded as a file and restored', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Terminals?id=TB-S001')
  const table = configurationsOf(page)
  await table.getByText('No configuration has been sent to this terminal yet.', { exact: false }).waitFor()
  await expectNoBarriers()

  await table.getByRole('button', { name: 'New configuration' }).click()
  const form = page.getByRole('dialog', { name: 'New configuration' })
  const text = form.getByRole('textbox', { name: /^Document/ })
  await text.fill('{ "ports": ')
  await form
    .getByText(/^This is not valid JSON/)
    .first()
    .waitFor()
  await text.fill(JSON.stringify(FAULTY))
  await form.getByRole('button', { name: 'Check', exact: true }).click()
  await form.getByText('3 errors').first().waitFor()
  await form.getByText('scripts.0.commands.0.requestHex').waitFor()
  await form.getByText('Unknown port p9.').waitFor()
  await form.getByText('Point 999999 does not belong to any device of this terminal.').waitFor()
  await expectNoBarriers()
  await text.fill(JSON.stringify(SOUND))
  await form.getByRole('button', { name: 'Check', exact: true }).click()
  await form.getByText('The document is valid.').waitFor()
  await form.getByRole('button', { name: 'Send to terminal' }).click()
  await form.waitFor({ state: 'detached' })

  const saved = page.waitForEvent('download')
  await table.getByRole('button', { name: 'Download revision 2' }).click()
  expect(JSON.parse(await textOf(await (await saved).createReadStream()))).toEqual(SOUND)
  await table.getByRole('button', { name: 'New configuration' }).click()
  await text.fill(JSON.stringify({ ...SOUND, ports: [] }))
  await form.getByRole('button', { name: 'Check', exact: true }).click()
  await form.getByRole('button', { name: 'Send to terminal' }).click()
  await form.waitFor({ state: 'detached' })
  await table.getByRole('button', { name: 'Go back to revision 2' }).click()
  const question = page.getByRole('alertdialog', { name: /^Go back to revision/ })
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Send to terminal' }).click()
  await table.getByText('replaced').nth(1).waitFor()
  await commandsOf(page).getByText('Apply configuration 4').waitFor()
})

walk('a command waits for its terminal, and can be cancelled', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Terminals?id=TB-S002')
  const table = commandsOf(page)
  await table.getByText('No commands have been sent to this terminal yet.').waitFor()
  await table.getByRole('button', { name: 'Restart program' }).click()
  const question = page.getByRole('alertdialog', { name: 'Restart program' })
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Restart program' }).click()
  await table.getByText('waiting for the terminal').waitFor()
  await table.getByRole('button', { name: 'Cancel: Restart' }).click()
  await table.getByText('cancelled').waitFor()
  await table.getByRole('button', { name: 'Change credential' }).click()
  const rotation = page.getByRole('alertdialog', { name: 'Change credential' })
  await rotation.getByRole('button', { name: 'Change credential' }).click()
  await table.getByRole('button', { name: 'Cancel: Change credential' }).click()
  await table.getByText('cancelled').nth(1).waitFor()
  await table.getByRole('button', { name: 'Run once' }).click()
  const form = page.getByRole('dialog', { name: 'Run once' })
  await form.getByText('This terminal has no active configuration', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await table.getByRole('button', { name: 'Fetch logs' }).click()
  await table.getByText('Fetch logs').nth(1).waitFor()
  await expectNoBarriers()
})

walk(
  'on a phone, both are cards, in Chinese and in dark too',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/Terminals?id=TB-N002')
    await page.getByRole('button', { name: '新設定' }).waitFor()
    await page.getByRole('button', { name: '重新啟動程式' }).waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: '新設定' }).click()
    const form = page.getByRole('dialog', { name: '新設定' })
    await form.getByRole('textbox').fill(JSON.stringify(FAULTY))
    await form.getByRole('button', { name: '檢查' }).click()
    await form.getByText('沒有連接埠 p9。').waitFor()
    await expectNoBarriers()
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)
