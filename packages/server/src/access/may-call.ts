import type { Access, AnyCall, Method } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import { isAlwaysInMenu } from '@coldkeep/domain/access/page-key'
import type { SignedIn } from './signed-in'

/** What belongs to a person. */
const FOR_PEOPLE = /^\/api\/v2\/(account|auth|api-key)\b/
/** Rights are changed by people: an account or a key that a key has made would outlive it. */
const RIGHTS_PAGE = '2-2-4'

/**
 * Machines read what every account may read, but not what belongs to the person who made their key, and write where
 * a page lets them.
 * @throws Problem `access.key`
 */
export function checkMachine(user: SignedIn, { access, method, path }: AnyCall): void {
  if (user.signInId !== null) return
  const isWrite = method !== 'GET' && (access === 'signed_in' || access.includes(RIGHTS_PAGE))
  if (isWrite || FOR_PEOPLE.test(path)) throw new Problem('access.key')
}

/**
 * Refuses a call that none of the caller's pages opens. The pages of network management and maintenance are
 * in every menu, so everyone may read there within their own stores; to change something takes the real
 * grant.
 */
export function checkAccess(user: SignedIn, access: Access, method: Method): void {
  if (!isOpenTo(user, { access, method })) throw new Problem('access.page')
}

/** True for a call that one of the caller's pages opens, or that needs none. */
export function isOpenTo(
  { pageKeys }: Pick<SignedIn, 'pageKeys'>,
  { access, method }: Pick<AnyCall, 'access' | 'method'>,
): boolean {
  if (typeof access === 'string') return true
  return access.some((key) => pageKeys.has(key) || (method === 'GET' && isAlwaysInMenu(key)))
}
