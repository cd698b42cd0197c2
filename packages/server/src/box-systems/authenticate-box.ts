import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import { isTerminalId } from '@coldkeep/domain/ids'
import type { FastifyRequest } from 'fastify'
import type { KnownTerminal } from '../access/known-terminal'
import type { Basics } from '../calls/context'
import { hashSecret } from '../terminals/terminal-credential'
import { selectToken } from './system-queries'

const TARGET_TOKEN = /^TargetToken +([A-Za-z0-9_-]{1,200})$/i
const NO_TOKEN = new Uint8Array(32)

/**
 * The terminal whose box makes a request: the one of the address, with its token as hawkBit's clients send it.
 * @throws Problem `credential.refused` for an unknown terminal, a disabled one and a wrong token alike
 */
export async function authenticateBox(
  { headers, params }: Pick<FastifyRequest, 'headers' | 'params'>,
  { db }: Pick<Basics, 'db'>,
): Promise<KnownTerminal> {
  const [, token = ''] = TARGET_TOKEN.exec(headers.authorization ?? '') ?? []
  const { terminalid } = params as { readonly terminalid?: unknown }
  const terminalId = typeof terminalid === 'string' && isTerminalId(terminalid) ? terminalid : null
  const known = terminalId === null || token === '' ? null : await selectToken(db, terminalId)
  const isRight = timingSafeEqual(hashSecret(token), known?.tokenHash ?? NO_TOKEN)
  if (terminalId === null || known === null || !isRight) throw new Problem('credential.refused')
  return { terminalId, storeId: known.storeId }
}
