import { createTranslator } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOption } from './support/choose-option'
import { phone, type Walk, walk } from './support/walk'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n', 'latin1')

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function choosePlace(page: Page): Promise<void> {
  await chooseOption(page.getByRole('combobox', { name: 'Organisation' }), 'South')
  await chooseOption(page.getByRole('combobox', { name: 'Store' }), /^All stores/)
  const people = part(page, 'Recipients')
  // the other account of these stores belongs to other walks
  await people.getByRole('checkbox', { name: 'Mona' }).first().waitFor()
  for (const box of await people.getByRole('checkbox', { name: 'Minami' }).all())
    if (await box.isChecked()) await box.uncheck()
  await people.getByText('1 recipient in 2 stores').waitFor()
}

async function write(page: Page, title: string, content: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Content' }).fill(content)
}

async function addCategory(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name of the category' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

walk('a message is written in four steps, looked at as it will arrive, and sent', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn('visitor')
  await open('/_46_')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await expectNoBarriers()
  await choosePlace(page)
  await addCategory(page, 'Food safty')
  await page.getByRole('button', { name: 'Modify' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name of the category' }).fill('Food safety')
  await page.getByRole('dialog').getByRole('button', { name: 'Modify' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await write(page, 'Check the doors', 'Please **close** all doors. <b>Now</b>')
  await page.getByRole('tab', { name: '日本語' }).click()
  await write(page, '扉の確認', '扉を閉めてください。')
  await page.getByRole('tab', { name: 'English' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: PDF })
  await page.getByText('plan.pdf').waitFor()
  await page.getByRole('textbox', { name: 'Confirm by (day)' }).fill('2026-12-24')
  const preview = part(page, 'Preview')
  // what looks like HTML is what was typed
  await preview.getByText('<b>Now</b>').waitFor()
  expect(await preview.locator('strong').textContent()).toBe('close')
  await preview.getByRole('tab', { name: 'Mail' }).click()
  await preview.getByText(/Please confirm in the console by 2026-12-24 18:00 \(UTC\+09:00\)/).waitFor()
  await expectNoBarriers()

  await send.click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Send to 1 recipient in 2 stores?').waitFor()
  await question.getByText('Check the doors').waitFor()
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Sent to 1 recipient in 2 stores.').waitFor()
  await page.getByRole('link', { name: 'Show its receipts' }).click()
  await page.getByRole('row', { name: /S001 Cedar_Road.*Mona/ }).waitFor()
  await page.getByRole('tab', { name: 'Missing' }).click()
  await page.getByRole('row', { name: /Mona/ }).waitFor()
  await expectNoBarriers()
})

walk(
  'a person of a store finds it on the first page, reads and confirms it on a phone',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn('reader')
    await open('/home')
    const card = part(page, 'Messages for you')
    await card.getByRole('link', { name: /Check the doors/ }).waitFor()
    await expectNoBarriers()
    await card.getByRole('link', { name: /Check the doors/ }).tap()
    const message = page.getByRole('article')
    await message.getByText('<b>Now</b>').waitFor()
    await message.getByRole('link', { name: /plan\.pdf/ }).waitFor()
    await expectNoBarriers()
    const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(inner).toBeLessThanOrEqual(outer ?? 0)
    await message.getByRole('button', { name: 'I have read this' }).tap()
    await message.getByText(/^confirmed /).waitFor()
    await page.getByRole('button', { name: 'Back to the messages' }).tap()
    await page.getByRole('link', { name: /Check the doors.*confirmed/ }).waitFor()
    await expectNoBarriers()
    await open('/home')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    expect(await card.count()).toBe(0)
  },
  phone,
)

walk('who sent it sees that it was confirmed, and can withdraw it', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn('visitor')
  await open('/_46_?tab=sent')
  await page.getByRole('link', { name: 'Check the doors' }).first().click()
  await page.getByRole('row', { name: /Mona.*\d{4}-\d\d-\d\d/ }).waitFor()
  await page.getByRole('tab', { name: 'Missing' }).click()
  await page.getByText('Nobody here').waitFor()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^Withdrawn by Vera/).waitFor()
  await expectNoBarriers()
})

for (const language of languages)
  walk(
    `in ${language} a message can be written and followed on a phone`,
    async ({ page, signIn, open, expectNoBarriers }: Walk) => {
      await signIn('visitor')
      await page.goto('/login')
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      const t = createTranslator(language)
      const isNarrow = async () => {
        const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
        expect(inner).toBeLessThanOrEqual(outer ?? 0)
      }
      await open('/_46_')
      await page.getByRole('heading', { name: t('bulletins.step.words') }).waitFor()
      await expectNoBarriers()
      await isNarrow()
      await open('/_46_?tab=sent')
      await page.getByText(t('bulletins.state.withdrawn')).first().waitFor()
      await expectNoBarriers()
      await open('/Messages')
      await page.getByText(t('bulletins.own.none')).waitFor()
      await expectNoBarriers()
      await isNarrow()
    },
    { ...phone, locale: language === 'en' ? 'en-GB' : language },
  )
