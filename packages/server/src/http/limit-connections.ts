import { BlockList, isIP, type Server } from 'node:net'
import { networkOf } from '../access/limit-attempts'
import type { HttpLimits } from './limits'

/**
 * Disconnects an address that opens more connections than it may.
 * @param isExempt addresses that connect for many, such as a proxy; the address is that of the socket
 */
export function limitConnections(
  server: Server,
  { connectionsOfOne }: Pick<HttpLimits, 'connectionsOfOne'>,
  isExempt: (address: string) => boolean,
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    if (isExempt(socket.remoteAddress ?? '')) return
    const address = networkOf(socket.remoteAddress)
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

/** Whose connections are those of many: a proxy on this machine, and those that are named by address or network. */
export function isProxyOf(proxies: readonly string[]): (address: string) => boolean {
  const known = new BlockList()
  for (const one of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', bits] = one.split('/')
    const family = familyOf(address)
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && known.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
