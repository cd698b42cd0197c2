import { generateKeyPairSync } from 'node:crypto'
import type { FieldCommand } from '@coldkeep/contract/mqtt/command'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { type SigningKey, signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { TERMINAL } from './hub'

/** A key pair as a server has one. */
export interface Signer extends SigningKey {
  readonly trusted: TrustedKey
}

export function newSigner(name = 'key1'): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  if (x === undefined) throw new Error('an ed25519 key has a public part')
  return { name, privateKey, trusted: { k: name, x } }
}

/** A command as it travels. Its id is made of a number. */
export function commandBytes(signer: Signer, number: number, changes: Partial<FieldCommand>): Uint8Array {
  return packMessage(signMessage(commandOf(number, changes), signer))
}

export function commandOf(number: number, changes: Partial<FieldCommand>): FieldCommand {
  return {
    v: 1,
    id: commandId(number),
    tid: TERMINAL,
    op: 'restart',
    iat: Date.now(),
    exp: Date.now() + 60_000,
    arg: {},
    ...changes,
  }
}

export function commandId(number: number): string {
  return `01JD3K${String(number).padStart(20, '0')}`
}
