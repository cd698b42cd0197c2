import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isProxyOf, limitConnections } from './limit-connections'

async function listening(isExempt: (address: string) => boolean) {
  const server = createServer((socket) => void socket.on('error', () => {}).pipe(socket))
  limitConnections(server, { connectionsOfOne: 2 }, isExempt)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  /** Whether the server spoke, or hung up. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('hello')
    sockets.push(socket)
    const isTaken = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    return { socket, isTaken }
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  }
  return { server, open, close }
}

test('an address has so many connections at once, and the next when one has ended', async () => {
  const { server, open, close } = await listening(() => false)
  const first = await open()
  expect([first.isTaken, (await open()).isTaken, (await open()).isTaken]).toEqual([true, true, false])
  const ended = new Promise<void>((resolve) => {
    const look = () => server.getConnections((_, count) => (count < 2 ? resolve() : setImmediate(look)))
    look()
  })
  first.socket.end()
  first.socket.destroy()
  await ended
  expect((await open()).isTaken).toBe(true)
  await close()
})

test('a proxy on the same machine has any number', async () => {
  const { open, close } = await listening(isProxyOf([]))
  for (let count = 0; count < 5; count++) expect((await open()).isTaken).toBe(true)
  await close()
})

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['10.1.2.4', false],
  ['10.9.255.1', true],
  ['::ffff:10.9.255.1', true],
  ['10.10.0.1', false],
  ['2001:db8:0:1::7', true],
  ['2001:db8:0:2::7', false],
  ['', false],
])('%s is a proxy here or by name: %s', (address, expected) => {
  expect(isProxyOf(['10.1.2.3', '10.9.0.0/16', '2001:db8:0:1::/64'])(address)).toBe(expected)
})
