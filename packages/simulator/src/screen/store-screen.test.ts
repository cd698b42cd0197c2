import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ScreenOrder } from '@coldkeep/contract/mqtt/screen-tunnel'
import type { TerminalId } from '@coldkeep/domain/ids'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { StoreScreen } from './store-screen'

const servers: WebSocketServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function rig(index: number) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reported: unknown[] = []
  const screen = new StoreScreen({
    terminalId: 'TB-0001' as TerminalId,
    secret: 'secret',
    serverUrl: `http://127.0.0.1:${port}`,
    index,
    title: 'STORE 1',
    content: () => ({ cases: [], clock: '20:05' }),
    pause: async () => {},
    report: (_, result) => void reported.push(result),
  })
  return { server, screen, reported }
}

const order: ScreenOrder = {
  token: 'a'.repeat(48),
  url: `/field/v1/screens/gate-${'0'.repeat(32)}`,
  mode: 'control',
  rule: 'as_store',
  by: 'Ada',
  mostMinutes: 60,
}

test('of six stores in a row four are open, one is asked first, one never shows its screen', async () => {
  const consents = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (index) => (await rig(index)).screen.consent),
  )
  expect(consents).toEqual(['always', 'always', 'ask', 'always', 'always', 'never'])
})

test.each([0, 2])('store %i dials with the token of its order and greets as a VNC server', async (index) => {
  const { server, screen, reported } = await rig(index)
  const dialled = once(server, 'connection')
  await screen.take('A', order)
  const [tunnel, request] = (await dialled) as [WebSocket, { url: string; headers: Record<string, string> }]
  expect([request.url, request.headers['coldkeep-tunnel-token']]).toEqual([order.url, order.token])
  expect(Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString()).toBe(
    'TB-0001:secret',
  )
  const [greeting] = await once(tunnel, 'message')
  expect(String(greeting)).toBe('RFB 003.008\n')
  await screen.take('B', order)
  expect(reported).toEqual([
    { st: 'done' },
    { st: 'refused', err: { code: 'E_BUSY', text: expect.any(String) } },
  ])
  screen.close()
  const [code] = await once(tunnel, 'close')
  expect(code).toBe(4005)
})

test('a store that never shows its screen, and an order that is none, are refused', async () => {
  const { screen, reported } = await rig(5)
  await screen.take('A', order)
  await screen.take('B', { ...order, consent: 'always' })
  expect(reported).toEqual([
    { st: 'refused', err: { code: 'E_CONSENT', text: 'never' } },
    { st: 'refused', err: { code: 'E_FORM', text: expect.any(String) } },
  ])
})
