import { once } from 'node:events'
import { SCREEN_TUNNEL_PATH, TUNNEL_TOKEN_HEADER } from '@coldkeep/contract/mqtt/screen-tunnel'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '../fault'
import { ScreenSite } from './screen-site'

let screen: VncScreen
let site: ScreenSite
beforeAll(async () => {
  screen = await VncScreen.open({ width: 320, height: 200 })
  site = await ScreenSite.open({ port: screen.port, consent: 'always' })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await screen.close()
})

/** @returns the status with which the gateway answers a dial; 101: it let it in */
async function dial(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${site.address.replace('http', 'ws')}${path}`, { headers })
  socket.on('error', () => {})
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode as number),
  ])
  socket.terminate()
  return status
}

const basic = (terminalId: string) => ({
  authorization: `Basic ${Buffer.from(`${terminalId}:${terminalId.slice(3)}`).toString('base64')}`,
})

/** The token and the address of the last order. */
async function lastOrder(): Promise<{ token: string; url: string }> {
  const { arg } = await site.server.database.kysely
    .selectFrom('command')
    .select('arg')
    .where('op', '=', 'screen.open')
    .orderBy('commandId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return arg as { token: string; url: string }
}

test('a tunnel is opened once, by the terminal that was ordered to, with the token of that order', async () => {
  const { alder, birch } = site.fleet.stores
  await site.stopTerminal()
  const db = site.server.database.kysely
  const isOffline = async () =>
    (await db.selectFrom('terminalState').select('connection').executeTakeFirst())?.connection === 'offline'
  await until(isOffline, 'a terminal offline')
  await db.updateTable('terminalState').set({ connection: 'online' }).execute()
  const connecting = site.connect()
  await until(async () => (await lastOrder().catch(() => null)) !== null, 'an order')
  const { token, url } = await lastOrder()
  const right = { ...basic(alder.terminalId), [TUNNEL_TOKEN_HEADER]: token }
  const forged = 'f'.repeat(48)

  expect(await dial(`${SCREEN_TUNNEL_PATH}00000000-${'0'.repeat(32)}`, right)).toBe(404)
  expect(await dial(url, basic(alder.terminalId))).toBe(401)
  expect(await dial(url, { ...basic(alder.terminalId), [TUNNEL_TOKEN_HEADER]: forged })).toBe(401)
  expect(await dial(url, { ...basic(birch.terminalId), [TUNNEL_TOKEN_HEADER]: token })).toBe(401)
  expect(await dial(url, { [TUNNEL_TOKEN_HEADER]: token })).toBe(401)
  expect(await dial(url, right)).toBe(101)
  expect(await dial(url, right)).toBe(404)
  // that one brought no screen
  expect((await connecting).body).toMatchObject({ status_code: 102 })
  // and it is too late for another one
  expect(await dial(url, right)).toBe(404)
  await site.startTerminal({ port: screen.port, consent: 'always' })
})

test('a peer that sends garbage ends its own session, and none else', async () => {
  const uid = await site.connected()
  await until(() => screen.clients === 1, 'a client of the screen')
  // an update with a rectangle outside of the screen (RFC 6143, 7.6.1): at 300,150 of 320 × 200
  screen.say(Buffer.from('00000001012c009600640064000000000000', 'hex'))
  await until(async () => (await site.call('GET', `status?uid=${uid}`)).body.end === 'malformed', 'the end')
  await until(() => screen.clients === 0, 'no client of the screen')
  await site.isFree()
  await site.ended(await site.connected())
})

test('no one else is let onto a screen that somebody is on; who began it takes its place', async () => {
  const first = await site.connected()
  const uid = await site.connected()
  expect((await site.call('GET', `status?uid=${first}`)).body.end).toBe('operator')
  expect((await site.connect('', 'ben')).body).toMatchObject({
    status_code: 102,
    status: 'Somebody else is on this screen.',
  })
  await site.ended(uid)
})

test('a screen that ends, and a terminal that starts again, end the session', async () => {
  const first = await site.connected()
  await until(() => screen.clients === 1, 'a client of the screen')
  screen.cut()
  await until(
    async () => (await site.call('GET', `status?uid=${first}`)).body.end === 'screen_gone',
    'the end',
  )
  await site.isFree()
  const second = await site.connected()
  await site.stopTerminal()
  await until(
    async () => (await site.call('GET', `status?uid=${second}`)).body.end === 'terminal_ends',
    'the end',
  )
  await site.startTerminal({ port: screen.port, consent: 'always' })
})
