import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partTest, phone } from '../../testing/part-page'

const part = partTest('kit-parts-screen.tsx')

const photos = (page: Page) => page.getByRole('region', { name: 'Photos of the case' })
const large = (page: Page) => page.getByRole('dialog')

/** A PNG of some size, drawn by the browser itself. */
async function png(page: Page, name: string, width: number, height: number) {
  const bytes = await page.evaluate(
    async ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      canvas.getContext('2d')?.fillRect(0, 0, 10, 10)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
    },
    [width, height],
  )
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

describe('photo tiles', () => {
  part(
    'each photo shows its number, its time and how far it is sent',
    async ({ page, open, expectNoBarriers }) => {
      await open('/photos')
      await photos(page).getByText('4 / 6').waitFor()
      await photos(page).getByRole('img', { name: 'Photo 1 of 4, 14:24' }).waitFor()
      const sending = photos(page).getByRole('progressbar', { name: 'Sending: Photo 2 of 4, 14:25' })
      expect(await sending.getAttribute('aria-valuenow')).toBe('40')
      await photos(page).getByText('Waiting to send (1)').waitFor()
      await expectNoBarriers()
      await photos(page).getByRole('button', { name: /Retry/ }).click()
      await photos(page).getByRole('progressbar', { name: 'Sending: Photo 3 of 4, 14:26' }).waitFor()
    },
  )

  part('added photos are made small, and at the limit the tile gives way to the reason', async (given) => {
    const { page, open } = given
    await open('/photos')
    const input = photos(page).locator('input[type="file"]')
    await input.setInputFiles([
      await png(page, 'tall.png', 1000, 4000),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    ])
    await photos(page).getByText('5 / 6').waitFor()
    await photos(page).getByRole('alert').getByText('Error reading file: notes.txt').waitFor()
    const added = photos(page).getByRole('img', { name: 'Photo 5 of 5, tall.jpg' })
    expect(
      await added.evaluate((image) => [
        (image as HTMLImageElement).naturalWidth,
        (image as HTMLImageElement).naturalHeight,
      ]),
    ).toEqual([400, 1600])
    await input.setInputFiles([await png(page, 'one.png', 20, 20), await png(page, 'two.png', 20, 20)])
    await photos(page).getByText('6 / 6').waitFor()
    await photos(page).getByText('No more than 6 photos').waitFor()
    expect(await input.count()).toBe(0)
  })

  part('a photo is looked at large with keys, and Esc gives the focus back to its tile', async (given) => {
    const { page, open, expectNoBarriers } = given
    await open('/photos')
    await photos(page).getByRole('button', { name: 'Enlarge Photo 1 of 4, 14:24' }).click()
    await page.getByRole('dialog', { name: 'Photo 1 of 4, 14:24' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'Photo 2 of 4, 14:25' }).waitFor()
    await large(page).getByRole('button', { name: 'Zoom in' }).click()
    await expectNoBarriers()
    await page.keyboard.press('Escape')
    await large(page).waitFor({ state: 'detached' })
    await page.locator('button:focus[aria-label="Enlarge Photo 1 of 4, 14:24"]').waitFor()
  })

  part('a photo is removed only after a question', async ({ page, open }) => {
    await open('/photos')
    await photos(page).getByRole('button', { name: 'Remove Photo 1 of 4, 14:24' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove this photo?' })
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await photos(page).getByRole('img').count()).toBe(4)
    await photos(page).getByRole('button', { name: 'Remove Photo 1 of 4, 14:24' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await photos(page).getByText('3 / 6').waitFor()
  })

  part(
    'on a phone, three are in a row and a swipe moves to the next',
    async ({ page, open, expectNoBarriers }) => {
      await open('/photos')
      await expectNoBarriers()
      const tops = await photos(page)
        .locator('li')
        .evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top)))
      expect(new Set(tops.slice(0, 3)).size).toBe(1)
      expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)
      await photos(page).getByRole('button', { name: 'Enlarge Photo 1 of 4, 14:24' }).tap()
      const session = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 300 }],
        })
      await touch('touchStart', 320)
      await touch('touchMove', 200)
      await touch('touchMove', 80)
      await touch('touchEnd')
      await page.getByRole('dialog', { name: 'Photo 2 of 4, 14:25' }).waitFor()
    },
    phone,
  )
})
