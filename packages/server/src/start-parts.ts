import type { Result } from '@coldkeep/domain/result'
import { type Clock, minutes } from '@coldkeep/domain/time/instant'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { connect, type Database } from './db/connect'
import { FolderInUse } from './db/folder-lock'
import { makePrivate } from './db/private-folder'
import type { Settings } from './env'
import type { ServerCertificate } from './http/server-certificate'
import { repeating } from './tasks/repeating'

/** A failed start that a person can fix: what is wrong, in one line. */
export class StartRefused extends Error {}

export interface StartOptions {
  readonly clock: Clock
  readonly log: Logger
  /** Called with plain lines on the progress of the start. */
  readonly report: (line: string) => void
  /** The database can serve no more: the process should end and start again. */
  readonly onBroken: (error: Error) => void
}

/** A process that serves. */
export interface Running {
  /** `http://127.0.0.1:8080`, or `https:` with a certificate. */
  readonly address: string
  /** Takes no more, finishes what is under way, and gives everything back in reverse order. */
  close(): Promise<void>
}

/** Of the files of the certificate, which are replaced every few weeks. */
const CERTIFICATE_READ_EVERY_MS = minutes(1)
/** A database that takes this long to answer is not ready. */
export const READY_WITHIN_MS = 5_000

export type Closing = () => Promise<unknown>

/** What was opened one after the other is given back in reverse order, also where one of the openings fails. */
export async function openAll<Opened extends object>(
  open: (closings: Closing[]) => Promise<Opened>,
  { log }: Pick<StartOptions, 'log'>,
): Promise<Opened & { close(): Promise<void> }> {
  const closings: Closing[] = []
  const close = async () => {
    const failures: unknown[] = []
    for (let closing = closings.pop(); closing !== undefined; closing = closings.pop()) {
      await closing().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
  }
  try {
    return { ...(await open(closings)), close }
  } catch (error) {
    await close().catch((failure: unknown) => log.error({ err: failure }, 'start undone in part'))
    throw error
  }
}

/** @throws StartRefused with the problem, where there is no value */
export function orRefuse<Value>(result: Result<Value, string>, source = ''): Value {
  if (!result.ok) throw new StartRefused(`${source}${result.problem}`)
  return result.value
}

/** Keys, files and the embedded database are for this account alone, also where the folder was there before. */
export function closeToOthers({ dataFolder }: Settings, { report }: Pick<StartOptions, 'report'>): void {
  try {
    const { closed, left } = makePrivate(dataFolder)
    if (closed > 0)
      report(`COLDKEEP_DATA: ${closed} files and folders were open to others; they are not any more`)
    if (left > 0)
      report(`COLDKEEP_DATA: ${left} files and folders are open to others and are not ours to close`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw isUnwritable(code) ? new StartRefused(unwritable(dataFolder, code)) : error
  }
}

export async function openDatabase(
  settings: Settings,
  { onBroken }: Pick<StartOptions, 'onBroken'>,
): Promise<Database> {
  const { databaseUrl, dataFolder } = settings
  try {
    return await connect(databaseUrl === null ? { folder: dataFolder, onBroken } : { databaseUrl })
  } catch (error) {
    if (error instanceof FolderInUse) throw new StartRefused(`COLDKEEP_DATA: ${error.message}`)
    const { message, code } = error as NodeJS.ErrnoException
    if (databaseUrl === null)
      throw isUnwritable(code) ? new StartRefused(unwritable(dataFolder, code)) : error
    throw new StartRefused(`DATABASE_URL: ${message || code}`)
  }
}

const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'] as const
type Unwritable = (typeof UNWRITABLE)[number]

/** True for the errors of a folder that this account cannot use. */
export function isUnwritable(code: string | undefined): code is Unwritable {
  return UNWRITABLE.some((one) => one === code)
}

export function unwritable(folder: string, code: Unwritable): string {
  return `COLDKEEP_DATA: ${folder} cannot be written (${code})`
}

export async function listen(app: FastifyInstance, settings: Settings): Promise<string> {
  const { host, port } = settings
  try {
    return await app.listen({ host, port })
  } catch (error) {
    throw asRefusal(error, 'PORT', port, settings)
  }
}

/** A problem with an address or port that a person can fix, else the error itself. */
export function asRefusal(error: unknown, variable: string, port: number, { host }: Settings): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartRefused(`${variable}: ${port} is in use by another program`)
    case 'EACCES':
      return new StartRefused(`${variable}: this account may not listen on ${port}`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefused(`COLDKEEP_HOST: this machine has no address ${host}`)
    default:
      return error
  }
}

/** Shows a certificate that was replaced from then on. @returns ends that */
export function renewing(certificate: ServerCertificate | null, { log }: Pick<StartOptions, 'log'>): Closing {
  const reading = repeating(CERTIFICATE_READ_EVERY_MS, async () => certificate?.renew(), log)
  return () => reading.stop()
}
