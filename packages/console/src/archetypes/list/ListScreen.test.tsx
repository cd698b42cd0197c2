import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest } from '../../testing/part-page'
import type { Reply, ServiceRequest } from '../../testing/screen-server'

const part = partTest('list-screen.tsx')

/** Doors behind the call: every tenth is red. */
function doors(count: number) {
  const queries: ServiceRequest['query'][] = []
  const all = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Door ${index + 1}` }))
  const service = ({ query }: ServiceRequest): Reply => {
    queries.push(query)
    const found = all
      .filter(({ id }) => query.colour !== 'red' || id % 10 === 0)
      .filter(({ name }) => name.includes(query.key ?? ''))
    const size = Number(query.page_size)
    const first = (Number(query.page) - 1) * size
    return { json: { doors: found.slice(first, first + size), total: found.length } }
  }
  return { queries, service }
}

const table = (page: Page) => page.getByRole('region', { name: 'Doors' })
const cell = (page: Page, name: string) => table(page).getByText(name, { exact: true })
const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

describe('a list that the service searches and pages', () => {
  const few = doors(60)
  part(
    'page, size, search and filters are in the address, and can be cleared at once',
    async ({ page, open, expectNoBarriers }) => {
      await open('/?page=2')
      await cell(page, 'Door 21').waitFor()
      await page.getByText('Below the table').waitFor()
      await expectNoBarriers()

      await table(page).getByRole('combobox').selectOption('50')
      await cell(page, 'Door 50').waitFor()
      expect(parametersOf(page)).toEqual({ size: '50' })
      await table(page).getByRole('button', { name: 'Page 2' }).click()
      await cell(page, 'Door 51').waitFor()
      expect(parametersOf(page)).toEqual({ page: '2', size: '50' })

      await page.getByRole('button', { name: 'Red ones' }).click()
      await cell(page, 'Door 10').waitFor()
      await table(page).getByRole('searchbox').fill('9')
      await table(page).getByText('No rows match').waitFor()
      expect(parametersOf(page)).toEqual({ colour: 'red', q: '9', size: '50' })
      expect(few.queries.at(-1)).toEqual({ colour: 'red', key: '9', page: '1', page_size: '50' })

      await table(page).getByRole('button', { name: 'Clear filters' }).click()
      await cell(page, 'Door 1').waitFor()
      expect(parametersOf(page)).toEqual({ size: '50' })
    },
    { service: few.service },
  )

  part(
    'a page that is no longer there gives the last one',
    async ({ page, open }) => {
      await open('/?page=9')
      await cell(page, 'Door 60').waitFor()
      expect(parametersOf(page)).toEqual({ page: '3' })
    },
    { service: doors(60).service },
  )

  const many = doors(450)
  part(
    'the file holds what the filters let through, on all pages',
    async ({ page, open }) => {
      await open('/?q=Door&page=x')
      await cell(page, 'Door 20').waitFor()
      const download = page.waitForEvent('download')
      await table(page).getByRole('button', { name: /CSV/ }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      expect(file.trim().split('\r\n')).toHaveLength(451)
      expect(
        many.queries.slice(-3).map(({ key, page: number, page_size }) => [key, number, page_size]),
      ).toEqual([
        ['Door', '1', '200'],
        ['Door', '2', '200'],
        ['Door', '3', '200'],
      ])
    },
    { service: many.service },
  )

  part(
    'no rows at all are not the same as no match',
    async ({ page, open }) => {
      await open()
      await table(page).getByText('No doors yet').waitFor()
    },
    { service: doors(0).service },
  )
})
