import { createHash, generateKeyPairSync } from 'node:crypto'
import type { ReleaseKeys, ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import { type SigningKey, signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'

/** Keys of people who release, made for one test. */
export interface TestSigners {
  readonly root: TrustedKey
  /** @param how what differs from a release that is all right */
  sign(
    image: Uint8Array,
    how?: Partial<ReleaseManifest> & { readonly by?: 'current' | 'next' | 'stranger' },
  ): Release
}

export function testSigners(now: EpochMs, keys: Partial<ReleaseKeys> = {}): TestSigners {
  const [root, current, next, stranger] = ['root', 'current', 'next', 'stranger'].map(makeKey) as [
    SigningKey,
    SigningKey,
    SigningKey,
    SigningKey,
  ]
  const list = {
    ...{ v: 1, number: 1, made: now, expires: later(now, days(365)) },
    ...{ current: publicOf(current), next: publicOf(next), ...keys },
  }
  return {
    root: publicOf(root),
    sign(image, { by = 'current', ...how } = {}) {
      const manifest = {
        ...{ v: 1, type: 'terminal-linux-x64', version: '1.2.0', min: null, rollback: false },
        ...{ size: image.length, sha256: createHash('sha256').update(image).digest('hex') },
        ...{ made: now, expires: later(now, days(90)), ...how },
      }
      return {
        keys: signMessage(list, root),
        manifest: signMessage(manifest, { current, next, stranger }[by]),
      }
    },
  }
}

function makeKey(name: string): SigningKey {
  return { name, privateKey: generateKeyPairSync('ed25519').privateKey }
}

function publicOf({ name, privateKey }: SigningKey): TrustedKey {
  const { x } = privateKey.export({ format: 'jwk' })
  return { k: name, x: x ?? '' }
}
