import type { Access, Call, Method } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { isAlwaysInMenu } from '@coldkeep/domain/access/page-key'
import type { FastifyRequest } from 'fastify'
import type { Resources, SignedIn } from '../calls/context'
import { API_KEY_PREFIX } from './api-key'
import { useApiKey } from './api-key-queries'
import { selectSignedIn } from './sign-in-queries'
import { readToken } from './token'

/**
 * Who makes this request: its bearer token names the sign-in, the database says who that is now.
 * @throws Problem `session.required` without a token, `session.expired` for one that does not hold (any more), and
 * `key.refused` for an API key that does not.
 */
export async function authenticate(
  request: Pick<FastifyRequest, 'headers'>,
  resources: Pick<Resources, 'db' | 'keys' | 'clock'>,
): Promise<SignedIn> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('session.required')
  if (token.startsWith(API_KEY_PREFIX)) {
    const machine = await useApiKey(resources.db, token, resources.clock.now())
    if (machine === null) throw new Problem('key.refused')
    return machine
  }
  const named = await readToken(token, resources.keys.token, resources.clock)
  const user = named === null ? null : await selectSignedIn(resources.db, named, resources.clock.now())
  if (user === null) throw new Problem('session.expired')
  return user
}

/** What belongs to a person. */
const FOR_PEOPLE = /^\/api\/v2\/(account|auth|api-key)\b/
/** Rights are changed by people: an account or a key that a key has made would outlive it. */
const RIGHTS_PAGE = '2-2-4'

/**
 * Machines read what every account may read, but not what belongs to the person who made their key, and write where
 * a page lets them.
 * @throws Problem `access.key`
 */
export function checkMachine(user: SignedIn, { access, method, path }: Call): void {
  if (user.signInId !== null) return
  const isWrite = method !== 'GET' && (access === 'signed_in' || access.includes(RIGHTS_PAGE))
  if (isWrite || FOR_PEOPLE.test(path)) throw new Problem('access.key')
}

/**
 * Refuses a call that none of the caller's pages opens. The pages of network management and maintenance stand in
 * every menu, so everybody may read there within their own stores; to change something takes the real grant.
 */
export function checkAccess(user: SignedIn, access: Access, method: Method): void {
  if (typeof access === 'string') return
  const isOpen = access.some((key) => user.pageKeys.has(key) || (method === 'GET' && isAlwaysInMenu(key)))
  if (!isOpen) throw new Problem('access.page')
}
