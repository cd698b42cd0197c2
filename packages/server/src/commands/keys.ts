import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SigningKey } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { isCode, publicTextOf, readSigningKey } from '../mail/signing-key-file'

const PRESENT_FILE = 'field-key.pem'
const NEXT_FILE = 'field-key-next.pem'

/** The keys with which the server signs its commands to terminals. */
export interface FieldKeys {
  readonly signing: SigningKey
  /** What terminals are to trust: the key in use, and the one that will follow it. */
  publicKeys(): readonly TrustedKey[]
}

/**
 * Reads the keys from the data folder and makes those that are missing. Where only the next key is there it
 * takes over, and another next one is made: removing the current file is how keys are changed. Several
 * processes that start at once on the same folder agree on the same keys.
 * @returns one line that describes what is wrong with which file
 */
export function loadFieldKeys(dataFolder: string): Result<FieldKeys, string> {
  const current = join(dataFolder, PRESENT_FILE)
  const next = join(dataFolder, NEXT_FILE)
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    takeOver(next, current)
    const pair: SigningKey[] = []
    for (const path of [current, next]) {
      const key = readSigningKey(path)
      if (!key.ok) return key
      pair.push(key.value)
    }
    const [signing, following] = pair as [SigningKey, SigningKey]
    return ok({ signing, publicKeys: () => [signing, following].map(trustedKeyOf) })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail(`${dataFolder}: the key for terminals cannot be read or made (${code})`)
  }
}

/** Where the present key is gone and a next one waits, that becomes the present one; a link fails where one is there. */
function takeOver(next: string, current: string): void {
  try {
    linkSync(next, current)
    rmSync(next)
  } catch (error) {
    if (!isCode(error, 'EEXIST') && !isCode(error, 'ENOENT')) throw error
  }
}

function trustedKeyOf({ name, privateKey }: SigningKey): TrustedKey {
  return { k: name, x: publicTextOf(privateKey) }
}
