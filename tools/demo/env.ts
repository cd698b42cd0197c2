import type { Result } from '@coldkeep/domain/result'
import { type EnvProblem, parseEnv, type Settings } from '@coldkeep/server/env'

/** The settings of the server, with the folder of the demo where none is named. */
export function readDemoEnv(): Result<Settings, EnvProblem> {
  return parseEnv({ ...process.env, COLDKEEP_DATA: process.env.COLDKEEP_DATA ?? './demo-data' })
}
