import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CommandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import type { ReleaseKeys, ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import { type SigningKey, signMessage } from '@coldkeep/contract/mqtt/signed'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { closeLater } from './live-rig'

const YEAR_MS = 365 * 86_400_000

/** Keys of people who release, made for one test, and the orders that they make. */
export function releaseSigners(now: number) {
  const [root, current, next] = [makeKey('root'), makeKey('current'), makeKey('next')]
  const list: ReleaseKeys = {
    ...{ v: 1, number: 1, made: now, expires: now + YEAR_MS },
    ...{ current: publicOf(current), next: publicOf(next) },
  }
  return {
    root: publicOf(root),
    /** @param changed what differs from a release that is all right */
    order(
      image: Uint8Array,
      changed: Partial<ReleaseManifest> = {},
      keys: Partial<ReleaseKeys> = {},
    ): CommandArguments<'fw.install'> {
      const sha256 = createHash('sha256').update(image).digest('hex')
      const manifest: ReleaseManifest = {
        ...{ v: 1, type: 'terminal-simulated', version: '1.1.0', min: null, rollback: false },
        ...{ size: image.length, sha256, made: now, expires: now + YEAR_MS, ...changed },
      }
      const signed = {
        keys: signMessage({ ...list, ...keys }, root),
        manifest: signMessage(manifest, current),
      }
      return { release: signed, url: `/field/v1/firmware/${manifest.sha256}` }
    },
  }
}

export function imageOf(version: string, behaviour?: object, padding = 0): Buffer {
  const text = JSON.stringify({ program: 'simulated-terminal', version, behaviour })
  return Buffer.from(text.padEnd(padding))
}

type Request = Pick<IncomingMessage, 'url' | 'headers'>

/**
 * Serves one file in ranges, whatever its address, and keeps what was requested.
 * @param statuses of the first answers; 0: none comes
 */
export async function serveImage(image: Uint8Array, statuses: number[] = []) {
  const requests: Request[] = []
  const server = createServer(({ url, headers }, response) => {
    requests.push({ url, headers })
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const status = statuses.shift() ?? 206
    if (status === 0) return
    response.statusCode = status
    response.end(status === 206 ? image.subarray(Number(first), Number(last) + 1) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { requests, serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function makeKey(name: string): SigningKey {
  return { name, privateKey: generateKeyPairSync('ed25519').privateKey }
}

function publicOf({ name, privateKey }: SigningKey): TrustedKey {
  return { k: name, x: privateKey.export({ format: 'jwk' }).x ?? '' }
}
