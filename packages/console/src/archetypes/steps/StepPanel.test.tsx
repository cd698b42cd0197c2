import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest, phone } from '../../testing/part-page'

const part = partTest('step-panel-screen.tsx')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Store settings' })
const step = (page: Page, name: string) => steps(page).getByRole('listitem').filter({ hasText: name })

async function fillStore(page: Page): Promise<void> {
  await field(page, 'Number').fill('0412')
  await field(page, 'Name').fill('Alder Street')
}

describe('task in steps', () => {
  part(
    'Next says what a step needs, and goes on once it has it',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await step(page, 'Store').and(page.locator('[aria-current="step"]')).getByText('Current step').waitFor()
      expect(await step(page, 'Alarms').getByRole('link').count()).toBe(0)
      await button(page, 'Next').press('Enter')
      expect(await page.getByText('Required', { exact: true }).count()).toBe(2)
      await page.locator('[aria-invalid="true"]:focus').waitFor()
      await button(page, 'Next').hover()
      await page.getByText('Enter number and name').last().waitFor()
      await expectNoBarriers()
      await fillStore(page)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /^Step 2 of 3\s*Alarms$/ }).waitFor()
      await page.locator('h2:focus').getByText('Alarms').waitFor()
      expect(new URL(page.url()).searchParams.get('step')).toBe('alarms')
      await step(page, 'Store').getByText('Done').waitFor()
      await page.goBack()
      expect(await field(page, 'Name').inputValue()).toBe('Alder Street')
    },
  )

  part(
    'a step that does not apply is left out, one that was left incomplete needs correction',
    async ({ page, open }) => {
      await open()
      await fillStore(page)
      await button(page, 'Next').click()
      await step(page, 'Mail address').getByText('Skipped').waitFor()
      await page.getByRole('checkbox', { name: 'Send mails' }).check()
      await step(page, 'Mail address').getByText('Not started').waitFor()
      await button(page, 'Next').click()
      await page.getByRole('heading', { level: 2, name: /Mail address/ }).waitFor()
      await step(page, 'Store').getByRole('link').click()
      await step(page, 'Mail address').getByText('Needs correction').waitFor()
      await step(page, 'Mail address').getByRole('link').click()
      await field(page, 'Address').fill('a@example.com')
      await button(page, 'Back').click()
      await step(page, 'Mail address').getByText('Done').waitFor()
    },
  )

  part(
    'the review lists all answers with ways back, and only a whole task can be finished',
    async (given) => {
      const { page, open, expectNoBarriers } = given
      await open('/?step=review')
      await button(page, 'Create store').press('Enter')
      expect(await page.getByTestId('sent').innerText()).toBe('')
      await page.getByRole('region', { name: 'Store' }).getByText('Enter number and name').waitFor()
      await expectNoBarriers()
      await page.getByRole('link', { name: 'Edit Store' }).click()
      await fillStore(page)
      await page.keyboard.press('Control+Enter')
      await button(page, 'Next').click()
      const review = page.getByRole('form').getByRole('region', { name: 'Store' })
      await review.getByText('Alder Street').waitFor()
      await button(page, 'Create store').click()
      await page.getByText('"number":"0412"').waitFor()
    },
  )

  part('what was answered is kept, with the time, over a reload', async ({ page, open }) => {
    await open()
    expect(await page.getByText(/^Saved/).count()).toBe(0)
    await fillStore(page)
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
    await page.reload()
    expect(await field(page, 'Name').inputValue()).toBe('Alder Street')
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  })

  part('the Enter that ends an input-method composition does not go on', async ({ page, open }) => {
    await open()
    await fillStore(page)
    await field(page, 'Name').focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: '信義', selectionStart: 2, selectionEnd: 2 })
    await field(page, 'Name').dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await session.send('Input.insertText', { text: '信義' })
    await page.getByRole('heading', { level: 2, name: /Store$/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('step')).toBe(null)
  })

  part(
    'on a phone one line says which step it is, and unfolds into all of them',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await page.getByText('Step 1 of 3', { exact: true }).first().tap()
      await step(page, 'Alarms').getByText('Not started').waitFor()
      await expectNoBarriers()
      await page.getByText('Step 1 of 3', { exact: true }).first().tap()
      await fillStore(page)
      const next = await button(page, 'Next').boundingBox()
      expect(next?.height).toBeGreaterThanOrEqual(44)
      expect(next?.y).toBeLessThan(844)
      await button(page, 'Next').tap()
      await page.getByText('Step 2 of 3', { exact: true }).first().waitFor()
    },
    phone,
  )
})
