import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openContext } from '../../../../e2e/support/launch-browser'
import {
  buildScreen,
  ORIGIN,
  prepareBrowser,
  type Reply,
  type ScreenFiles,
  serveScreen,
} from '../testing/screen-server'

const RECORD = '00000000-0000-4000-8000-000000000001'
const AT = '2026-11-20T06:24:00.000Z'
const MAX_IMAGES = '/api/v2/maintain/attach/max-images'

let files: ScreenFiles
beforeAll(async () => {
  files = await buildScreen('photos-screen.tsx')
})

interface Sent {
  readonly id: string
  readonly by: string
  readonly takenAt: string | undefined
}

/** One browser with windows of several accounts, and the service behind them. */
class Phone {
  readonly sent: Sent[] = []
  answer: (sent: Sent) => Reply | Promise<Reply> = () => ({})
  #kept: Sent[] = []
  readonly #context: BrowserContext

  private constructor(context: BrowserContext) {
    this.#context = context
  }

  static async open(work: (phone: Phone) => Promise<void>): Promise<void> {
    const context = await openContext({ baseURL: ORIGIN, locale: 'en-GB', timezoneId: 'Asia/Taipei' })
    try {
      await work(new Phone(context))
    } finally {
      await context.close()
    }
  }

  async window(account = '1'): Promise<Page> {
    const page = await this.#context.newPage()
    await prepareBrowser(page, ['4-3'], 'en')
    await page.addInitScript((token) => {
      localStorage.setItem('coldkeep.session', JSON.stringify({ token, user: { name: 'Ada' } }))
    }, tokenOf(account))
    await serveScreen(page, files, (request) => this.#service(request))
    await page.goto('/')
    await photos(page).waitFor()
    return page
  }

  async #service({
    method,
    path,
    query,
    headers,
  }: Parameters<Parameters<typeof serveScreen>[2]>[0]): Promise<Reply> {
    if (path === MAX_IMAGES) return { json: { max_images: 10 } }
    const id = /^\/api\/v2\/photos\/([0-9a-f-]+)$/.exec(path)?.[1]
    if (id === undefined || method !== 'PUT')
      return { json: { records: [recordOf(this.#kept)], total: 1, page: 1, page_size: 20 } }
    const sent = { id, by: accountOf(headers.authorization ?? ''), takenAt: query.taken_at }
    this.sent.push(sent)
    const { status = 200, json = photoOf(sent) } = await this.answer(sent)
    if (status === 200 && !this.#kept.some((one) => one.id === id)) this.#kept.push(sent)
    return { status, json }
  }
}

const tokenOf = (account: string) => {
  const payload = {
    user_id: account,
    username: 'ada',
    exp: 4_000_000_000,
    email: '',
    page_auth: { '4-3': true },
  }
  return `e30.${Buffer.from(JSON.stringify({ ...payload, page_grants: ['4-3'] })).toString('base64url')}.`
}

function accountOf(authorization: string): string {
  return JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()).user_id
}

function photoOf({ id, takenAt = AT }: Sent) {
  const times = { taken_at: takenAt, taken_from: 'clock', entered_at: AT, received_at: AT }
  return {
    id,
    ...times,
    width: 4,
    height: 3,
    by: 'Ada',
    is_own: true,
    url: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  }
}

function recordOf(kept: readonly Sent[]) {
  const times = {
    due_on: null,
    done_on: '2026-11-20',
    done_at: AT,
    entered_at: AT,
    received_at: AT,
    is_late: false,
  }
  return {
    id: RECORD,
    ...times,
    by: 'Ada',
    result: 'good',
    note: '',
    tasks: [],
    photos: kept.map(photoOf),
    photos_awaited: 0,
  }
}

const photos = (page: Page) => page.getByRole('region', { name: 'Photos of the record' })
const waiting = (page: Page, count: number) =>
  page.getByRole('status').getByText(`Waiting to send (${count})`)
/** As the browser says that there is a connection again. */
const reconnect = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

async function addPicture(page: Page, side = 40): Promise<void> {
  const bytes = await page.evaluate(async (px) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: px, height: px })
    const pixels = new ImageData(px, px)
    for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    canvas.getContext('2d')?.putImageData(pixels, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
  }, side)
  const file = { name: 'fan.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
  await photos(page).locator('input[type="file"]').setInputFiles([file])
}

test('what could not be sent outlives its window, and arrives once with the time that it was taken', () =>
  Phone.open(async (phone) => {
    phone.answer = () => ({ status: 503, json: {} })
    const first = await phone.window()
    await addPicture(first)
    await waiting(first, 1).waitFor()
    await expect.poll(() => phone.sent.length).toBe(1)
    await first.close()

    const second = await phone.window()
    await waiting(second, 1).waitFor()
    // its picture is shown from the device
    await photos(second).locator('img[src^="blob:"]').waitFor()
    phone.answer = () => ({})
    await reconnect(second)
    await waiting(second, 1).waitFor({ state: 'detached' })
    await photos(second).getByText('1 / 10').waitFor()
    const [sent] = phone.sent
    expect(new Set(phone.sent.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(sent)]))

    await second.reload()
    await photos(second).getByText('1 / 10').waitFor()
    expect(await second.getByText('Waiting to send').count()).toBe(0)
  }))

test('what one account has waiting is neither shown to another one nor sent by it', () =>
  Phone.open(async (phone) => {
    phone.answer = () => ({ status: 503, json: {} })
    const first = await phone.window('1')
    await addPicture(first)
    await waiting(first, 1).waitFor()
    await first.close()
    phone.sent.length = 0
    phone.answer = () => ({})

    const other = await phone.window('2')
    await addPicture(other)
    await photos(other).getByText('1 / 10').waitFor()
    await expect.poll(() => phone.sent.map(({ by }) => by)).toEqual(['2'])
    await expect.poll(() => other.getByText('Waiting to send').count()).toBe(0)
    await other.close()

    const again = await phone.window('1')
    await photos(again).getByText('2 / 10').waitFor()
    await expect.poll(() => phone.sent.map(({ by }) => by)).toEqual(['2', '1'])
  }))

test('two windows send one thing once', () =>
  Phone.open(async (phone) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    phone.answer = async () => {
      await held
      return {}
    }
    const [first, second] = [await phone.window(), await phone.window()]
    await addPicture(first)
    await expect.poll(() => phone.sent.length).toBe(1)
    await waiting(second, 1).waitFor()
    await reconnect(second)
    await addPicture(second)
    await waiting(first, 2).waitFor()
    letGo()
    await waiting(first, 2).waitFor({ state: 'detached' })
    await expect.poll(() => first.getByText('Waiting to send').count()).toBe(0)
    await expect.poll(() => second.getByText('Waiting to send').count()).toBe(0)
    expect(phone.sent.length).toBe(2)
    expect(new Set(phone.sent.map(({ id }) => id)).size).toBe(2)
  }))

test('a device without room says that nothing was kept, unless it could be sent at once', () =>
  Phone.open(async (phone) => {
    phone.answer = () => ({ status: 503, json: {} })
    const page = await phone.window()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: ORIGIN, quotaSize: 50_000 })
    await addPicture(page, 300)
    await page.getByText(/^The storage of this device is full/).waitFor()
    expect(await page.getByText('Waiting to send').count()).toBe(0)
    phone.answer = () => ({})
    await addPicture(page, 300)
    await photos(page).getByText('1 / 10').waitFor()
    expect(await page.getByText(/^The storage of this device is full/).count()).toBe(0)
  }))

test('what is refused stays until its person decides', () =>
  Phone.open(async (phone) => {
    const message = 'Your account may not open this page.'
    phone.answer = () => ({ status: 403, json: { code: 'access.page', message, request_id: '1' } })
    const page = await phone.window()
    await addPicture(page)
    await page.getByText('Not accepted (1)').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show' }).click()
    const list = page.getByRole('dialog', { name: 'Entered here, not sent yet' })
    await list
      .getByText(/^Your account may not open this page\. Your account may have lost this right/)
      .waitFor()
    // it is not sent again by itself
    await reconnect(page)
    await list.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await list.getByText('Everything has been sent.').waitFor()
    expect(phone.sent.length).toBe(1)
  }))
