import { walk } from './support/walk'

walk('the wall board shows the same scope at a distance, and Esc leaves it', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await signIn()
  await open('/home')
  await page.getByRole('link', { name: 'Wall board' }).click()
  await page.waitForURL('**/home?board=1')
  await page.getByRole('heading', { level: 1, name: 'Coldkeep wall board' }).waitFor()
  await page.getByRole('region', { name: 'Open alarms (by priority)' }).getByText('Cedar_Road').waitFor()
  await page.getByRole('region', { name: 'Device connection rate (%)' }).getByText('South').waitFor()
  await expectNoBarriers()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Wall board' }).waitFor()
})

walk('a block of the organisation opens that department', async ({ page, signIn, open }) => {
  await signIn()
  await open('/home')
  const organisation = page.getByRole('region', { name: 'Organisation' })
  await organisation.getByRole('link', { name: /^South/ }).click()
  await page.waitForURL('**/home?dep=*')
  await page.getByText('South · 2 stores · 4 devices').waitFor()
  await organisation.getByRole('link', { name: /^Cedar_Road/ }).waitFor()
})
