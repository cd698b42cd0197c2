import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DestinationStream, type Logger, multistream, pino, stdTimeFunctions } from 'pino'
import roll from 'pino-roll'
import type { LogLevel } from '../env'

const FILE_BYTES = '5m'
/** With the one that is written, 50 MB at most. */
const OLDER_FILES = 9

/**
 * The program's log: on the screen, which a service manager keeps, and in numbered files that the server can ask for.
 * A disk that takes nothing ends neither; then the screen alone has it.
 */
export async function openLog(folder: string, level: LogLevel, screen: DestinationStream): Promise<Logger> {
  const streams: { stream: DestinationStream; level: LogLevel }[] = [{ stream: screen, level }]
  const trouble = await openFile(folder).then(
    (stream) => {
      streams.push({ stream, level })
      return null
    },
    (error: unknown) => error,
  )
  const log = pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: stdTimeFunctions.isoTime,
    },
    multistream(streams),
  )
  if (trouble !== null) log.warn({ err: trouble }, 'no log files, their folder takes none')
  return log
}

async function openFile(folder: string): Promise<DestinationStream> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stream = await roll({
    file: join(folder, 'terminal'),
    extension: '.log',
    size: FILE_BYTES,
    limit: { count: OLDER_FILES, removeOtherLogFiles: true },
    mode: 0o600,
    // the last lines before the program ends are the ones that matter
    sync: true,
  })
  // without a listener a full disk would end the program
  stream.on('error', () => {})
  return stream
}
