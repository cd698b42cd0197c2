import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** The files of a zip by their paths. */
export async function filesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  const found = new Map<string, Buffer>()
  for await (const entry of opened.eachEntry())
    found.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  return found
}

/** A zip of such files. */
export function zipOf(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(content, path)
  zip.end()
  return buffer(zip.outputStream)
}
