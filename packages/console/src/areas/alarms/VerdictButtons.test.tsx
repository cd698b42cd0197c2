import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type PartOptions, partTest, phone } from '../../testing/part-page'
import type { Reply, ServiceRequest } from '../../testing/screen-server'

const part = partTest('verdict-screen.tsx')

const none = { critical: 0, high: 0, medium: 0, low: 0 }
const RAISED = '2026-11-18T02:00:00.000Z'

/** Two alarms of one freezer, a warning and one of its temperature, behind the calls. */
function freezer(refusal?: Reply) {
  const bodies: unknown[] = []
  let says: string | null = null
  const alarm = (id: number, kind: string) => ({
    id,
    kind,
    text:
      kind === 'threshold' ? 'Freezer 1: health score 61 below 70' : 'Freezer 1, Air: 8.1 °C over the limit',
    advice: '',
    priority: 'medium',
    state: 'unacknowledged',
    store: { id: 1, code: 'N001', name: 'Alder Street', zone: 'Asia/Taipei' },
    device: { id: 7, name: 'Freezer 1' },
    point: null,
    terminal: 'T1',
    started_at: RAISED,
    raised_at: RAISED,
    last_raised_at: RAISED,
    returned_at: null,
    cleared_at: null,
    value: 61,
    extreme: null,
    limit: 70,
    unit: '',
    count: 1,
    is_late: false,
    is_chattering: false,
    is_stale: false,
    acknowledged_at: null,
    acknowledged_by: null,
    assigned_to: null,
    shelved_until: null,
    verdict: kind === 'threshold' && says !== null ? { says, at: RAISED, by: 'Ada' } : null,
    parent: null,
    hidden: 0,
  })
  const counts = {
    unacknowledged: none,
    open: none,
    states: { unacknowledged: 2, acknowledged: 0, returned: 0, shelved: 0, suppressed: 0, out_of_service: 0 },
    stale: 0,
    hosts_lost: 0,
    last_ten_minutes: 0,
    is_flood: false,
    mostly: null,
  }
  const service = ({ path, method, body }: ServiceRequest): Reply => {
    if (path === '/api/v2/pre-alarm/verdict' && method === 'POST') {
      bodies.push(body)
      if (refusal !== undefined) return refusal
      const before = says
      says = (body as { verdict: string | null }).verdict
      return { json: { verdict: says === null ? null : { says, at: RAISED, by: 'Ada' }, before } }
    }
    if (path === '/api/v2/alarms')
      return {
        json: {
          alarms: [alarm(1, 'threshold'), alarm(2, 'high')],
          total: 2,
          page: 1,
          page_size: 200,
          counts,
        },
      }
    return { json: { id: 1, name: 'Frostline', children: [] } }
  }
  return { bodies, service }
}

const group = (page: Page) =>
  page.getByRole('group', { name: /(Verdict on |評価：)Alder Street · Freezer 1/ })
const button = (page: Page, name: string) => group(page).getByRole('button', { name, exact: true })
const isPressed = (page: Page, name: string) => button(page, name).getAttribute('aria-pressed')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const options = (service: PartOptions['service'], more: PartOptions = {}): PartOptions => ({
  pages: ['1-7'],
  service,
  ...more,
})

const ada = freezer()
part(
  'a warning is judged in one tap and another alarm is not; undo brings back what was said before',
  async ({ page, open, expectNoBarriers }) => {
    await open()
    await button(page, 'False').click()
    await messages(page).getByText('Verdict saved: False').waitFor()
    await expect.poll(() => isPressed(page, 'False')).toBe('true')
    await page.getByText('False · Ada').waitFor()
    expect(await group(page).count()).toBe(1)
    await expectNoBarriers()

    await button(page, 'Right').click()
    const saved = messages(page).locator('div').filter({ hasText: 'Verdict saved: Right' })
    await saved.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => isPressed(page, 'False')).toBe('true')
    const warning = { device: '7', kind: 'threshold', raised: RAISED }
    expect(ada.bodies).toEqual(['false', 'right', 'false'].map((verdict) => ({ ...warning, verdict })))
  },
  options(ada.service),
)

const keys = freezer()
part(
  'by keyboard; the same verdict again takes it back',
  async ({ page, open }) => {
    await open()
    await button(page, 'Don’t know').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => isPressed(page, 'Don’t know')).toBe('true')
    await page.keyboard.press('Space')
    await messages(page).getByText('Verdict withdrawn').waitFor()
    await expect.poll(() => isPressed(page, 'Don’t know')).toBe('false')
  },
  options(keys.service),
)

const failing = freezer({ status: 503, json: { code: 'unavailable', message: 'Not now.' } })
part(
  'a verdict that could not be saved says so, and none is shown',
  async ({ page, open, tolerate }) => {
    tolerate(/503/)
    await open()
    await button(page, 'Right').click()
    await page.getByRole('alertdialog').getByText('503 Service Unavailable').waitFor()
    expect(await page.locator('[aria-pressed=true]').count()).toBe(0)
    expect(await page.getByText('Verdict saved').count()).toBe(0)
  },
  options(failing.service),
)

const looking = freezer()
part(
  'who may not acknowledge alarms is told why, and nothing is sent',
  async ({ page, open }) => {
    await open()
    await button(page, 'Right').focus()
    await page.keyboard.press('Enter')
    await page.getByText('Only those who may acknowledge alarms can give a verdict').waitFor()
    expect(looking.bodies).toEqual([])
  },
  options(looking.service, { pages: ['3-2'] }),
)

const held = freezer()
part(
  'on a phone the buttons fit on the card',
  async ({ page, open, expectNoBarriers }) => {
    await open()
    await button(page, '正しい').tap()
    await page.getByText('正しい · Ada').waitFor()
    const box = await group(page).boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
    await expectNoBarriers()
  },
  options(held.service, { ...phone, language: 'ja' }),
)
