import type { Page } from 'playwright-core'

/**
 * Goes to another page within the open console, as a link does, and waits until the page before has left. What was
 * open above that page is closed first.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  const isOther = new URL(path, page.url()).pathname !== new URL(page.url()).pathname
  if (isOther) {
    const content = page.locator('#content > *').first()
    await content.evaluate((element) => element.setAttribute('data-left', ''))
  }
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.locator('[data-left]').waitFor({ state: 'detached' })
}
