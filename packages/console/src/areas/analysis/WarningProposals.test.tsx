import { expect } from 'vitest'
import { type PartOptions, partTest, phone } from '../../testing/part-page'
import type { Reply, ServiceRequest } from '../../testing/screen-server'

const part = partTest('warning-page-screen.tsx')

const text = (value: string) => ({ value, kind: 'text' })
const number = (value: string) => ({ value, kind: 'number', decimals: 0 })
const percent = (value: string) => ({ value, kind: 'percent', unit: '%', decimals: 1 })
const backtest = {
  title: 'Back-test by rule and model',
  header: [
    text('Rule'),
    text('Model'),
    number('Warnings'),
    number('Came true'),
    number('False'),
    number('Undecided'),
    percent('Precision'),
    percent('95 % from'),
    percent('95 % to'),
    { value: 'Median lead, days', kind: 'number', decimals: 1 },
  ],
  data: [
    { id: 'threshold/all', value: ['Score low', 'All models', 13, 8, 2, 3, 80, 49, 94.3, 1.3] },
    { id: 'threshold/4', value: ['Score low', 'Carel IR33', 13, 8, 2, 3, 80, 49, 94.3, 1.3] },
    { id: 'falling/all', value: ['Score falling', 'All models', 1, 0, 0, 1, null, null, null, null] },
  ],
  page_size: 10,
  filter_index: 0,
}
const list = {
  title: 'Early warnings',
  header: [text('Raised')],
  data: [],
  page_size: 10,
  filter_index: null,
}

function chain(proposals: Reply) {
  const requests: ServiceRequest['query'][] = []
  const service = ({ path, query }: ServiceRequest): Reply => {
    if (path === '/api/v2/pre-alarm/detail/proposals') return proposals
    if (path === '/api/v2/pre-alarm/detail/pageinfo')
      return {
        json: {
          default_date: '2026-10-22',
          duration: 30,
          duration_title: '30 days',
          pre_title: 'Previous',
          next_title: 'Next',
          durations: [{ value: 30, title: '30 days' }],
        },
      }
    if (path === '/api/v2/pre-alarm/detail') {
      requests.push(query)
      const computed_at = '2026-11-20T04:00:00.000Z'
      return { json: { charts: [], table: list, backtest, verdicts: [], coverage: null, computed_at } }
    }
    if (path === '/api/v2/account/info')
      return {
        json: {
          company: 'Frostline',
          company_ceo: '',
          company_addr: '',
          service_due_dt: null,
          second_factor: 'nobody',
          level_names: '',
          revision: 1,
          may_edit: false,
        },
      }
    if (path.includes('department')) return { json: { id: 1, name: 'Frostline', children: [] } }
    return { json: [] }
  }
  return { requests, service }
}

const none = { came_true: 0, false: 0, x: null, spared: 0 }
const change = {
  kind: 'threshold',
  rule: 'Score low',
  present: 70,
  advice: 'change',
  came_true: 11,
  false: 14,
  x: 64,
  spared: 9,
}
const proposed: Reply = {
  json: {
    proposals: [
      change,
      {
        kind: 'falling',
        rule: 'Score falling',
        present: 10,
        advice: 'keep',
        came_true: 8,
        false: 4,
        x: null,
        spared: 0,
      },
      { kind: 'oscillation', rule: 'Score swinging', present: 8, advice: 'too_few', ...none },
    ],
  },
}
const options = (service: PartOptions['service'], more: PartOptions = {}): PartOptions => ({
  pages: ['1-8'],
  service,
  ...more,
})

const full = chain(proposed)
part(
  'counts lead to their warnings, and a proposal to the editor of its rule with its points',
  async ({ page, open, expectNoBarriers }) => {
    await open('/EarlyAlarmAnalysis?dep=1&store=all')
    await page.getByText('9 of 14 false warnings would not have come, 0 of 11 right ones lost.').waitFor()
    await page.getByText(/keep 10 points/).waitFor()
    await page.getByText(/not enough decided warnings for a proposal\. Decided: 0/).waitFor()
    const open64 = page.getByRole('link', { name: 'Open the rule with 64 points' })
    expect(await open64.getAttribute('href')).toBe('/EarlyWarningSetting?dep=1&edit=threshold&x=64')
    await expectNoBarriers()

    const table = page.getByRole('region', { name: 'Back-test by rule and model' })
    await table
      .getByRole('row', { name: /Carel IR33/ })
      .getByRole('link', { name: '8', exact: true })
      .click()
    await page.getByText('Only: Score low · Carel IR33 · Came true').waitFor()
    expect(full.requests.at(-1)).toMatchObject({ kind: 'threshold', model: '4', outcome: 'came_true' })
    // nothing is false there, so that no list is offered
    const falling = table.getByRole('row', { name: /Score falling/ })
    expect(await falling.getByRole('link').count()).toBe(2)
    await page.getByRole('button', { name: 'Show all warnings' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?dep=1&store=all')
  },
  options(full.service),
)

const broken = chain({ status: 503, json: {} })
part(
  'where there are no proposals to be had the page says so in their place, and shows the rest',
  async ({ page, open, tolerate }) => {
    tolerate(/503/)
    await open('/EarlyAlarmAnalysis?dep=1&store=all')
    await page
      .getByRole('region', { name: 'Proposed thresholds' })
      .getByRole('button', { name: 'Retry' })
      .waitFor()
    await page.getByRole('row', { name: /Carel IR33/ }).waitFor()
  },
  options(broken.service),
)

const held = chain(proposed)
part(
  'on a phone nothing is wider than the screen',
  async ({ page, open, expectNoBarriers }) => {
    await open('/EarlyAlarmAnalysis?dep=1&store=all')
    await page.getByText('64 点でルールを開く').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectNoBarriers()
  },
  options(held.service, { ...phone, language: 'ja' }),
)
