import type { AnyCall, CallTarget } from '@coldkeep/contract/call'
import type { FastifyRequest } from 'fastify'
import type { KnownTerminal } from '../access/known-terminal'
import type { SignedIn } from '../access/signed-in'

/** How callers are identified. Each throws a Problem where the caller may not call. */
export interface Callers {
  /** By a token. */
  account(request: FastifyRequest): Promise<SignedIn>
  /** By a signed address. */
  link(request: CallTarget<AnyCall>): Promise<SignedIn>
  /** By the credential of a terminal. */
  terminal(request: FastifyRequest): Promise<KnownTerminal>
  /** By the token of the program for system updates in the box of a terminal. */
  box(request: FastifyRequest): Promise<KnownTerminal>
  /** By a signature over the bytes that were sent. */
  line(bytes: Uint8Array, request: FastifyRequest): void
}

export interface Caller {
  readonly user: SignedIn | null
  readonly terminal: KnownTerminal | null
}

const UNIDENTIFIED: Caller = { user: null, terminal: null }

/**
 * The caller of a call, by its access.
 * @param received reads what was sent, which is put off until the caller is known where possible
 * @throws Problem where the caller may not call, or what was sent is wrong
 */
export async function findCaller(
  { access }: AnyCall,
  request: FastifyRequest,
  received: () => CallTarget<AnyCall> & { readonly body: unknown },
  callers: Callers,
): Promise<Caller> {
  switch (access) {
    case 'public':
    case 'credentials':
      return UNIDENTIFIED
    case 'link':
      return { ...UNIDENTIFIED, user: await callers.link(received()) }
    case 'terminal':
      return { ...UNIDENTIFIED, terminal: await callers.terminal(request) }
    case 'box':
      return { ...UNIDENTIFIED, terminal: await callers.box(request) }
    case 'line':
      callers.line(received().body as Uint8Array, request)
      return UNIDENTIFIED
    default:
      return { ...UNIDENTIFIED, user: await callers.account(request) }
  }
}

/** A call with a token is counted, waits its turn, and is named in the audit. */
export function takesToken({ access }: AnyCall): boolean {
  return access === 'signed_in' || typeof access !== 'string'
}
