import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { partTest } from '../testing/part-page'
import type { Reply, ServiceRequest } from '../testing/screen-server'

const part = partTest('photos-screen.tsx')
const RECORD = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const AT = '2026-11-20T06:24:00.000Z'

const photos = (page: Page) => page.getByRole('region', { name: 'Photos of the record' })

/** A record with a photo of someone else, behind the calls; the first photo that is sent is refused. */
function record() {
  const kept: ReturnType<typeof photoOf>[] = []
  const sent: Readonly<Record<string, string>>[] = []
  /** A second try begins like the first. */
  const begin = () => {
    kept.splice(0, kept.length, photoOf(OTHER, false))
    sent.length = 0
  }
  const service = ({ method, path, query, headers }: ServiceRequest): Reply => {
    if (path === '/api/v2/maintain/attach/max-images') return { json: { max_images: 3 } }
    const id = /^\/api\/v2\/photos\/([0-9a-f-]+)$/.exec(path)?.[1]
    if (id !== undefined && method === 'DELETE') {
      kept.splice(
        kept.findIndex((one) => one.id === id),
        1,
      )
      return { json: {} }
    }
    if (id !== undefined) {
      sent.push({ id, type: headers['content-type'] ?? '', ...query })
      if (sent.length === 1) return { status: 413, json: tooLarge }
      kept.push(photoOf(id, true))
      return { json: kept.at(-1) }
    }
    if (path.endsWith('/file')) return { status: 404, json: {} }
    return { json: { records: [recordOf(kept)], total: 1, page: 1, page_size: 20 } }
  }
  begin()
  return { service, sent, begin }
}

const tooLarge = { code: 'photo.pixels', message: 'The picture is too large.', request_id: '1' }

function photoOf(id: string, isOwn: boolean) {
  const times = { taken_at: AT, taken_from: 'exif', entered_at: AT, received_at: AT }
  const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  return { id, ...times, width: 4, height: 3, by: 'Ada', is_own: isOwn, url }
}

function recordOf(kept: readonly object[]) {
  const days = { due_on: '2026-11-20', done_on: '2026-11-20' }
  const times = { done_at: AT, entered_at: AT, received_at: AT, is_late: false }
  const content = { by: 'Ada', result: 'good', note: '', tasks: [], photos: kept, photos_awaited: 0 }
  return { id: RECORD, ...days, ...times, ...content }
}

async function addPicture(page: Page): Promise<void> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
  })
  const file = { name: 'fan.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
  await photos(page).locator('input[type="file"]').setInputFiles([file])
}

{
  const { service, sent, begin } = record()
  part(
    'a photo that was refused says so, is sent again under the same id, and then stands among the others',
    async ({ page, open, tolerate, expectNoBarriers }) => {
      tolerate(/status of 413/)
      begin()
      await open()
      await photos(page).getByText('1 / 3').waitFor()
      await photos(page).getByRole('img', { name: 'Photo 1 of 1, 14:24' }).waitFor()
      await addPicture(page)
      await photos(page).getByText('Not sent').waitFor()
      await page.getByText(/^The picture is too large\. Take it again with a smaller/).waitFor()
      await page.getByText('Not accepted (1)').waitFor()
      await expectNoBarriers()
      await photos(page)
        .getByRole('button', { name: /^Retry/ })
        .click()
      await expect.poll(() => photos(page).getByText('Not sent').count()).toBe(0)
      await photos(page).getByRole('img', { name: 'Photo 2 of 2, 14:24' }).waitFor()
      await expect.poll(() => page.getByText(/Waiting to send|Not accepted/).count()).toBe(0)
      const [first, second, ...others] = sent
      expect(others).toEqual([])
      expect(first).toMatchObject({ subject: 'upkeep', of: RECORD, taken_from: 'clock', type: 'image/jpeg' })
      expect(second).toEqual(first)

      // that of someone else stays
      expect(
        await photos(page)
          .getByRole('button', { name: /^Remove/ })
          .count(),
      ).toBe(1)
      await photos(page)
        .getByRole('button', { name: /^Remove Photo 2/ })
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await photos(page).getByText('1 / 3').waitFor()
    },
    { pages: ['4-3'], service },
  )
}

{
  const { service } = record()
  part(
    'who may not write on the page looks at photos alone',
    async ({ page, open }) => {
      await open()
      await photos(page).getByRole('img', { name: 'Photo 1 of 1, 14:24' }).waitFor()
      expect(await photos(page).locator('input[type="file"]').count()).toBe(0)
      expect(
        await photos(page)
          .getByRole('button', { name: /^Remove/ })
          .count(),
      ).toBe(0)
    },
    { pages: ['1-1'], service },
  )
}
