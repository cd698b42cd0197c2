import type { Locator } from 'playwright-core'
import { PATIENCE_MS } from './patience'

/** Long enough for a list that opens, short compared with what a walk waits for. */
const OPENS_MS = 10_000

/**
 * Takes an option of a field's list: the one of exactly this name, or the one that is found by a locator. A list that
 * closes because its page is drawn again is opened again, as a person would do.
 */
export async function chooseOption(field: Locator, option: string | RegExp | Locator): Promise<void> {
  const target =
    typeof option === 'string' || option instanceof RegExp
      ? field.page().getByRole('option', { name: option, exact: true })
      : option
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    if (!(await target.isVisible())) await field.click()
    try {
      await target.click({ timeout: OPENS_MS })
      return
    } catch (fault) {
      if (Date.now() > until) throw fault
    }
  }
}
