import { type Logger, pino } from 'pino'

/** A log that a test can read. */
export function readableLog(): { readonly log: Logger; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
