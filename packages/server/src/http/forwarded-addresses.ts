import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const HEADER = 'x-forwarded-for'

/**
 * Keeps of the addresses that proxies have added those behind the last one that is none: each proxy adds its
 * caller at the end, so what comes before something garbled may be anyone's invention.
 */
export function dropGarbledAddresses(headers: IncomingHttpHeaders): void {
  const header = headers[HEADER]
  if (header === undefined) return
  const addresses = String(header)
    .split(',')
    .map((part) => part.trim())
  const sound = addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1)
  if (sound.length > 0) headers[HEADER] = sound.join(', ')
  else delete headers[HEADER]
}
