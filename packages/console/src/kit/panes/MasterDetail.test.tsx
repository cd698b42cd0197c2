import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest, phone } from '../../testing/part-page'

const part = partTest('kit-parts-screen.tsx')

const pane = (page: Page, name: string) =>
  page.locator('[data-pane]').filter({ has: page.getByRole('heading', { name }) })
const edge = (page: Page) => page.getByRole('separator', { name: 'Width of Folders' })

describe('panes', () => {
  part(
    'Enter on a row goes on to the next pane, and Back returns',
    async ({ page, open, expectNoBarriers }) => {
      await open('/panes')
      await pane(page, 'Folders').getByRole('row', { name: 'Folders one' }).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await pane(page, 'Script files').locator('tr:focus').getByText('Script files one').waitFor()
      expect(new URL(page.url()).searchParams.get('pane')).toBe('scripts')
      await page.keyboard.press('Enter')
      await pane(page, 'Commands').locator('tr:focus').waitFor()
      await expectNoBarriers()
      await page.goBack()
      await pane(page, 'Script files').locator('tr:focus').waitFor()
    },
  )

  part('an edge is moved by keys and by dragging, and stays where it was put', async ({ page, open }) => {
    await open('/panes')
    const width = async () => Math.round((await pane(page, 'Folders').boundingBox())?.width ?? 0)
    const before = await width()
    expect(await edge(page).getAttribute('aria-valuenow')).toBe('33')
    expect(await edge(page).getAttribute('aria-valuemin')).toBe('12')
    // the neighbour keeps its 12 of the 67 that both have
    expect(await edge(page).getAttribute('aria-valuemax')).toBe('55')
    await edge(page).focus()
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
    expect(await edge(page).getAttribute('aria-valuenow')).toBe('43')
    expect(await width()).toBeGreaterThan(before + 100)

    const box = await edge(page).boundingBox()
    if (box === null) throw new Error('no edge')
    await page.mouse.move(box.x + box.width / 2, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(300, box.y + 60, { steps: 5 })
    await page.mouse.up()
    const dragged = await width()
    expect(Math.abs(dragged + 16 - 300)).toBeLessThan(20)
    await page.reload()
    expect(await width()).toBe(dragged)
  })

  part(
    'on a phone there is one pane at a time, with a way back',
    async ({ page, open, expectNoBarriers }) => {
      await open('/panes?pane=scripts')
      await pane(page, 'Script files').waitFor()
      expect(await page.locator('[data-pane]').count()).toBe(1)
      await expectNoBarriers()
      await page.getByRole('button', { name: 'Back to Folders' }).tap()
      await pane(page, 'Folders').waitFor()
      expect(await page.getByRole('button', { name: /^Back to/ }).count()).toBe(0)
    },
    phone,
  )

  part(
    'the way on is there without keys, and waits for what the next pane needs',
    async ({ page, open, expectNoBarriers }) => {
      await open('/late')
      const on = page.getByRole('button', { name: 'Continue to Script files' })
      await on.and(page.locator('[aria-disabled="true"]')).press('Enter')
      expect(await page.getByRole('heading', { name: 'Folders' }).count()).toBe(1)
      await page.getByRole('button', { name: 'Select row Folders one' }).tap()
      await expectNoBarriers()
      await on.tap()
      await pane(page, 'Script files').waitFor()
      await page.getByRole('button', { name: 'Back to Folders' }).waitFor()
    },
    phone,
  )

  part('rows that come late still get the focus, unless the reader has gone on', async ({ page, open }) => {
    await open('/late')
    await page.getByRole('row', { name: 'Folders one' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-pane="scripts"]:focus').waitFor()
    await page.getByRole('button', { name: 'Rows arrive' }).evaluate((button: HTMLElement) => button.click())
    await page.locator('tr:focus').getByText('Script files one').waitFor()
  })
})
