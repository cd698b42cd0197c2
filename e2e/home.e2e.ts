import { expect } from 'vitest'
import { walk } from './support/walk'

const CARD_CALL = '**/api/v2/dashboard/iot-connection**'
type Task = { readonly kind: string; readonly state: string }
/** Makes the waiting task look as it does while it runs. */
const running = (task: Task): Task => ({ ...task, state: 'running' })
const AFTER_A_REFRESH_MS = 61_000

walk(
  'home names its scope and shows a gauge per department that links further',
  async ({ page, signIn, open, expectNoBarriers }) => {
    await signIn()
    await page.addInitScript(countMeasurements)
    await open('/home')
    await page.waitForURL('**/home')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByText(/^Frostline · 5 stores · \d+ devices$/).waitFor()
    const card = page.getByRole('region', { name: 'Device connection rate' })
    await card.getByText(/^\d{1,3}\.\d\u202f%$/).waitFor()
    await card.getByRole('link', { name: 'North' }).waitFor()
    await expectNoBarriers()
    // a page that no one touches does not measure anything again
    await expect.poll(() => page.evaluate(measurementsInThirtyFrames)).toBe(0)

    await card.getByRole('link', { name: 'South' }).click()
    await page.waitForURL('**/DeviceConnectionRate?**')
    const rows = page.getByRole('region', { name: 'Devices' })
    await rows.getByText('Dogwood Alley').first().waitFor()
    await expect.poll(() => rows.getByText('Alder Street').count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/home')
    await card.getByRole('link', { name: 'South' }).waitFor()
  },
)

walk('seven cards stand in their order, each with the way to its page', async ({ page, signIn, open }) => {
  await signIn()
  await open('/home')
  const ways = page.getByRole('link', { name: /^Detail: / })
  await expect.poll(() => ways.count()).toBe(7)
  const pages = await ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
  expect(pages).toEqual([
    '/DeviceConnectionRate',
    '/TemperatureAssuranceManagement',
    '/FreezerHealthDistribution',
    '/ElectricPowerRequirement',
    '/ElectricalConsumptionComparison',
    '/OperationalAnalysis',
    '/AlarmRecord',
  ])
})

walk('Detail opens the connection page of the same stores', async ({ page, signIn, open }) => {
  await signIn()
  await open('/home')
  const card = page.getByRole('region', { name: 'Device connection rate' })
  await card.getByRole('link', { name: 'North' }).waitFor()
  await card.getByRole('link', { name: 'Detail: Device connection rate' }).click()
  await page.waitForURL('**/DeviceConnectionRate?dep=*')
  await page.getByRole('heading', { level: 1, name: 'Device connection rate' }).waitFor()
  await page.getByRole('region', { name: 'Devices' }).getByText('14 rows').waitFor()
})

walk(
  'a card that cannot be loaded says so, and the page keeps working',
  async ({ page, signIn, open, tolerate, expectNoBarriers }) => {
    tolerate(/net::ERR_FAILED/)
    await page.route(CARD_CALL, (route) => route.abort())
    await signIn()
    await open('/home')
    const card = page.getByRole('region', { name: 'Device connection rate' })
    await card.getByText('This part could not be loaded').waitFor()
    await page.getByText(/^Frostline · 5 stores · \d+ devices$/).waitFor()
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await expectNoBarriers()
    await page.unroute(CARD_CALL)
    await card.getByRole('button', { name: 'Retry' }).click()
    await card.getByRole('link', { name: 'North' }).waitFor()
  },
)

walk('a card that cannot be renewed keeps its figures and says how old they are', async (walk) => {
  const { page, signIn, open, tolerate } = walk
  tolerate(/net::ERR_FAILED/)
  await page.clock.install()
  await signIn()
  await open('/home')
  const card = page.getByRole('region', { name: 'Device connection rate' })
  await card.getByRole('link', { name: 'North' }).waitFor()
  await page.route(CARD_CALL, (route) => route.abort())
  await page.clock.fastForward(AFTER_A_REFRESH_MS)
  // The call is repeated once before it counts as failed.
  await page.clock.fastForward(1_000)
  await card.getByText(/^Not updated since \d\d:\d\d$/).waitFor()
  await expect.poll(() => card.getByRole('link', { name: 'North' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
})

walk('figures refresh automatically unless updates are paused', async ({ page, signIn, open }) => {
  await page.clock.install()
  await signIn()
  await open('/home')
  const fresh = page.getByText(/^Live · updated \d\d:\d\d:\d\d$/)
  const before = await fresh.textContent()
  await page.clock.fastForward(AFTER_A_REFRESH_MS)
  await page.getByText(before ?? '').waitFor({ state: 'detached' })
  await fresh.waitFor()

  await page.getByRole('button', { name: 'Pause updates' }).click()
  const paused = page.getByText(/^Paused · updated \d\d:\d\d:\d\d$/)
  const kept = await paused.textContent()
  await page.clock.fastForward(AFTER_A_REFRESH_MS)
  await expect.poll(() => paused.textContent()).toBe(kept)
  await page.getByRole('button', { name: 'Resume updates' }).click()
  await page.clock.fastForward(AFTER_A_REFRESH_MS)
  await fresh.waitFor()
})

walk('tasks of the server are above the cards for those who may see them', async (walk) => {
  const { page, signIn, open, expectNoBarriers } = walk
  await page.route('**/api/v2/system/tasks', async (route) => {
    const response = await route.fetch()
    const { tasks } = await response.json()
    const json = { tasks: tasks.map((task: Task) => (task.kind === 'history' ? running(task) : task)) }
    await route.fulfill({ response, json })
  })
  await signIn()
  await open('/home')
  await page.getByRole('progressbar', { name: 'Building history' }).waitFor()
  // 14 of 35 days
  await page.getByText(/^40\s?%$/).waitFor()
  await expectNoBarriers()
  await page.getByRole('link', { name: 'Building history' }).click()
  await page.waitForURL('**/SystemTasks')
})

walk('an account without any page sees home, limited to its stores', async ({ page, signIn, open }) => {
  await signIn('outsider')
  await open('/home')
  const card = page.getByRole('region', { name: 'Device connection rate' })
  await card.getByText('Cedar_Road').waitFor()
  await page.getByText('South · 2 stores · 4 devices').waitFor()
  await expect.poll(() => page.getByText('North').count()).toBe(0)
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
})

/** Runs before the page: counts how often it begins to watch the size of an element. */
function countMeasurements(): void {
  const counted = globalThis as unknown as { measurements: number }
  counted.measurements = 0
  const { observe } = ResizeObserver.prototype
  ResizeObserver.prototype.observe = function (...args) {
    counted.measurements++
    observe.apply(this, args)
  }
}

async function measurementsInThirtyFrames(): Promise<number> {
  const counted = globalThis as unknown as { measurements: number }
  const before = counted.measurements
  for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
  return counted.measurements - before
}
