import { expect } from 'vitest'
import { type PartOptions, partTest, phone } from '../../testing/part-page'
import type { Reply, ServiceRequest } from '../../testing/screen-server'

const part = partTest('planned-screen.tsx')

/** Updates that wait for stores in Tokyo, between 01:00 and 05:00 there. */
function planning(stores: number, mayPostpone = true) {
  const bodies: unknown[] = []
  const updates = Array.from({ length: stores }, (_, index) => ({
    task_token: '41',
    store: { id: String(index + 1), code: `N00${index + 1}`, name: `Alder ${index + 1}`, zone: 'Asia/Tokyo' },
    version: '1.3.0',
    terminals: 1,
    from: '2026-11-26T16:00:00.000Z',
    until: '2026-11-26T20:00:00.000Z',
    postponed: 0,
    may_postpone: mayPostpone,
  }))
  const service = ({ path, method, body }: ServiceRequest): Reply => {
    if (path === '/api/v2/ver-update/postpone' && method === 'POST') {
      bodies.push(body)
      const update = updates.find(({ store }) => store.id === (body as { store_id: string }).store_id)
      if (update === undefined) return { status: 404, json: {} }
      const day = { from: '2026-11-27T16:00:00.000Z', until: '2026-11-27T20:00:00.000Z' }
      Object.assign(update, { ...day, postponed: 1, may_postpone: false })
      return { json: update }
    }
    return { json: { updates, total: updates.length, page: 1, page_size: 100 } }
  }
  return { bodies, service }
}

const options = (service: PartOptions['service'], more: PartOptions = {}): PartOptions => ({
  pages: ['1-7'],
  service,
  ...more,
})
const TONIGHT = 'Alder 1: the terminal is to be updated to 1.3.0 on 2026-11-27, between 01:00 and 05:00.'
const TOMORROW =
  'Alder 1: the terminal is to be updated to 1.3.0 on 2026-11-28, between 01:00 and 05:00. Postponed once.'

const one = planning(1)
part(
  'a store says "not today" after a question, on a phone as well, and sees when it comes instead',
  async ({ page, open, expectNoBarriers }) => {
    await open()
    await page.getByText(TONIGHT).waitFor()
    await page.getByRole('button', { name: 'Not today: Alder 1' }).click()
    const question = page.getByRole('alertdialog', { name: 'Not today: Alder 1?' })
    await question.getByText(/^The update to 1\.3\.0 does not come on 2026-11-27 between 01:00/).waitFor()
    await expectNoBarriers()
    await question.getByRole('button', { name: 'Not today' }).click()
    await page.getByText(TOMORROW).waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByText('Postponed to 2026-11-28').waitFor()
    expect(one.bodies).toEqual([{ token: '41', store_id: '1' }])
    expect(await page.getByRole('button', { name: /^Not today/ }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectNoBarriers()
  },
  options(one.service, phone),
)

const several = planning(3)
part(
  'updates of several stores are listed where they are looked for, each with its own button',
  async ({ page, open, expectNoBarriers }) => {
    await open()
    await page.getByText('3 updates of terminals are planned.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await page.getByRole('button', { name: 'Show stores' }).click()
    await page.getByRole('row', { name: /N002 Alder 2 1\.3\.0 2026-11-27 01:00–05:00 0/ }).waitFor()
    await expectNoBarriers()
    await page.getByRole('button', { name: 'Not today: Alder 2' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Not today' }).click()
    await page.getByRole('row', { name: /N002 Alder 2 1\.3\.0 2026-11-28 01:00–05:00 1/ }).waitFor()
    expect(several.bodies).toEqual([{ token: '41', store_id: '2' }])
  },
  options(several.service),
)

const read = planning(1)
part(
  'whoever may only look has no button',
  async ({ page, open }) => {
    await open()
    await page.getByText(TONIGHT).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  },
  options(read.service, { pages: ['1-1'] }),
)

const urgent = planning(1, false)
part(
  'what cannot be put off has none either',
  async ({ page, open }) => {
    await open()
    await page.getByText(TONIGHT).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  },
  options(urgent.service),
)

const none = planning(0)
part(
  'nothing is shown while nothing is planned',
  async ({ page, open }) => {
    const answered = page.waitForResponse(/ver-update\/planned/)
    await open()
    await answered
    expect(await page.locator('main').innerText()).toBe('Part\nHome')
  },
  options(none.service),
)
