import { expect } from 'vitest'
import { phone, walk } from './support/walk'

walk('a question is found by a word, opened, judged, and has an address', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_51_')
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await categories.getByRole('button', { name: /^Alarms/ }).waitFor()
  await page.getByText('Question 1', { exact: true }).waitFor()
  await expectNoBarriers()
  await categories.getByRole('button', { name: /^Connection/ }).click()
  await page.waitForURL('**/_51_?category=connection')

  await page.keyboard.press('/')
  await page.keyboard.type('stay open although')
  await page.getByText('1 question found').waitFor()
  const question = page.locator('details', { hasText: 'Alarms' })
  await question.locator('summary').click()
  await page.waitForURL(/[?&]q=/)
  await expectNoBarriers()
  await question.getByRole('button', { name: 'Yes', exact: true }).click()
  await question.getByText('Thank you').waitFor()
  await page.reload()
  await question.getByRole('button', { name: 'Yes', exact: true, pressed: true }).waitFor()
})

walk('a page leads to the answer that it is asked for most', async (walk) => {
  const { page, signIn, open } = walk
  await signIn()
  await open('/BusHealth')
  await page.getByRole('link', { name: 'Help for this page' }).click()
  await page.waitForURL('**/_51_?q=device-silent')
  await page.locator('details[open]', { hasText: 'One device does not answer' }).waitFor()
})

walk('a search without an answer is counted, and an answer is written for it', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_51_?find=penguin%20ramp')
  await page.getByText('Nothing found for “penguin ramp”').waitFor()
  await page.getByRole('textbox', { name: 'Search questions and answers' }).press('Enter')
  await expectNoBarriers()
  await page.getByRole('button', { name: 'All questions' }).click()
  await page.reload()
  const searches = page.getByRole('region', { name: 'Searches without an answer' })
  await searches.getByRole('row', { name: /penguin ramp/ }).waitFor()

  await page.getByRole('button', { name: 'New question' }).click()
  const dialog = page.getByRole('dialog', { name: 'New question' })
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Where is the penguin ramp?')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText('Required').waitFor()
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Behind the **ice** cabinet <b>5</b>.')
  await dialog.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'ice' }).waitFor()
  await expectNoBarriers()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^From your company/ }).click()
  const question = page.locator('details', { hasText: 'Where is the penguin ramp?' })
  await question.locator('summary').click()
  await question.getByText('cabinet <b>5</b>').waitFor()
  await searches
    .getByRole('row', { name: /penguin ramp/ })
    .getByRole('button', { name: 'Take off the list' })
    .click()
  await searches.getByRole('row', { name: /penguin ramp/ }).waitFor({ state: 'detached' })

  await question.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit' })
  await editing.getByRole('switch', { name: 'Shown to everyone' }).press(' ')
  await editing.getByRole('button', { name: 'Save' }).click()
  await editing.waitFor({ state: 'detached' })
  await question.getByText('Hidden').waitFor()
})

walk('about says what the product is, its version and licences', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/_52_')
  await page.getByText(/^Coldkeep \d+\.\d+\.\d+$/).waitFor()
  await page.getByText(/^Coldkeep is shipped with/).click()
  await page.getByRole('row', { name: /^fastify .* MIT$/ }).waitFor()
  await expectNoBarriers()
})

walk(
  'help reads on a phone',
  async (walk) => {
    const { page, signIn, open, expectNoBarriers } = walk
    await signIn()
    await open('/_51_')
    await page.locator('summary').first().click()
    await page.getByText('Did this help?').waitFor()
    await expectNoBarriers()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  },
  phone,
)
