import { readFileSync } from 'node:fs'
import { readTrustedKeys } from '@coldkeep/contract/mqtt/signed'
import { type TrustedKey, trustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { fail, ok, type Result } from '@coldkeep/domain/result'

/**
 * Reads the public part of the key from which all signatures of releases follow. The private one is never on the server.
 * @returns one line that describes what is wrong with the file
 */
export function readReleaseRoot(path: string): Result<TrustedKey, string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail(`${path} cannot be read (${code})`)
  }
  try {
    const key = trustedKey.parse(JSON.parse(text))
    readTrustedKeys([key])
    return ok(key)
  } catch {
    return fail(`${path} is no public key as the release tool prints it`)
  }
}
