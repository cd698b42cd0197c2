import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The texts of an archive by their names. */
export async function textsOf(archive: Buffer): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const zip = await fromBufferPromise(archive)
  for await (const entry of zip.eachEntry()) {
    texts[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  }
  return texts
}
