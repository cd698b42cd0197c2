import { dirname, join, resolve } from 'node:path'

/** What the command line and the environment settle for one run of the supervisor. */
export interface SupervisorEnvironment {
  readonly dataFolder: string
  /** Null where no service manager has started it. */
  readonly notifySocket: string | null
  /** For the program, which reads the rest. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** The settings of this process; the only place of the supervisor that reads its environment. */
export function readSupervisorEnv(args: readonly string[]): SupervisorEnvironment | null {
  return parseSupervisorEnv(args, process.env)
}

/** Null where not exactly one settings file is named. */
export function parseSupervisorEnv(
  args: readonly string[],
  variables: SupervisorEnvironment['variables'],
): SupervisorEnvironment | null {
  const settingsPath = args[0] ?? variables.COLDKEEP_TERMINAL_SETTINGS
  if (!settingsPath || args.length > 1) return null
  const dataFolder = variables.COLDKEEP_TERMINAL_DATA || join(dirname(settingsPath), 'terminal-data')
  return { dataFolder: resolve(dataFolder), notifySocket: variables.NOTIFY_SOCKET || null, variables }
}
