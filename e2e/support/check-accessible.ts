import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Places are named by selectors; copying the text of each element that is looked at takes longer than many a rule. */
const source = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true })`

/** The dark theme changes colours and nothing else. */
const runs: readonly { theme: 'light' | 'dark'; only: RunOptions['runOnly'] }[] = [
  {
    theme: 'light',
    only: {
      type: 'tag',
      values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    },
  },
  { theme: 'dark', only: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
]

/** What is behind a dialog cannot be reached; it was checked before the dialog opened. */
const DIALOG = '[role="dialog"][aria-modal="true"]'

/** Within this a page or dialog has been drawn. */
const SETTLE_MS = 30_000

/**
 * Expects a page as it is, or the dialog that is open on it, to be without barriers in both themes. What is gone a
 * moment later was none: something was still being drawn.
 */
export async function expectNoBarriersOn(page: Page): Promise<void> {
  await expect.poll(() => barriersOn(page), { timeout: SETTLE_MS }).toEqual([])
}

/** One line for each barrier: theme, rule, place. */
async function barriersOn(page: Page): Promise<string[]> {
  const barriers: string[] = []
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  for (const { theme, only } of runs) {
    await page.emulateMedia({ colorScheme: theme })
    const options: RunOptions = {
      runOnly: only,
      resultTypes: ['violations'],
      preload: false,
      elementRef: true,
    }
    const violations = await page.evaluate(findViolations, { dialog: DIALOG, options })
    for (const { id, help, places } of violations) {
      for (const place of places) barriers.push(`${theme}: ${id} (${help}) at ${place}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return barriers
}

/** Runs in the page, where the checker has been put. */
async function findViolations({ dialog, options }: { dialog: string; options: RunOptions }) {
  const { axe } = globalThis as unknown as {
    axe: { run(context: Element, options: RunOptions): Promise<AxeResults> }
  }
  // one that is being closed is still there for a moment, so it is found and checked in one go
  const { violations } = await axe.run(document.querySelector(dialog) ?? document.documentElement, options)
  return violations.flatMap(({ id, help, nodes }) => {
    const left = nodes.filter(({ element }) => id !== 'target-size' || !isHalfCovered(element))
    return left.length === 0 ? [] : [{ id, help, places: left.map((node) => node.target.join(' ')) }]
  })

  /** What a list or menu lies over is small as long as that is open, wherever its edge happens to fall. */
  function isHalfCovered(element: Element | undefined): boolean {
    if (element === undefined) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const places = [left + 1, (left + right) / 2, right - 1].flatMap((x) =>
      [top + 1, (top + bottom) / 2, bottom - 1].map((y) => document.elementFromPoint(x, y)),
    )
    return places.some((found) => {
      const layer = found?.closest('[role="dialog"], [role="listbox"], [role="menu"]')
      return layer != null && !layer.contains(element)
    })
  }
}
