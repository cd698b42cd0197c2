import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { walk } from './support/walk'

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

walk('a device shows its place, its current values and its week', async (walk) => {
  const { page, server, signIn, expectNoBarriers } = walk
  await signIn()
  await page.goto(`/device/${server.devices.freezer}`)
  await page.getByRole('heading', { level: 2, name: 'Freezer 1' }).waitFor()
  await page.getByText('Alder Street · Freezer 1').waitFor()
  await page.getByText('Online', { exact: true }).waitFor()
  const values = page.getByRole('region', { name: 'Live values', exact: true })
  const air = values.getByRole('row', { name: /^Air temperature/ })
  await air.getByText(/^[−-]\d+\.\d\s?°C$/).waitFor()
  await air.getByText('Good', { exact: true }).waitFor()
  await air.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d/).waitFor()

  const chart = page.getByRole('region', { name: 'Last 7 days · °C' })
  const line = chart.getByRole('img', { name: /^Last 7 days · °C: Air temperature .+ – .+/ })
  await line.waitFor()
  await line.locator('canvas').waitFor()
  await page.getByText(/^Live · updated \d\d:\d\d:\d\d$/).waitFor()
  await expectNoBarriers()

  await line.focus()
  await page.keyboard.press('ArrowLeft')
  await chart.getByText(/°C$/).filter({ visible: true }).last().waitFor()
  await chart.getByRole('button', { name: 'View as table' }).click()
  await chart.getByRole('columnheader', { name: 'Air temperature' }).waitFor()
})

walk('states are lanes under the chart, described in words', async ({ page, server, signIn }) => {
  await signIn()
  await page.goto(`/device/${server.devices.freezer}`)
  const lanes = page.getByRole('region', { name: 'On and off' })
  await lanes.getByRole('img', { name: /^Defrost: On \d+\s?%$/ }).waitFor()
})

walk('buttons zoom; the address holds the zoom, which survives a reload', async (walk) => {
  const { page, server, signIn } = walk
  await signIn()
  await page.goto(`/device/${server.devices.freezer}`)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
  const [from, to] = [Number(parameter(page, 'from')), Number(parameter(page, 'to'))]
  // Half of seven days, in seconds.
  expect(to - from).toBe(302_400)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await page.waitForURL((url) => Number(url.searchParams.get('to')) < to)
  const earlier = page.url()
  await page.reload()
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
  expect(page.url()).toBe(earlier)
  await page.getByRole('button', { name: 'Reset zoom' }).click()
  await page.getByRole('button', { name: 'Later' }).waitFor({ state: 'detached' })
  expect([parameter(page, 'from'), parameter(page, 'to')]).toEqual([null, null])
})

walk('the points of the chart can be chosen', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/DeviceConnectionRate?dep=1&date=2026-11-14')
  await page.getByRole('heading', { level: 1, name: 'Device connection rate' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('main meter')
  await page
    .getByRole('option', { name: /^Main meter/ })
    .first()
    .click()
  await page.waitForURL('**/device/*')
  const points = page.getByRole('group', { name: 'Points in the chart' })
  const power = points.getByRole('button', { name: 'Power' })
  await power.waitFor()
  await expect.poll(() => power.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('region', { name: 'Last 7 days · kW' }).waitFor()
  // The last chosen one stays: an empty chart says nothing.
  await power.click()
  await expect.poll(() => power.getAttribute('aria-pressed')).toBe('true')
})

walk(
  'a device that does not answer is distinguished from one that does',
  async ({ page, server, signIn }) => {
    await signIn()
    await page.goto(`/device/${server.devices.mute}`)
    const chart = page.getByRole('region', { name: 'Last 7 days · °C' })
    await chart.getByText('Hatched: no readings').waitFor()
    await chart.getByRole('img', { name: /^Last 7 days · °C: Air temperature/ }).waitFor()
  },
)

walk(
  'an unknown device is reported as such, and a text that is not a number is not an address',
  async (walk) => {
    const { page, signIn, tolerate, expectNoBarriers } = walk
    tolerate(/status of 404/)
    await signIn()
    await page.goto('/device/987654321')
    await page.getByText('Device not found.').waitFor()
    await expectNoBarriers()
    await page.goto('/device/freezer')
    await page.getByText('There is no page at /device/freezer').waitFor()
  },
)

walk('a device of other stores is refused as if it did not exist', async (walk) => {
  const { page, server, signIn, tolerate } = walk
  tolerate(/status of 404/)
  await signIn('region')
  await page.goto(`/device/${server.devices.freezer}`)
  await page.getByRole('heading', { level: 2, name: 'Freezer 1' }).waitFor()
  await page.goto(`/device/${server.devices.mute}`)
  await page.getByText('Device not found.').waitFor()
})

walk('the store of a device leads to its connection rate', async ({ page, server, signIn }) => {
  await signIn()
  await page.goto(`/device/${server.devices.freezer}`)
  await page.getByRole('link', { name: 'N001 Alder Street' }).click()
  await page.waitForURL('**/DeviceConnectionRate?**')
  await page.getByRole('combobox', { name: 'Division' }).waitFor()
  await page.getByRole('button', { name: 'Inquire' }).click()
  const devices = page.getByRole('region', { name: 'Devices', exact: true })
  await devices.getByText('2 rows', { exact: true }).waitFor()
})
