import { fail, ok, type Result } from '@coldkeep/domain/result'
import { isLoopback } from '../settings/broker-address'

/** Where the server answers over HTTP: an origin, without a path. */
export function readServerAddress(text: string, isInsecureAllowed: boolean): Result<URL, string> {
  if (!URL.canParse(text))
    return fail(`"${text}" is no address; expected one such as https://hub.example.com`)
  const url = new URL(text)
  const { protocol, hostname, username, password, pathname, search, hash } = url
  if (protocol !== 'https:' && protocol !== 'http:') return fail('must begin with https:// or http://')
  if (username !== '' || password !== '' || pathname !== '/' || search !== '' || hash !== '') {
    return fail('holds more than the name of a server and a port')
  }
  if (protocol === 'http:' && !isLoopback(hostname) && !isInsecureAllowed) {
    return fail('would send the secret unencrypted; use https://, or set COLDKEEP_INSECURE=1')
  }
  return ok(url)
}
