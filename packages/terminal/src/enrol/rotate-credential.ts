import { CREDENTIAL_PATH, credentialAnswer } from '@coldkeep/contract/mqtt/claim'
import type { TerminalId } from '@coldkeep/domain/ids'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import * as z from 'zod/mini'
import { draftFile } from './draft-file'
import { postJson } from './post-json'
import { readServerAddress } from './server-address'

export interface RotationOrder {
  readonly serverUrl: string
  readonly isInsecureAllowed: boolean
  /** The only authority to trust over HTTPS, in PEM; null: those of this machine. */
  readonly ca: Uint8Array | null
  readonly terminalId: TerminalId
  /** From the command, good once. */
  readonly token: string
  /** The secret in use. */
  readonly secret: string
  readonly credentialPath: string
}

/**
 * Fetches the next secret and writes it in place of the present one, which the server takes for a day longer. Where
 * anything fails the present one stays.
 * @returns the secret for the connections that follow
 */
export async function rotateCredential(order: RotationOrder): Promise<Result<string, string>> {
  const server = readServerAddress(order.serverUrl, order.isInsecureAllowed)
  if (!server.ok) return fail(`the server address ${server.problem}`)
  // a disk that takes no file is known before the token is spent
  const credential = await draftFile(order.credentialPath, 0o600).catch((error: unknown) => String(error))
  if (typeof credential === 'string') return fail(credential)
  try {
    const body = { tid: order.terminalId, token: order.token, secret: order.secret }
    const answer = await postJson(new URL(CREDENTIAL_PATH, server.value), body, order.ca)
    if (!answer.ok) return fail(answer.problem.why)
    const read = z.safeDecode(credentialAnswer, answer.value as never)
    if (!read.success) return fail('the server gave an answer that this program does not understand')
    await credential.commit(`${read.data.secret}\n`)
    return ok(read.data.secret)
  } finally {
    await credential.discard()
  }
}
