import { describe, expect } from 'vitest'
import { partTest } from '../../testing/part-page'

const part = partTest('kit-parts-screen.tsx')

describe('progress of a job', () => {
  part('says how far it is in figures, names every state, and when it is expected to end', async (given) => {
    const { page, open, expectNoBarriers } = given
    await open('/job')
    const job = page.getByRole('region', { name: 'Update of 200 stores' })
    // 90 done, 7 failed and 3 not reached of 200 have ended.
    await job.getByText('50\u202f% · 100 of 200').waitFor()
    await job.getByRole('listitem').filter({ hasText: 'Installing' }).getByText('10').waitFor()
    await job.getByText('Elapsed 1 h 35 min · Expected end about 15:00').waitFor()
    const bar = job.getByRole('progressbar', { name: 'Update of 200 stores' })
    expect(await bar.getAttribute('aria-valuenow')).toBe('50')
    expect(await bar.getAttribute('aria-valuetext')).toContain('Transferring 24, Installing 10')
    await expectNoBarriers()
  })

  part('parts are as wide as they count; a state without members takes no room', async ({ page, open }) => {
    await open('/job')
    const widths = (name: string) =>
      page
        .getByRole('progressbar', { name })
        .locator('> span')
        .evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect().width))
    const [waiting = 0, transferring = 0] = await widths('Update of 200 stores')
    expect(waiting / transferring).toBeCloseTo(60 / 24, 1)
    expect(await widths('Late job')).toHaveLength(6)
  })

  part('a job that stopped reporting says since when', async ({ page, open }) => {
    await open('/job')
    const job = page.getByRole('region', { name: 'Late job' })
    await job.getByText('Status delayed, last response 13:34:40').waitFor()
  })
})
