import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Puts packed copies next to the files, so that the server packs none of them when they are requested. */
export function packedCopies(): Plugin {
  return {
    name: 'packed-copies',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      for (const output of Object.values(bundle)) {
        if (!/^(?!\.).*\.(js|css|html|svg)$/.test(output.fileName)) continue
        const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source)
        const file = join(dir, output.fileName)
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
