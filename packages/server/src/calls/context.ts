import type { AnyCall, CallTarget } from '@coldkeep/contract/call'
import type { Bytes, Form } from '@coldkeep/contract/content'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Translate } from '@coldkeep/phrases/keys'
import type { Language } from '@coldkeep/phrases/translate'
import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import type { KnownTerminal } from '../access/known-terminal'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import type { Client } from './client'
import type { SentForm } from './read-form'

/** What every handler is given, whatever its call. */
export interface Basics {
  readonly db: Db
  readonly clock: Clock
}

/** What was sent: a document in our own words, or bytes. */
type Sent<Body> = Body extends Form
  ? SentForm
  : Body extends Bytes<true>
    ? Uint8Array
    : Body extends Bytes<false>
      ? AsyncIterable<Uint8Array>
      : z.output<Body>

/** All that a call brings in. */
export interface Received<C extends AnyCall> extends CallTarget<C> {
  readonly body: Sent<C['body']>
}

/** Everything a handler of the call `C` is given. Calls that need no token have no user. */
export interface CallContext<C extends AnyCall> extends Received<C>, Basics {
  readonly user: C['access'] extends 'public' | 'credentials' | 'terminal' | 'box' | 'line' ? null : SignedIn
  /** That makes the call, or whose box does. */
  readonly terminal: C['access'] extends 'terminal' | 'box' ? KnownTerminal : null
  readonly language: Language
  readonly translate: Translate
  readonly client: Client
  /** Of this call: lines carry its id. */
  readonly log: Pick<FastifyBaseLogger, 'error'>
}
