import { expect } from 'vitest'
import { walk } from './support/walk'

walk('a page that was not granted says so at its own address', async (walk) => {
  const { page, signIn, expectNoBarriers } = walk
  await signIn('region')
  await page.goto('/SystemTasks')
  await page.getByText('You do not have access to this page').waitFor()
  await page.getByText('Ask your administrator for access to “System tasks”.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/SystemTasks')
  await expectNoBarriers()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL('**/home')
})

walk('pages that were not granted are in no menu and not found by search', async ({ page, signIn, open }) => {
  await signIn('outsider')
  await open('/home')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Home' }).waitFor()
  // pages of the network and of maintenance are in every menu; the server decides what can be done there
  await expect
    .poll(() => navigation.getByRole('button').allInnerTexts())
    .toEqual(['Network management', 'Maintenance'])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('connection')
  await page.getByText('Nothing found for “connection”').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/DeviceConnectionRate')
  await page.getByText('You do not have access to this page').waitFor()
})

walk('a page that is granted opens, and its menu shows nothing more', async ({ page, signIn, open }) => {
  await signIn('region')
  await open('/home')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('button', { name: 'Data analysis' }).click()
  await navigation.getByRole('link', { name: 'Device connection rate' }).click()
  await page.getByRole('combobox', { name: 'Division' }).waitFor()
  await expect.poll(() => navigation.getByRole('button', { name: 'Form setting' }).count()).toBe(0)
})
