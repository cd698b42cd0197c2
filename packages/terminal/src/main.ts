import { pino } from 'pino'
import { openBuses } from './bus/open-buses'
import { checkSetup } from './check/check-setup'
import { describeClaim, runClaim } from './enrol/run-claim'
import { CLAIM, readClaimEnv, readEnv } from './env'
import { openLog } from './service/open-log'
import { makePrivate } from './service/private-folder'
import { startWatchdog } from './service/watchdog'
import { readSetup, type Setup } from './settings/read-setup'
import { describeProblem, type SetupProblem } from './settings/setup-problem'
import { startTerminal } from './terminal'
import { systemTime } from './time/system-time'

const CANNOT_START = 2

// What this process writes is for its own account, whatever it was started with.
process.umask(0o077)
const [command, ...words] = process.argv.slice(2)
if (command === CLAIM) process.exit(await claim(words))
const environment = readEnv(process.argv.slice(2))
if (!environment.ok) refuse(environment.problem)
const setup = await readSetup(environment.value)
if (!setup.ok) refuse(setup.problem)

if (environment.value.isCheck) process.exit(await check(setup.value))
const mended = await makePrivate(setup.value.dataFolder).catch(() => 0)
const log = await openLog(setup.value.logFolder, environment.value.logLevel, process.stdout)
if (mended > 0) log.warn({ mended }, 'files of the data folder were open to others; they are not any more')
const terminal = await startTerminal({
  setup: setup.value,
  time: systemTime,
  log,
  random: Math.random,
  restartProgram: () => void stop('restart'),
})
const { notifySocket } = environment.value
const watchdog = notifySocket && startWatchdog(notifySocket, log)
// A second signal ends the process at once, as usual.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'stopping')
  watchdog?.stop()
  await terminal.stop()
  process.exit(0)
}

/** @returns 0 when the box has its place */
async function claim(args: readonly string[]): Promise<number> {
  const order = readClaimEnv(args)
  if (!order.ok) refuse(order.problem)
  const claimed = await runClaim(order.value)
  if (!claimed.ok) refuse(claimed.problem)
  console.log(describeClaim(claimed.value))
  return 0
}

/** Findings are to be read, so the parts say nothing meanwhile. @returns 0 when all is well */
async function check(setup: Setup): Promise<number> {
  let isWell = true
  for await (const finding of checkSetup(setup, (parts) => openBuses(parts, pino({ level: 'silent' })))) {
    isWell &&= finding.isWell
    console.log(`${finding.isWell ? 'ok    ' : 'FAILED'}  ${finding.text}`)
  }
  return isWell ? 0 : 1
}

function refuse(problem: SetupProblem): never {
  console.error(describeProblem(problem))
  process.exit(CANNOT_START)
}
