import { resolve } from 'node:path'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { type ClaimEnvironment, DEFAULT_SETTINGS_PATH } from './enrol/run-claim'
import type { NotifySocket } from './service/watchdog'
import type { SetupSource } from './settings/read-setup'
import type { SetupProblem } from './settings/setup-problem'
import { DIAL } from './update/words'

const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** What the command line and the environment settle for one run of the terminal. */
export interface Environment extends SetupSource {
  /** Try everything once and say what is wrong, instead of running. */
  readonly isCheck: boolean
  /** Sign in to a broker once, instead of running. */
  readonly isDial: boolean
  readonly logLevel: LogLevel
  /** Null where the program was not started by one. */
  readonly notifySocket: NotifySocket | null
}

const CHECK = '--check'
export const CLAIM = 'claim'

type Variables = Readonly<Record<string, string | undefined>>

/** The settings of this process; the only place that reads its environment. */
export function readEnv(args: readonly string[]): Result<Environment, SetupProblem> {
  return parseEnv(args, process.env)
}

/** An empty text counts as not set. The first problem is reported. */
export function parseEnv(args: readonly string[], variables: Variables): Result<Environment, SetupProblem> {
  const isCheck = args.includes(CHECK)
  const isDial = args.includes(DIAL)
  const words = args.filter((word) => word !== CHECK && word !== DIAL)
  const [settingsPath = variables.COLDKEEP_TERMINAL_SETTINGS, ...rest] = words
  if (!settingsPath) {
    return refuse('COLDKEEP_TERMINAL_SETTINGS', 'names no settings file, and none is given as argument')
  }
  if (rest.length > 0) return refuse('arguments', `one settings file is expected, not ${args.length} words`)
  const insecure = insecureOf(variables)
  if (!insecure.ok) return insecure
  const level = variables.COLDKEEP_LOG_LEVEL || 'info'
  const logLevel = logLevels.find((known) => known === level)
  if (logLevel === undefined) {
    return refuse('COLDKEEP_LOG_LEVEL', `"${level}" is none of ${logLevels.join(', ')}`)
  }
  const dataFolder = variables.COLDKEEP_TERMINAL_DATA
  return ok({
    isCheck,
    isDial,
    settingsPath: resolve(settingsPath),
    dataFolder: dataFolder ? resolve(dataFolder) : null,
    isInsecureAllowed: insecure.value,
    logLevel,
    notifySocket: notifySocketOf(variables),
  })
}

export function readClaimEnv(args: readonly string[]): Result<ClaimEnvironment, SetupProblem> {
  return parseClaimEnv(args, process.env)
}

/** @param args what follows the word `claim` */
export function parseClaimEnv(
  args: readonly string[],
  variables: Variables,
): Result<ClaimEnvironment, SetupProblem> {
  const [serverUrl, code, settingsPath, ...rest] = args
  if (serverUrl === undefined || code === undefined || rest.length > 0) {
    return refuse('arguments', 'expected: claim <server address> <claim code> [settings file]')
  }
  const insecure = insecureOf(variables)
  if (!insecure.ok) return insecure
  const dataFolder = variables.COLDKEEP_TERMINAL_DATA
  return ok({
    serverUrl,
    code,
    settingsPath: resolve(settingsPath ?? (variables.COLDKEEP_TERMINAL_SETTINGS || DEFAULT_SETTINGS_PATH)),
    dataFolder: dataFolder ? resolve(dataFolder) : null,
    serverCaPath: variables.COLDKEEP_SERVER_CA ? resolve(variables.COLDKEEP_SERVER_CA) : null,
    isInsecureAllowed: insecure.value,
  })
}

function insecureOf({ COLDKEEP_INSECURE }: Variables): Result<boolean, SetupProblem> {
  const insecure = COLDKEEP_INSECURE || '0'
  if (insecure === '0' || insecure === '1') return ok(insecure === '1')
  return refuse('COLDKEEP_INSECURE', `"${insecure}" is neither 1 nor 0`)
}

function notifySocketOf({ NOTIFY_SOCKET, WATCHDOG_USEC }: Variables): NotifySocket | null {
  if (!NOTIFY_SOCKET) return null
  const patienceMs = Number(WATCHDOG_USEC) / 1000
  return { path: NOTIFY_SOCKET, patienceMs: patienceMs > 0 ? patienceMs : null }
}

function refuse(where: string, why: string) {
  return fail({ where, path: null, why })
}
