import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { seconds } from '@coldkeep/domain/time/instant'
import { type AllowedHosts, resolveOutside } from './safe-address'

export interface Posted {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The beginning of the answer. */
  readonly text: string
}

class RefusedAddress extends Error {}

const WITHIN_MS = seconds(10)
const MOST_READ_BYTES = 4_000

/**
 * Sends to an address that a user wrote: to no machine of the own network, never on to where the answer points, and
 * for ten seconds at most.
 * @throws RefusedAddress, or what went wrong on the way
 */
export async function postOutside(
  address: string,
  sent: {
    readonly method?: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array
  },
  { allowed, ca }: { readonly allowed: AllowedHosts; readonly ca?: string },
): Promise<Posted> {
  const url = new URL(address)
  const place = await resolveOutside(url, allowed)
  if (place === null) throw new RefusedAddress('no_place')
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const body = Buffer.from(sent.body as Uint8Array)
  return new Promise<Posted>((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const going = request(
      {
        host: place.address,
        family: place.family,
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        method: sent.method ?? 'POST',
        headers: { ...sent.headers, host: url.host, 'content-length': String(body.length) },
        agent: false,
        signal: AbortSignal.timeout(WITHIN_MS),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca }),
      },
      (answer) => {
        let text = ''
        const done = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: text.slice(0, MOST_READ_BYTES),
          })
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
          if (text.length < MOST_READ_BYTES) return
          done()
          answer.destroy()
        })
        answer.once('end', done)
        answer.once('error', reject)
      },
    )
    going.once('error', reject)
    going.end(body)
  })
}
