import type { Call, Input } from '@coldkeep/contract/call'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'

/** What every handler is given, whatever its call. */
export interface Basics {
  readonly db: Db
  readonly clock: Clock
}

/** Everything a handler of the call `C` is given. Calls that need no token have no user. */
export interface CallContext<C extends Call> extends Input<C>, Basics {
  readonly user: C['access'] extends 'public' | 'credentials' ? null : SignedIn
  readonly language: Language
  readonly translate: Translate
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
