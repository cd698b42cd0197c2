import { expect } from 'vitest'
import { type Part, partTest } from '../testing/part-page'
import type { Reply, Service, ServiceRequest } from '../testing/screen-server'

const part = partTest('live-events-screen.tsx')

/** What the test that runs answers. */
let service: Service

function livePart(name: string, steps: (part: Part) => Promise<void>): void {
  part(name, steps, { service: (request) => service(request) })
}

const never = new Promise<Reply>(() => {})
const unread = (count: number) => ({ json: { messages: [], total: count, unread: count } })

/** Answers streams in order, with the last of them from then on. @returns the requests for them, as they come */
function serve(streams: readonly (Reply | Promise<Reply>)[], others: Service): readonly ServiceRequest[] {
  const opened: ServiceRequest[] = []
  service = (request) => {
    if (request.path !== '/api/v2/events') return others(request)
    opened.push(request)
    return streams[Math.min(opened.length, streams.length) - 1] as Reply
  }
  return opened
}

function held(): { readonly reply: Promise<Reply>; readonly answer: (reply: Reply) => void } {
  let answer: (reply: Reply) => void = () => {}
  const reply = new Promise<Reply>((resolve) => {
    answer = resolve
  })
  return { reply, answer }
}

livePart(
  'what was announced before the line was open is on screen, though its answer was under way',
  async ({ page, open }) => {
    const [messages, stream] = [held(), held()]
    let requestCount = 0
    serve([stream.reply, never], () => {
      requestCount++
      return requestCount === 1 ? messages.reply : unread(1)
    })
    await open()
    await expect.poll(() => requestCount).toBe(1)
    const isOpen = page.waitForResponse('**/api/v2/events**')
    stream.answer({ events: ': open\n\n' })
    await isOpen
    // read before the message came
    messages.answer(unread(0))
    await page.getByText('Unread: 1').waitFor()
  },
)

livePart('a broken line states the last event received', async ({ open }) => {
  const events = 'event: counts\nid: a-1.b-1\ndata: {}\n\nevent: home\ndata: {}\n\n'
  const opened = serve([{ events }, { events }, never], () => unread(0))
  await open()
  await expect.poll(() => opened.length).toBe(3)
  const last = opened.map(({ headers }) => headers['last-event-id'])
  expect(last).toEqual([undefined, 'a-1.b-1', 'a-1.b-1'])
})

livePart(
  'a line is reopened when the browser is online again, and when it is silent for long',
  async ({ page, open }) => {
    const opened = serve([never], () => unread(0))
    await page.clock.install()
    await open()
    await expect.poll(() => opened.length).toBe(1)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => opened.length).toBe(2)
    await page.clock.fastForward('01:00')
    await page.clock.fastForward('01:00')
    await expect.poll(() => opened.length).toBe(3)
  },
)

livePart(
  'a token that cannot be renewed at once, as after sleep, is renewed later',
  async ({ page, open, tolerate }) => {
    const tokenUntil = (exp: number) => {
      const payload = { user_id: '1', username: 'ada', exp, email: 'ada@example.com', page_auth: {} }
      return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`
    }
    let renewals = 0
    const opened = serve([never], ({ path }) => {
      if (path !== '/api/v2/auth/renew') return unread(0)
      renewals++
      const user = { name: 'Ada', language: null, theme: null, must_change_password: false }
      return renewals === 1 ? { status: 503, json: {} } : { json: { token: tokenUntil(4e9), user } }
    })
    tolerate(/503/)
    await page.addInitScript((token) => {
      localStorage.setItem('coldkeep.session', JSON.stringify({ token, user: { name: 'Ada' } }))
    }, tokenUntil(1))
    await open()
    await expect.poll(() => opened.length).toBe(1)
  },
)

livePart('an event of another shape costs no other, and not the line', async ({ open, tolerate }) => {
  const events = 'event: alarm\nid: a-1.b-1\ndata: {"id":7}\n\nevent: notice\nid: a-1.b-2\ndata: {}\n\n'
  const opened = serve([{ events }, never], () => unread(0))
  tolerate(/ZodError/)
  await open()
  await expect.poll(() => opened.length).toBe(2)
  expect(opened[1]?.headers['last-event-id']).toBe('a-1.b-2')
})
