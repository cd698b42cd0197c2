import { LOG_UPLOAD_PATH, MAX_LOG_BYTES } from '@coldkeep/contract/mqtt/command-arguments'
import { Problem } from '@coldkeep/contract/problem'
import { isTerminalId, type StoreId, type TerminalId } from '@coldkeep/domain/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseBasic } from '../access/basic-credentials'
import { selectCredential } from '../access/credential-queries'
import { hashSecret, holds } from '../access/terminal-credential'
import { selectBodyByHash } from '../bundles/bundle-queries'
import { BUNDLE_PATH } from '../bundles/wanted-bundles'
import type { Basics } from '../calls/context'
import type { FieldLink } from './field-link'
import { isLogAsked } from './terminal-command-queries'
import { selectStoreOf } from './terminal-queries'

interface FieldParts extends Basics {
  readonly field: Pick<FieldLink, 'logs'>
}

interface KnownTerminal {
  readonly terminalId: TerminalId
  readonly storeId: StoreId
}

const SHA256 = /^[0-9a-f]{64}$/
const COMMAND_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * The addresses that terminals alone ask: what they are to run, and where they put what was asked of them. Bytes and no
 * JSON, so they are no calls of the table. A terminal signs in as at the broker.
 */
export function serveField(app: FastifyInstance, parts: FieldParts): void {
  app.get<{ Params: { sha256: string } }>(`${BUNDLE_PATH}/:sha256`, async (request, reply) => {
    const { terminalId, storeId } = await authenticateTerminal(request, parts)
    const { sha256 } = request.params
    // one of another terminal is not told from one that is not there
    const body = SHA256.test(sha256) ? await selectBodyByHash(parts.db, storeId, terminalId, sha256) : null
    if (body === null) throw new Problem('route.unknown')
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(Buffer.from(body))
  })
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // handed on as it comes, counted while it is written
    uploads.addContentTypeParser('application/gzip', (_, payload, done) => done(null, payload))
    uploads.post<{ Params: { commandid: string } }>(
      `${LOG_UPLOAD_PATH}/:commandid`,
      { bodyLimit: MAX_LOG_BYTES },
      async (request, reply) => {
        const terminal = await authenticateTerminal(request, parts)
        const { commandid } = request.params
        if (!(await isAwaited(parts, terminal, commandid))) throw new Problem('route.unknown')
        const outcome = await parts.field.logs.keep(commandid, request.raw)
        await parts.field.logs.tidy(parts.clock.now())
        if (outcome === 'taken') throw new Problem('route.unknown')
        if (outcome === 'not_packed') throw new Problem('request.malformed')
        if (outcome === 'too_large') throw new Problem('request.too_large', { limit: '16 MB' })
        return reply.code(201).header('cache-control', 'no-store').send({})
      },
    )
  })
}

/** @throws Problem `credential.refused` for a wrong credential and for a disabled terminal alike */
async function authenticateTerminal(
  request: FastifyRequest,
  { db, clock }: FieldParts,
): Promise<KnownTerminal> {
  const given = parseBasic(request.headers.authorization)
  const terminalId = given && isTerminalId(given.login) ? given.login : null
  const credential = terminalId === null ? null : await selectCredential(db, terminalId)
  const isRight = holds(credential, hashSecret(given?.password ?? ''), clock.now())
  if (terminalId === null || !isRight || !credential?.isEnabled) throw new Problem('credential.refused')
  return { terminalId, storeId: await selectStoreOf(db, terminalId) }
}

async function isAwaited({ db }: FieldParts, terminal: KnownTerminal, commandId: string): Promise<boolean> {
  return COMMAND_ID.test(commandId) && isLogAsked(db, terminal, commandId)
}
