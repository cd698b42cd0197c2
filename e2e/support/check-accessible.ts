import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const themes = ['light', 'dark'] as const

/**
 * Looks for barriers on the page as it stands, in both themes.
 * @returns one line for each barrier: theme, rule, place.
 */
export async function barriersOn(page: Page): Promise<string[]> {
  const barriers: string[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
    for (const { id, help, nodes } of violations) {
      for (const node of nodes) barriers.push(`${theme}: ${id} (${help}) at ${node.target.join(' ')}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return barriers
}
