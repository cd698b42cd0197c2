import type { Locator, Page } from 'playwright-core'
import { chooseOption } from './choose-option'

/** The parts of the device connection rate page, by their visible names. */
export interface ConnectionPage {
  readonly filters: Locator
  /** The select of that name. */
  select(name: string): Locator
  choose(name: string, option: string | RegExp): Promise<void>
  readonly inquire: Locator
  readonly devices: Locator
  readonly byStore: Locator
  /** Everything of the company, by hand; done when the rows are there. */
  inquireAll(): Promise<void>
  /** The texts of the first column, or of another one, in the order of the table. */
  column(index?: number): Promise<string[]>
}

export function connectionPage(page: Page): ConnectionPage {
  const filters = page.getByRole('form', { name: 'Filters' })
  const devices = page.getByRole('region', { name: 'Devices', exact: true })
  const inquire = filters.getByRole('button', { name: 'Inquire' })
  const select = (name: string) => filters.getByRole('combobox', { name, exact: true })
  const choose = async (name: string, option: string | RegExp) => {
    await chooseOption(select(name), option)
  }
  return {
    filters,
    select,
    choose,
    inquire,
    devices,
    byStore: page.getByRole('region', { name: 'Connection rate by store' }),
    async inquireAll() {
      await page.goto('/DeviceConnectionRate')
      await choose('Division', 'Frostline')
      await inquire.click()
      await devices.getByText('14 rows', { exact: true }).waitFor()
    },
    column: (index = 0) => devices.locator(`tbody tr > :nth-child(${index + 1})`).allInnerTexts(),
  }
}
