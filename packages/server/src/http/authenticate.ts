import type { Access, Method } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { isAlwaysInMenu } from '@coldkeep/domain/access/page-key'
import type { FastifyRequest } from 'fastify'
import { selectSignedIn } from '../areas/session/queries'
import { readToken } from '../areas/session/token'
import type { Resources, SignedIn } from './context'

/**
 * Who makes this request: its bearer token names the sign-in, the database says who that is now.
 * @throws Problem `session.required` without a token, `session.expired` for one that does not hold (any more).
 */
export async function authenticate(request: FastifyRequest, resources: Resources): Promise<SignedIn> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('session.required')
  const named = await readToken(token, resources.keys.token, resources.clock)
  const user = named === null ? null : await selectSignedIn(resources.db, named, resources.clock.now())
  if (user === null) throw new Problem('session.expired')
  return user
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
