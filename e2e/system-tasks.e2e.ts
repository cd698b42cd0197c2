import { expect } from 'vitest'
import { walk } from './support/walk'

walk('the tasks of the server are listed, with how they went', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto('/SystemTasks')
  await page.getByRole('heading', { level: 1, name: 'System tasks' }).waitFor()
  const table = page.getByRole('region', { name: 'Work in progress', exact: true })
  const failed = table.getByRole('row', { name: /^Computing analyses/ })
  await failed.getByText('Failed', { exact: true }).waitFor()
  await failed.getByText('The disk is full.').waitFor()
  const waiting = table.getByRole('row', { name: /^Building history/ })
  await waiting.getByText('Waiting', { exact: true }).waitFor()
  // 14 of 35 days
  await waiting.getByText(/^40/).waitFor()
  await expectNoBarriers()

  await table.getByRole('button', { name: /^Filter by State/ }).click()
  const values = page.getByRole('dialog')
  await values.getByRole('button', { name: 'None' }).click()
  await values.getByRole('checkbox', { name: /^Failed/ }).check()
  await page.keyboard.press('Escape')
  await waiting.waitFor({ state: 'detached' })
  await expect.poll(() => failed.isVisible()).toBe(true)
})

walk('a list that cannot be loaded opens the error window, and loads on retry', async (walk) => {
  const { page, signIn, open, tolerate } = walk
  tolerate(/net::ERR_FAILED/)
  await signIn('administrator')
  await open('/home')
  await page.route('**/api/v2/system/tasks', (route) => route.abort())
  await page.goto('/SystemTasks')
  const failure = page.getByRole('alertdialog', { name: 'Cloud connection error' })
  await failure.getByText('GET /api/v2/system/tasks').waitFor()
  await page.unroute('**/api/v2/system/tasks')
  await failure.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('row', { name: /^Building history/ }).waitFor()
})
