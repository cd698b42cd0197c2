import type { Page } from 'playwright-core'

/** Keeps the calls of these addresses waiting. @returns lets them, and those to come, go on */
export async function holdCalls(page: Page, ...addresses: readonly string[]): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const address of addresses) {
    await page.route(address, async (route) => {
      await released
      await route.continue()
    })
  }
  return release
}
