import { Problem } from '@coldkeep/contract/problem'
import { isTerminalId } from '@coldkeep/domain/ids'
import type { FastifyRequest } from 'fastify'
import { parseBasic } from '../access/basic-credentials'
import type { KnownTerminal } from '../access/known-terminal'
import type { Basics } from '../calls/context'
import { selectCredential } from './credential-queries'
import { hashSecret, holds } from './terminal-credential'
import { selectStoreOf } from './terminal-queries'

/**
 * The terminal that makes a request. It signs in as at the broker.
 * @throws Problem `credential.refused` for a wrong credential and for a disabled terminal alike
 */
export async function authenticateTerminal(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { db, clock }: Basics,
): Promise<KnownTerminal> {
  const given = parseBasic(headers.authorization)
  const terminalId = given && isTerminalId(given.login) ? given.login : null
  const credential = terminalId === null ? null : await selectCredential(db, terminalId)
  const isRight = holds(credential, hashSecret(given?.password ?? ''), clock.now())
  if (terminalId === null || !isRight || !credential?.isEnabled) throw new Problem('credential.refused')
  return { terminalId, storeId: await selectStoreOf(db, terminalId) }
}
