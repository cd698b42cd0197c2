import { Readable } from 'node:stream'
import type { TerminalId } from '@coldkeep/domain/ids'
import yazl from 'yazl'
import { unpackLog } from '../../commands/unpack-log'

export interface PackedLog {
  readonly terminalId: TerminalId
  /** The log as it came: text, packed with gzip. */
  open(): Readable
}

/** The logs as texts in one archive, with a list of those that did not come. Each is read when its turn has come. */
export function zipLogs(
  logs: readonly PackedLog[],
  missing: readonly string[],
): AsyncIterable<Uint8Array | string> {
  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  zip.on('error', (error: Error) => content.destroy(error))
  for (const { terminalId, open } of logs) {
    zip.addReadStreamLazy(`${terminalId}.log`, (use) => {
      const text = Readable.from(unpackLog(open()), { objectMode: false })
      text.on('error', (error) => content.destroy(error))
      use(null, text)
    })
  }
  if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\r\n')}\r\n`), 'not-received.txt')
  zip.end()
  return content
}
