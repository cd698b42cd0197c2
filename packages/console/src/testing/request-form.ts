import type { Locator, Page } from 'playwright-core'

/** The form of the table of requests. */
export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const field = (page: Page, name: string): Locator => dialog(page).getByRole('textbox', { name })
export const save = (page: Page): Locator => dialog(page).getByRole('button', { name: 'Save' })
/** Anywhere on the page. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${name} `) })

export async function choose(page: Page, name: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export async function fillRequest(page: Page): Promise<void> {
  await choose(page, 'Brand', 'Danfoss')
  await choose(page, 'Model', 'AK-CC 55')
  await field(page, 'Code').fill('D55')
  await field(page, 'Reply length').fill('25')
}
