import { pino, stdTimeFunctions } from 'pino'
import { readEnv } from './env'
import { readSetup } from './settings/read-setup'
import { describeProblem, type SetupProblem } from './settings/setup-problem'
import { startTerminal } from './terminal'
import { systemTime } from './time/system-time'

const CANNOT_START = 2

const environment = readEnv(process.argv.slice(2))
if (!environment.ok) refuse(environment.problem)
const setup = await readSetup(environment.value)
if (!setup.ok) refuse(setup.problem)

const log = pino({
  level: environment.value.logLevel,
  base: null,
  formatters: { level: (label) => ({ level: label }) },
  timestamp: stdTimeFunctions.isoTime,
})
const terminal = await startTerminal({ setup: setup.value, time: systemTime, log, random: Math.random })
// A second signal ends the process at once, as usual.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'stopping')
  await terminal.stop()
  process.exit(0)
}

function refuse(problem: SetupProblem): never {
  console.error(describeProblem(problem))
  process.exit(CANNOT_START)
}
