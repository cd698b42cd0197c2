import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Ranges that lie inside a network or machine, and those that are no place at all. */
const INSIDE: readonly (readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const inside = new BlockList()
for (const [address, prefix, family] of INSIDE) inside.addSubnet(address, prefix, family)

/** Addresses that messages may be sent to although they lie inside: what the operator has allowed, as `host:port`. */
export type AllowedHosts = ReadonlySet<string>

/** True for an address that no message of a user may be sent to. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  if (family === 0) return true
  if (family === 6 && /^::ffff:/i.test(plain)) return true
  return inside.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** What is wrong with a web address that messages are to be sent to, before it is looked up. */
export function isWebAddress(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hash === ''
}

/** Makers of browsers take messages over https alone; an address that the operator allows may be plain. */
export function isPushAddress(text: string, allowed: AllowedHosts): boolean {
  return isWebAddress(text) && (new URL(text).protocol === 'https:' || allowed.has(new URL(text).host))
}

/**
 * The one address that a host's name resolves to, to be connected to as it is: looked up again, a name could
 * lead somewhere else. `null` where any of its addresses lies inside, and where the name does not resolve: an
 * answer that told the two apart would reveal names of the network.
 */
export async function resolveOutside(
  url: URL,
  allowed: AllowedHosts,
): Promise<{ address: string; family: number } | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const addresses =
    isIP(host) === 0
      ? await lookup(host, { all: true }).catch(() => [])
      : [{ address: host, family: isIP(host) }]
  const [first] = addresses
  if (first === undefined) return null
  const isAllowed = allowed.has(`${host}:${port}`)
  return isAllowed || !addresses.some(({ address }) => isInside(address)) ? first : null
}
