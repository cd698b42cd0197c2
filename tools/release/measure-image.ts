import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import type { ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import { MOST_IMAGE_BYTES } from '@coldkeep/contract/mqtt/release-shape'

/** Size and hash of a file, read piece by piece. */
export async function measureImage(path: string): Promise<Pick<ReleaseManifest, 'size' | 'sha256'>> {
  const status = statSync(path)
  if (!status.isFile()) throw new Error(`${path} is no file`)
  if (status.size === 0) throw new Error(`${path} is empty`)
  if (status.size > MOST_IMAGE_BYTES) throw new Error(`${path} is larger than 1 GiB`)
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece)
    size += piece.length
  }
  if (size !== status.size) throw new Error(`${path} was changed while it was read`)
  return { size, sha256: hash.digest('hex') }
}
