import { spawn } from 'node:child_process'
import type { Logger } from 'pino'

/**
 * Starts a program that the settings name.
 * @returns ends it
 */
export function runProgram(words: readonly string[], log: Logger): () => void {
  const [program = '', ...args] = words
  const child = spawn(program, args, { stdio: 'ignore' })
  child.on('error', (error) =>
    log.error({ program, reason: error.message }, 'a program of the screen cannot be run'),
  )
  return () => void child.kill()
}
