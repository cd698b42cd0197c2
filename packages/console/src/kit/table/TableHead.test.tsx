import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest, phone } from '../../testing/part-page'

const part = partTest('kit-table-screen.tsx')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const firstCells = (page: Page) => page.getByRole('rowheader').allTextContents()
const left = async (page: Page, name: string) => Math.round((await head(page, name).boundingBox())?.x ?? 0)

describe('columns under a shared head', () => {
  part(
    'the shared head spans its column group and says the unit once',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      const shared = head(page, 'Limit °C')
      expect(await shared.getAttribute('scope')).toBe('colgroup')
      expect(await shared.getAttribute('colspan')).toBe('2')
      expect(await head(page, 'Node').getAttribute('rowspan')).toBe('2')
      const groups = await page
        .locator('colgroup')
        .evaluateAll((all) => all.map((group) => (group as HTMLTableColElement).span))
      expect(groups).toEqual([1, 2])
      const [over, low, high] = await Promise.all([
        shared.boundingBox(),
        head(page, 'Low').boundingBox(),
        head(page, 'High').boundingBox(),
      ])
      expect(over?.x).toBe(low?.x)
      expect((over?.x ?? 0) + (over?.width ?? 0)).toBeCloseTo((high?.x ?? 0) + (high?.width ?? 0), 0)
      await expectNoBarriers()
    },
  )

  part('a column of a group is sorted by its own head, missing values last', async ({ page, open }) => {
    await open()
    await head(page, 'Low').getByRole('button').click()
    expect(await head(page, 'Low').getAttribute('aria-sort')).toBe('ascending')
    expect(await firstCells(page)).toEqual(['Evaporator', 'Air', 'Food'])
    await head(page, 'High').getByRole('button').click()
    expect(await firstCells(page)).toEqual(['Food', 'Air', 'Evaporator'])
  })

  part('in the file, where no head is shared, columns have their whole titles', async ({ page, open }) => {
    await open()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffNode,Low limit °C,High limit °C',
      'Air,-30,-15',
      'Food,,-18',
    ])
  })

  part(
    'on a card, too',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      const card = page.getByRole('listitem').filter({ hasText: 'Air' })
      await card.getByText('Low limit °C').waitFor()
      await card.getByText('High limit °C').waitFor()
      await expectNoBarriers()
    },
    phone,
  )

  part(
    'rows can be chosen on cards, too',
    async ({ page, open, expectNoBarriers }) => {
      await open('/checked')
      await page.getByRole('checkbox', { name: 'Select row Food' }).check()
      await page.getByText('3 rows · 1 selected').waitFor()
      await expectNoBarriers()
    },
    phone,
  )

  part(
    'only the first column stays in sight when the table scrolls sideways',
    async ({ page, open, expectNoBarriers }) => {
      await open('/wide')
      const frame = page.getByRole('region', { name: 'Table Wide rules, scrollable' })
      // before it scrolls: a head that is half under the pinned column is no small target
      await expectNoBarriers()
      const before = { node: await left(page, 'Node'), low: await left(page, 'Low') }
      await frame.evaluate((element) => element.scrollTo({ left: 200 }))
      await expect.poll(() => left(page, 'Low')).toBe(before.low - 200)
      expect(await left(page, 'Node')).toBe(before.node)
    },
    { viewport: { width: 760, height: 700 } },
  )
})
