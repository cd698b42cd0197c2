import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { programType, type ReleaseKeys, type ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import type { Release } from '@coldkeep/contract/mqtt/release-shape'
import { signMessage } from '@coldkeep/contract/mqtt/signed'
import { days } from '@coldkeep/domain/time/instant'
import { type Headers, pack } from 'tar-stream'
import { newSigner, type Signer } from './signer'

export const OWN_TYPE = programType(process.platform, process.arch)

interface ReleaseChanges {
  readonly keys?: Partial<ReleaseKeys>
  readonly manifest?: Partial<ReleaseManifest>
  /** Who signs the manifest, and the keys. */
  readonly signer?: Signer
  readonly root?: Signer
  readonly now?: number
}

/** Who makes releases: root, and the keys that it names. */
export class ReleaseMaker {
  readonly root: Signer = newSigner('root')
  readonly current: Signer = newSigner('r1')
  readonly next: Signer = newSigner('r2')

  /** Of an image, or as changed. */
  release(
    image: Uint8Array,
    { keys, manifest, signer = this.current, root = this.root, now = Date.now() }: ReleaseChanges = {},
  ): Release {
    return {
      keys: signMessage(
        {
          v: 1,
          number: 1,
          made: now,
          expires: now + days(365),
          current: this.current.trusted,
          next: this.next.trusted,
          ...keys,
        },
        root,
      ),
      manifest: signMessage(
        {
          v: 1,
          type: OWN_TYPE,
          version: '0.2.0',
          size: image.length,
          sha256: sha256(image),
          min: null,
          rollback: false,
          made: now,
          expires: now + days(180),
          ...manifest,
        },
        signer,
      ),
    }
  }

  /** `arg` of the command that installs an image. */
  order(image: Uint8Array, changes: ReleaseChanges = {}) {
    return { release: this.release(image, changes), url: `/field/v1/firmware/${sha256(image)}` }
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** An entry of an archive; without content a folder, or what its header says. */
export type Entry = Headers & { readonly content?: string | Buffer }

/** An archive as npm packs it. */
export async function archive(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack()
  for (const { content, ...header } of entries) tar.entry(header, content ?? '')
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk)
  return gzipSync(Buffer.concat(chunks))
}

/** What every archive of the program must hold. */
export function programEntries(version: string, root: Signer, script = 'process.exit(0)'): Entry[] {
  const manifest = { name: 'coldkeep-terminal', version, type: 'module' }
  return [
    { name: 'package/package.json', content: JSON.stringify(manifest) },
    { name: 'package/main.js', content: script, mode: 0o755 },
    { name: 'package/release-root.json', content: JSON.stringify(root.trusted) },
  ]
}
