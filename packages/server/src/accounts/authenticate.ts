import { Problem } from '@coldkeep/contract/problem'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import type { ServerKeys } from '../db/server-keys'
import { API_KEY_PREFIX } from './api-key'
import { machineOfKey } from './machine'
import { selectSignedIn } from './sign-in-queries'
import { readToken } from './token'

interface Knowing {
  readonly db: Db
  readonly clock: Clock
  readonly keys: Pick<ServerKeys, 'token'>
}

/**
 * Identifies the caller: the bearer token names the sign-in, the database holds its account and rights.
 * @throws Problem `session.required` without a token, `session.expired` for one that is not valid (any more),
 * and `key.refused` for an API key that is not.
 */
export async function authenticate(
  request: Pick<FastifyRequest, 'headers'>,
  { db, clock, keys }: Knowing,
): Promise<SignedIn> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('session.required')
  if (token.startsWith(API_KEY_PREFIX)) {
    const machine = await machineOfKey(db, token, clock.now())
    if (machine === null) throw new Problem('key.refused')
    return machine
  }
  const named = await readToken(token, keys.token, clock)
  const user = named === null ? null : await selectSignedIn(db, named, clock.now())
  if (user === null) throw new Problem('session.expired')
  return user
}
