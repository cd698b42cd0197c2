import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Problem } from '@coldkeep/contract/problem'

/** Text packs to a tenth or so: sixteen times what may be handed over. A log of zeros would be a thousand times as large. */
export const MOST_UNPACKED_BYTES = 256 * 1_048_576

/**
 * The text of a packed log, as it is unpacked.
 * @throws Problem `log.unpacks_too_large` as soon as it is more than that; of the unpacker when it is not packed with gzip
 */
export async function* unpackLog(packed: Readable, mostBytes = MOST_UNPACKED_BYTES): AsyncGenerator<Buffer> {
  const text = createGunzip()
  packed.once('error', (error) => text.destroy(error))
  let size = 0
  try {
    for await (const chunk of packed.pipe(text) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostBytes) throw new Problem('log.unpacks_too_large', { limit: mostBytes / 1_048_576 })
      yield chunk
    }
  } finally {
    packed.destroy()
    text.destroy()
  }
}
