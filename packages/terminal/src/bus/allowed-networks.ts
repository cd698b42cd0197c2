import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { fail, ok, type Result } from '@coldkeep/domain/result'

/** Addresses that belong to a site itself: RFC 1918 and RFC 4193. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

/**
 * Addresses that lead back to the box or to its neighbour on the cable: this host, loopback, link-local (RFC 6890).
 * A wide network in the list does not open them; they must be named themselves.
 */
const OWN_NETWORKS = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '::/127', 'fe80::/10']

export type AddressRefusal =
  | { readonly kind: 'not_allowed'; readonly address: string }
  | { readonly kind: 'unknown_host' }

/** Where the terminal may open TCP connections to equipment, so that a script cannot reach anything else. */
export interface AllowedNetworks {
  allows(address: string): boolean
}

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * @param listed networks as address/prefix (or a single address) named by hand; private ranges when left out
 * @param serverAddresses of the server itself, refused unless networks are named by hand
 * @returns the first entry that is no network
 */
export function allowedNetworks(
  listed: readonly string[] | undefined,
  serverAddresses: readonly string[],
): Result<AllowedNetworks, { readonly entry: number }> {
  const networks = (listed ?? PRIVATE_NETWORKS).map(parseNetwork)
  const wrong = networks.indexOf(null)
  if (wrong >= 0) return fail({ entry: wrong })
  const own = blockList(OWN_NETWORKS.map(parseNetwork))
  const server = blockList(listed ? [] : serverAddresses.map(parseNetwork))
  const open = blockList(networks)
  const openOwn = blockList(networks.filter((network) => network !== null && namesOwn(network)))
  return ok({
    allows(address) {
      const family = familyOf(address)
      if (family === null || server.check(address, family)) return false
      return own.check(address, family) ? openOwn.check(address, family) : open.check(address, family)
    },
  })
}

/** Where a host may be reached, or why not. */
export type ResolveTarget = (host: string) => Promise<Result<string, AddressRefusal>>

/** The address to connect to: a name is resolved, and what it resolves to is what gets checked. */
export async function resolveAllowed(
  host: string,
  networks: AllowedNetworks,
): Promise<Result<string, AddressRefusal>> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(bare) ? [bare] : await addressesOf(bare)
  const allowed = addresses.find((address) => networks.allows(address))
  if (allowed !== undefined) return ok(allowed)
  const [refused] = addresses
  return fail(refused === undefined ? { kind: 'unknown_host' } : { kind: 'not_allowed', address: refused })
}

/** All addresses of a host; none when it cannot be resolved. */
export async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

function parseNetwork(text: string): Network | null {
  const [address = '', prefixText, ...rest] = text.split('/')
  const family = familyOf(address)
  if (family === null || rest.length > 0 || address.includes('%')) return null
  const longest = family === 'ipv4' ? 32 : 128
  if (prefixText === undefined) return { address, prefix: longest, family }
  if (!/^\d{1,3}$/.test(prefixText)) return null
  const prefix = Number(prefixText)
  return prefix <= longest ? { address, prefix, family } : null
}

/** True for a network that lies wholly among the special addresses, and so names them. */
function namesOwn(network: Network): boolean {
  return OWN_NETWORKS.map(parseNetwork).some(
    (own) =>
      own?.family === network.family &&
      own.prefix <= network.prefix &&
      blockList([own]).check(network.address, network.family),
  )
}

function blockList(networks: readonly (Network | null)[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    if (network !== null) list.addSubnet(network.address, network.prefix, network.family)
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address)
  if (version === 0) return null
  return version === 4 ? 'ipv4' : 'ipv6'
}
