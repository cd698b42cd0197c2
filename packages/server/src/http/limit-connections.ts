import type { Server } from 'node:net'
import { networkOf } from '../areas/session/limit-attempts'
import type { HttpLimits } from './limits'

/**
 * Hangs up on an address that opens more connections than it may.
 * @param isExempt whose connections are those of many, such as a proxy's
 */
export function limitConnections(
  server: Server,
  { connectionsOfOne }: Pick<HttpLimits, 'connectionsOfOne'>,
  isExempt: (address: string) => boolean,
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress)
    if (isExempt(address)) return
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (count > connectionsOfOne) socket.destroy()
  })
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === LOOPBACK_NETWORK
}

/** `::1`, as {@link networkOf} says it. */
const LOOPBACK_NETWORK = networkOf('::1')
