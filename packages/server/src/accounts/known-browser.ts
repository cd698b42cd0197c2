import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { days } from '@coldkeep/domain/time/instant'
import type { Client } from '../calls/client'
import { cookieOf } from './renewal'

const COOKIE = 'coldkeep_browser_'
const LIFE_MS = days(180)

/**
 * The name of a browser in which this account was signed in to before, whose failures are counted apart:
 * guesses made elsewhere do not shut its owner out. `null` for any other client. It does not reveal whether
 * the account exists.
 */
export function knownBrowserOf(client: Client, login: string, key: Uint8Array): string | null {
  const [id, mark] =
    /^([\w-]{22})\.([\w-]{43})$/
      .exec(client.cookies.get(cookieOf(nameOf(login), client).name) ?? '')
      ?.slice(1) ?? []
  if (id === undefined || mark === undefined) return null
  const isOurs = timingSafeEqual(Buffer.from(mark, 'base64url'), markOf(id, login, key))
  return isOurs ? id : null
}

/** Lets a browser be known from now on; one that is known keeps its name, so that its failures stay counted. */
export function rememberBrowser(client: Client, login: string, key: Uint8Array): void {
  const id = knownBrowserOf(client, login, key) ?? randomBytes(16).toString('base64url')
  const mark = markOf(id, login, key).toString('base64url')
  const { name, scope } = cookieOf(nameOf(login), client)
  client.cookies.set(name, `${id}.${mark}`, { ...scope, maxAge: LIFE_MS / 1000 })
}

/** Several people may use one browser. */
function nameOf(login: string): string {
  return COOKIE + createHash('sha256').update(login).digest('hex').slice(0, 16)
}

function markOf(id: string, login: string, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`browser:${id}:${login}`).digest()
}
