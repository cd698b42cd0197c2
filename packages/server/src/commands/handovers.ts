import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PROTOCOL_VERSION } from '@coldkeep/contract/mqtt/envelope'
import { type Handover, handover, MAX_HANDOVERS } from '@coldkeep/contract/mqtt/handover'
import { type SignedMessage, signedMessage, signMessage } from '@coldkeep/contract/mqtt/signed'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import type { FieldKeys } from './keys'

const FILE = 'field-key-chain.json'
/** As long as late readings are taken: a box that was away for longer is claimed again. */
const VALID_MS = days(400)

/**
 * The handovers that tell terminals which keys to trust: one of each key that was in use, oldest first. A key
 * is gone once the next has taken over, so its handover is kept in the data folder from the first start with
 * it; the one in use signs a new one at each start.
 * @returns one line that describes what is wrong with the file
 */
export function openHandovers(
  dataFolder: string,
  keys: FieldKeys,
  now: EpochMs,
): Result<readonly SignedMessage[], string> {
  const path = join(dataFolder, FILE)
  const kept = readChain(path)
  if (kept === null) return fail(`${path}: holds no handovers of keys; restore it from a backup or remove it`)
  const newest = Math.max(0, ...kept.map((link) => contentOf(link)?.iat ?? 0))
  const earlier = kept.filter((link) => link.k !== keys.signing.name && (contentOf(link)?.exp ?? 0) > now)
  const current: Handover = {
    v: PROTOCOL_VERSION,
    op: 'keys.trust',
    // later than all before it, also where the clock was set back
    iat: Math.max(now, newest + 1),
    exp: later(now, VALID_MS),
    keys: [...keys.publicKeys()],
  }
  const chain = [...earlier, signMessage(current, keys.signing)].slice(-MAX_HANDOVERS)
  try {
    writeWhole(path, JSON.stringify(chain))
  } catch (error) {
    return fail(`${path}: cannot be written (${codeOf(error)})`)
  }
  return ok(chain)
}

/** @returns null for a file that holds something else */
function readChain(path: string): SignedMessage[] | null {
  try {
    const read = z.safeParse(z.array(signedMessage), JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : null
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? [] : null
  }
}

function contentOf({ p }: SignedMessage): Handover | null {
  try {
    return z.safeParse(handover, JSON.parse(Buffer.from(p, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Several processes that start at once write the same keys; whichever is last stays, whole. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
