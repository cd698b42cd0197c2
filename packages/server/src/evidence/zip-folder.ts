import type { Readable } from 'node:stream'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { ZipFile } from 'yazl'
import type { PackFolder } from './pack-folder'

/**
 * The files of a folder in the order in which they were written, all with the same time, as they are read. The folder is
 * removed once that has ended, well or not.
 */
export async function* zipped(pack: PackFolder, madeAt: EpochMs): AsyncGenerator<Uint8Array> {
  try {
    const zip = new ZipFile()
    const outputStream = zip.outputStream as Readable
    // What goes wrong with a file is reported by the archive, not by its stream.
    zip.on('error', (error: Error) => outputStream.destroy(error))
    const options = { mtime: new Date(madeAt), mode: 0o100644 }
    for (const { path } of pack.files) zip.addFile(pack.pathOf(path), path, options)
    zip.end()
    for await (const chunk of outputStream) yield chunk as Uint8Array
  } finally {
    await pack.remove()
  }
}
