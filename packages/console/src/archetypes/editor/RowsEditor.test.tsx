import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest } from '../../testing/part-page'

const part = partTest('kit-table-screen.tsx')
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })

describe('rows of something larger', () => {
  part(
    'a new row is selected and marked, and Enter on it opens it by its name',
    async ({ page, open, expectNoBarriers }) => {
      await open('/draft')
      await button(page, 'New').click()
      await page.getByRole('dialog', { name: 'New: Ports' }).getByRole('textbox').fill('bus4')
      await page.keyboard.press('Enter')
      await page.locator('tr[data-marked][data-selected]').getByText('bus4').waitFor()
      await page.locator('tr[data-marked]').waitFor({ state: 'detached' })
      await row(page, 'bus4').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Edit: bus4' }).waitFor()
      await expectNoBarriers()
    },
  )

  part(
    'Delete asks for confirmation by name with the focus on Cancel, then moves the focus to the next row',
    async ({ page, open, expectNoBarriers }) => {
      await open('/draft')
      await row(page, 'bus1').focus()
      await page.keyboard.press('Delete')
      await question(page).getByText('bus1', { exact: true }).waitFor()
      await question(page).getByText('What bus1 polls goes with it.').waitFor()
      expect((await question(page).boundingBox())?.width).toBe(350)
      await page.locator('button:focus').getByText('Cancel').waitFor()
      await expectNoBarriers()
      await page.keyboard.press('Enter')
      await question(page).waitFor({ state: 'detached' })
      await row(page, 'bus1').waitFor()
      await page.keyboard.press('Delete')
      await question(page).getByRole('button', { name: 'Delete' }).click()
      await row(page, 'bus1').waitFor({ state: 'detached' })
      await page.locator('tr:focus').getByText('bus2').waitFor()
    },
  )

  part('a row that has to stay says why', async ({ page, open }) => {
    await open('/draft')
    await row(page, 'bus3').click()
    await button(page, 'Delete').and(page.locator('[aria-disabled="true"]')).waitFor()
    await row(page, 'bus3').press('Delete')
    await page.locator('[aria-live="polite"]').getByText('Devices hang on it.').waitFor({ state: 'attached' })
    expect(await question(page).count()).toBe(0)
    await row(page, 'bus2').click()
    await button(page, 'Delete').click()
    await question(page).getByText('bus2', { exact: true }).waitFor()
  })
})
