import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest, phone } from '../../testing/part-page'
import { button, dialog, field, fillRequest, row, save } from '../../testing/request-form'
import { RequestTable, refusal } from '../../testing/request-table'

const part = partTest('table-editor-screen.tsx')
const pages = ['2-3-1']

/** Enough rows for two pages. */
const many = new RequestTable(12)
describe('table editor', () => {
  part(
    'a new row is sent, read back, turned up, selected and marked',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await button(page, 'New').click()
      await page.getByRole('dialog', { name: 'New: Requests' }).waitFor()
      await expectNoBarriers()
      await fillRequest(page)
      await page.keyboard.press('Enter')
      await dialog(page).waitFor({ state: 'detached' })
      expect(many.writes.at(-1)?.body).toEqual({
        rows: [
          {
            brand: 'Danfoss',
            model: 'AK-CC 55',
            code: 'D55',
            reply_bytes: 25,
            note: '',
            adds_checksum: true,
          },
        ],
      })
      await page.locator('tr[data-marked][data-selected]').getByText('D55').waitFor()
      await page.getByTestId('chosen').getByText('D55').waitFor()
      expect(new URL(page.url()).searchParams.get('t1.row')).toBe('13')
      expect(new URL(page.url()).searchParams.get('t1.page')).toBe('2')
      await page.locator('tr[data-marked]').waitFor({ state: 'detached' })
      await page.locator('button:focus').getByText('New').waitFor()

      await page.reload()
      await page.locator('tr[data-selected]').getByText('D55').waitFor()
    },
    { pages, service: many.answer },
  )

  const edited = new RequestTable()
  part(
    'Enter on a row opens it filled in, the changed row keeps its place and the focus comes back to it',
    async ({ page, open }) => {
      await open()
      await row(page, 'C01').focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Edit: C02' }).waitFor()
      expect(await field(page, 'Reply length').inputValue()).toBe('9')
      await field(page, 'Note').fill('by hand')
      await page.keyboard.press('Control+Enter')
      await dialog(page).waitFor({ state: 'detached' })
      await page.locator('tr[data-marked]:focus').getByText('by hand').waitFor()
      expect(edited.writes).toHaveLength(1)
      expect(edited.writes[0]?.body).toMatchObject([{ id: 2, note: 'by hand' }])
    },
    { pages, service: edited.answer },
  )

  const pressed = new RequestTable()
  part(
    'Edit and Delete wait for a row; a double click opens one and leaves it selected',
    async ({ page, open }) => {
      await open()
      await button(page, 'Edit').press('Enter')
      expect(await dialog(page).count()).toBe(0)
      await button(page, 'Edit').and(page.locator('[aria-disabled="true"]')).waitFor()
      await row(page, 'C03').getByRole('cell', { name: 'Carel' }).dblclick()
      await page.getByRole('dialog', { name: 'Edit: C03' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await page.getByTestId('chosen').getByText('C03').waitFor()
    },
    { pages, service: pressed.answer },
  )

  const raced = new RequestTable()
  part(
    'a row that someone else has changed is confirmed again in its current version',
    async ({ page, open, tolerate, expectNoBarriers }) => {
      tolerate(/status of 409/)
      await open()
      await row(page, 'C02').click()
      await page.keyboard.press('Delete')
      const baseQuery = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })
      await baseQuery.getByText('C02', { exact: true }).waitFor()
      raced.instead = ({ method }) => {
        if (method !== 'DELETE') return null
        raced.instead = () => null
        raced.rows = raced.rows.map((one) => (one.id === 2 ? { ...one, code: 'X02' } : one))
        return refusal('Someone was first.', {}, 'row.changed')
      }
      await baseQuery.getByRole('button', { name: 'Delete' }).click()
      await baseQuery
        .getByRole('status')
        .getByText(/^Someone else has changed this/)
        .waitFor()
      await baseQuery.getByText('X02', { exact: true }).waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(1)
      await expectNoBarriers()
      await baseQuery.getByRole('button', { name: 'Delete' }).click()
      await baseQuery.waitFor({ state: 'detached' })
      expect(raced.rows.map(({ code }) => code)).toEqual(['C01', 'C03'])
    },
    { pages, service: raced.answer },
  )

  const deleted = new RequestTable()
  part(
    'the Delete key asks for confirmation by name with the focus on Cancel; afterwards the next row has the focus',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await row(page, 'C02').focus()
      await page.keyboard.press('Delete')
      const baseQuery = page.getByRole('alertdialog', { name: 'Are you sure you want to delete?' })
      await baseQuery.getByText('Scripts with C02 stop reading.').waitFor()
      await expectNoBarriers()
      await page.keyboard.press('Enter')
      await baseQuery.waitFor({ state: 'detached' })
      expect(deleted.writes).toEqual([])
      await page.locator('tr:focus').getByText('C02').waitFor()
      await page.keyboard.press('Delete')
      await baseQuery.getByRole('button', { name: 'Delete' }).click()
      await baseQuery.waitFor({ state: 'detached' })
      expect(deleted.rows.map(({ code }) => code)).toEqual(['C01', 'C03'])
      await page.locator('tr:focus').getByText('C03').waitFor()
    },
    { pages, service: deleted.answer },
  )

  const pasted = new RequestTable(1)
  part(
    'pasted rows are checked line by line and sent as one call',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await button(page, 'Paste rows').click()
      const rows = dialog(page).getByRole('textbox', { name: 'Rows from a spreadsheet' })
      await rows.fill('Brand\tModel\tCode\nCarel\tIR33\tP01\t12\tfirst\tyes\nCarel\tIR33\t\tmany\n')
      await dialog(page).getByText('Line 3, Code: Required').waitFor()
      await dialog(page).getByText('Line 3, Reply length: Enter a number').waitFor()
      await expectNoBarriers()
      await dialog(page).getByRole('button', { name: 'Add 2 rows' }).press('Enter')
      expect(pasted.writes).toEqual([])
      await rows.fill('Carel\tIR33\tP01\t12\tfirst\tyes\r\nCarel\tPJEZ\tP02\t13\t\tno\r\n')
      await dialog(page).getByRole('button', { name: 'Add 2 rows' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      expect(pasted.writes).toHaveLength(1)
      expect(pasted.rows.slice(1)).toMatchObject([
        { code: 'P01', reply_bytes: 12, note: 'first', adds_checksum: true },
        { code: 'P02', model: 'PJEZ', reply_bytes: 13, adds_checksum: false },
      ])
    },
    { pages, service: pasted.answer },
  )

  const readOnly = new RequestTable()
  part(
    'without the right to change, the table can be read and says so',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await page.getByText('Read only').waitFor()
      expect(await button(page, 'New').count()).toBe(0)
      await row(page, 'C01').focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Delete')
      expect(await dialog(page).count()).toBe(0)
      await expectNoBarriers()
    },
    { service: readOnly.answer },
  )

  const empty = new RequestTable(0)
  part(
    'an empty table says what belongs there and offers New',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await page.getByText('No requests yet').waitFor()
      await expectNoBarriers()
      await button(page, 'New').last().click()
      await dialog(page).waitFor()
    },
    { pages, service: empty.answer },
  )

  const handheld = new RequestTable()
  part(
    'on a phone rows are cards with their own buttons, the form fills the screen, and targets are large',
    async ({ page, open, expectNoBarriers }) => {
      await open()
      await page.getByRole('button', { name: 'Select row C02' }).tap()
      const card = page.getByRole('listitem').filter({ hasText: 'C02' })
      await card.getByRole('button', { name: 'Edit' }).waitFor()
      await expectNoBarriers()
      expect(await smallestTarget(page)).toBeGreaterThanOrEqual(44)
      await card.getByRole('button', { name: 'Edit' }).tap()
      const box = await dialog(page).boundingBox()
      expect([box?.width, box?.height]).toEqual([390, 844])
      await expectNoBarriers()
      await field(page, 'Note').fill('from the aisle')
      await save(page).tap()
      await dialog(page).waitFor({ state: 'detached' })
      await card.getByText('from the aisle').waitFor()
    },
    { ...phone, pages, service: handheld.answer },
  )

  const printed = new RequestTable(12)
  part(
    'on paper all rows are under a header that the browser repeats, without any buttons',
    async ({ page, open }) => {
      await open()
      await row(page, 'C01').waitFor()
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await row(page, 'C12').waitFor()
      expect(await page.locator('table').getByRole('button').count()).toBe(0)
      // Chromium repeats a head only if it may not be split and holds no button.
      const breaks = await page.locator('thead').evaluate((head) => getComputedStyle(head).breakInside)
      expect(breaks).toBe('avoid')
    },
    { pages, service: printed.answer },
  )
})

/** The least height of what can be tapped. */
async function smallestTarget(page: Page): Promise<number> {
  const heights = await page
    .getByRole('region', { name: 'Requests' })
    .locator('button:visible, a:visible, select:visible')
    .evaluateAll((targets) => targets.map((target) => target.getBoundingClientRect().height))
  return Math.min(...heights)
}
