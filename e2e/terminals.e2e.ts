import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { quickProgram } from '../tools/bundle-program'
import { chooseOption } from './support/choose-option'
import { phone, walk } from './support/walk'

const program = await quickProgram(
  fileURLToPath(new URL('../packages/terminal/src/main.ts', import.meta.url)),
)
const WAIT_MS = 5_000

const boxes: { readonly folder: string; child: ChildProcess | null }[] = []
afterAll(async () => {
  for (const { folder, child } of boxes) {
    if (child && child.exitCode === null && child.kill()) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The real program of the box in a folder of its own. */
function newBox() {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-claimed-'))
  const box: (typeof boxes)[number] = { folder, child: null }
  boxes.push(box)
  const settings = join(folder, 'settings.json')
  return {
    settings,
    /** @returns what the program prints; refused for trying too often, it waits as a person would */
    async claim(server: string, code: string): Promise<string> {
      for (;;) {
        const said = await promisify(execFile)(process.execPath, [
          program,
          'claim',
          server,
          code,
          settings,
        ]).then(
          ({ stdout }) => stdout,
          (error: { stderr: string }) => error.stderr,
        )
        if (!said.includes('Too many')) return said
        await setTimeout(WAIT_MS)
      }
    },
    start() {
      box.child = spawn(process.execPath, [program, settings], { stdio: 'ignore' })
    },
    /** @returns the status with which it ends by itself */
    async startRefused(): Promise<number | null> {
      const child = spawn(process.execPath, [program, settings], { stdio: 'ignore' })
      box.child = child
      const [status] = await once(child, 'exit')
      return status
    },
    async stop() {
      if (box.child?.kill()) await once(box.child, 'exit')
    },
  }
}

const tableOf = (page: Page) => page.getByRole('region', { name: 'Terminals', exact: true })

async function makeCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New claim code' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create code' }).click()
  const dialog = page.getByRole('dialog', { name: /^Claim code of / })
  const code = await dialog.locator('[data-code]').innerText()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  return code
}

walk('the terminals of one’s own stores are listed, searched and filtered', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Terminals')
  const table = tableOf(page)
  const alder = table.getByRole('row', { name: /^TB-N001/ })
  await alder.getByText('Online', { exact: true }).waitFor()
  await alder.getByText('N001 Alder Street').waitFor()
  await table.getByRole('row', { name: /^TB-S002.*Dogwood/ }).waitFor()
  await expectNoBarriers()

  await table.getByRole('searchbox', { name: 'Search' }).fill('dogwood')
  await alder.waitFor({ state: 'detached' })
  await page.waitForURL('**/Terminals?q=dogwood')
  await table.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so')
  await table.getByText('No rows match').waitFor()
  await expectNoBarriers()
  await table.getByRole('button', { name: 'Clear filters' }).click()
  await alder.waitFor()

  await chooseOption(page.getByRole('combobox', { name: 'State' }), /^Online \(\d+\)/)
  await table.getByRole('row', { name: /^TB-S002/ }).waitFor({ state: 'detached' })
  await alder.waitFor()

  await alder.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'TB-N001' }).waitFor()
  await page.getByText('N001 Alder Street').first().waitFor()
  await expectNoBarriers()
  await page.goBack()
  await alder.waitFor()
})

walk('a list that cannot be loaded says so and loads on retry', async ({ page, signIn, open, tolerate }) => {
  tolerate(/net::ERR_FAILED/)
  await signIn()
  await open('/home')
  await page.route('**/api/v2/terminals?**', (route) => route.abort())
  await page.goto('/Terminals')
  const failure = page.getByRole('alertdialog', { name: 'Cloud connection error' })
  await failure.getByText('GET /api/v2/terminals').waitFor()
  await page.unroute('**/api/v2/terminals?**')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await tableOf(page)
    .getByRole('row', { name: /^TB-N001/ })
    .waitFor()
})

walk('a terminal that does not exist is reported as unknown', async ({ page, signIn, open, tolerate }) => {
  tolerate(/404/)
  await signIn()
  await open('/Terminals?id=TB-0000')
  await page.getByText('Terminal not found.').waitFor()
  await page.getByRole('link', { name: 'All terminals' }).click()
  await tableOf(page)
    .getByRole('row', { name: /^TB-N001/ })
    .waitFor()
})

walk('a box is claimed with a code, replaced by another, shut out and let in again', async (walk) => {
  const { page, server, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/Terminals')
  await page.getByRole('button', { name: 'New terminal' }).click()
  const form = page.getByRole('dialog', { name: 'New terminal' })
  await form.getByRole('searchbox', { name: 'Store name or number' }).fill('birch')
  await form.getByRole('radio', { name: /^N002 Birch Lane/ }).check()
  await expectNoBarriers()
  await form.getByRole('button', { name: 'Create terminal' }).click()
  const name = page.getByRole('heading', { level: 2, name: /^TB-[0-9A-Z]{8}$/ })
  await name.waitFor()
  const id = await name.innerText()
  const facts = page.getByRole('region', { name: id })
  await facts.getByText('Never claimed').waitFor()

  await page.getByRole('button', { name: 'New claim code' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create code' }).click()
  const dialog = page.getByRole('dialog', { name: `Claim code of ${id}` })
  const code = await dialog.locator('[data-code]').innerText()
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  await dialog.getByText('The code is shown only once.').waitFor()
  await expectNoBarriers()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy code' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await facts.getByText(/^Code open until \d{4}/).waitFor()
  await expect.poll(() => page.getByText(code).count()).toBe(0)

  const first = newBox()
  expect(await first.claim(server.address, code)).toContain(`This box is now ${id} of store N002 Birch Lane`)
  expect(await first.claim(server.address, code)).toMatch(/^claim code: This claim code is wrong/)
  first.start()
  await facts.getByText('Online', { exact: true }).waitFor()
  await facts.getByText(/^Claimed \d{4}/).waitFor()

  const replacement = newBox()
  const typed = (await makeCode(page)).toLowerCase()
  expect(await replacement.claim(server.address, typed)).toContain('Another box has this place and goes on.')
  await facts.getByText(/^Waiting for a replacement until \d{4}/).waitFor()
  await facts.getByRole('button', { name: 'Cancel replacement' }).click()
  const cancelling = page.getByRole('alertdialog', { name: `Cancel the replacement of ${id}?` })
  await cancelling.getByRole('button', { name: 'Cancel replacement' }).click()
  await facts.getByText(/^Claimed \d{4}/).waitFor()
  expect(await replacement.startRefused()).toBe(3)
  await facts.getByText('Online', { exact: true }).waitFor()

  expect(await replacement.claim(server.address, await makeCode(page))).toContain(`This box is now ${id} of`)
  await facts.getByText(/^Waiting for a replacement until \d{4}/).waitFor()
  replacement.start()
  await facts.getByText(/^Claimed \d{4}/).waitFor()
  await first.stop()
  await facts.getByText('Online', { exact: true }).waitFor()
  expect(JSON.parse(readFileSync(replacement.settings, 'utf8')).terminalId).toBe(id)

  await facts.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('alertdialog', { name: `Disable ${id}?` })
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Disable' }).click()
  await facts.getByText('Disabled', { exact: true }).waitFor()
  await facts.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click()
  // a new process does not wait its turn
  await replacement.stop()
  replacement.start()
  await facts.getByText('Online', { exact: true }).waitFor()
  await replacement.stop()
})

walk('an unused code is withdrawn', async ({ page, signIn, open }) => {
  await signIn()
  await open('/Terminals?id=TB-N001')
  await makeCode(page)
  await page.getByRole('button', { name: 'Withdraw code' }).click()
  const question = page.getByRole('alertdialog', { name: 'Withdraw the claim code of TB-N001?' })
  await question.getByRole('button', { name: 'Withdraw code' }).click()
  await page.getByRole('region', { name: 'TB-N001' }).getByText('Never claimed').waitFor()
})

walk(
  'on a phone, each terminal is a card, in Chinese and in dark too',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/Terminals')
    const card = page.getByRole('listitem').filter({ hasText: 'TB-N001' })
    await card.getByText('連線中').waitFor()
    await expectNoBarriers()
    await card.getByRole('link', { name: 'TB-N001' }).click()
    await page.getByRole('button', { name: '新的註冊碼' }).waitFor()
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
  { ...phone, locale: 'zh-TW', colorScheme: 'dark' },
)

walk(
  'on a phone, the box of a terminal gets a token, which is shown once and can be revoked',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await open('/Terminals?id=TB-S002')
    const card = page.getByRole('region', { name: 'System updates of the box' })
    await card.getByText(/^Not set up/).waitFor()
    await card.getByRole('button', { name: 'New token' }).click()
    const question = page.getByRole('alertdialog', { name: 'Create a token for the box of TB-S002?' })
    await question.getByRole('radio', { name: 'RAUC' }).check()
    await expectNoBarriers()
    await question.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Token of the box of TB-S002' })
    const settings = await dialog.locator('[data-box-settings]').innerText()
    expect(settings).toContain('target_name')
    const [, token = ''] = /^auth_token\s*=\s*(\S{32})$/m.exec(settings) ?? []
    expect(token).not.toBe('')
    await expectNoBarriers()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await card.getByText(/^Created \d{4}/).waitFor()
    expect(await page.getByText(token).count()).toBe(0)
    await expectNoBarriers()

    await card.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
    await card.getByText('None: the program is refused').waitFor()
  },
  phone,
)
