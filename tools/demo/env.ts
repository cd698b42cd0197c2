import type { Result } from '@coldkeep/domain/result'
import { parseEnv, type Settings } from '@coldkeep/server/env'
import type { EnvProblem } from '@coldkeep/server/secret-files'

/** The settings of the server, with the folder of the demo where none is named. */
export function readDemoEnv(): Result<Settings, EnvProblem> {
  return parseEnv({ ...process.env, COLDKEEP_DATA: process.env.COLDKEEP_DATA ?? './demo-data' })
}
