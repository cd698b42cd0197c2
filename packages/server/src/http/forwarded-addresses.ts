import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const HEADER = 'x-forwarded-for'

/**
 * Leaves of the addresses that proxies have told those behind the last one that is none: each proxy adds who called it at
 * the end, so what stands before something garbled is anybody's word.
 */
export function dropGarbledAddresses(headers: IncomingHttpHeaders): void {
  const told = headers[HEADER]
  if (told === undefined) return
  const addresses = String(told)
    .split(',')
    .map((part) => part.trim())
  const sound = addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1)
  if (sound.length > 0) headers[HEADER] = sound.join(', ')
  else delete headers[HEADER]
}
