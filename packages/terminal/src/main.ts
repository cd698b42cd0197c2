import { pino } from 'pino'
import { openBuses } from './bus/open-buses'
import { canSignIn, checkSetup } from './check/check-setup'
import { proveReplacement } from './enrol/prove-replacement'
import { describeClaim, runClaim } from './enrol/run-claim'
import { CLAIM, readClaimEnv, readEnv } from './env'
import { openLog } from './service/open-log'
import { makePrivate } from './service/private-folder'
import { startWatchdog, type Watchdog } from './service/watchdog'
import { readSetup, type Setup } from './settings/read-setup'
import { describeProblem, type SetupProblem } from './settings/setup-problem'
import { type LiveTerminal, startTerminal } from './terminal'
import { systemTime } from './time/system-time'
import { openSupervision } from './update/supervision'
import { SWITCH_STATUS } from './update/update-file'

const CANNOT_START = 2
/** The place is not this box's to take over, whatever is tried. */
const NOT_ENTITLED = 3

// What this process writes is for its own account, whatever it was started with.
process.umask(0o077)
const [command, ...words] = process.argv.slice(2)
if (command === CLAIM) process.exit(await claim(words))
const environment = readEnv(process.argv.slice(2))
if (!environment.ok) refuse(environment.problem)
const setup = await readSetup(environment.value)
if (!setup.ok) refuse(setup.problem)

if (environment.value.isCheck) process.exit(await check(setup.value))
if (environment.value.isDial) process.exit(await dial(setup.value))
const closed = await makePrivate(setup.value.dataFolder).catch(() => 0)
const log = await openLog(setup.value.logFolder, environment.value.logLevel, process.stdout)
if (closed > 0) log.warn({ closed }, 'files of the data folder were open to others; they are not any more')
const { notifySocket } = environment.value
let watchdog: Watchdog | null = null
const ending = new AbortController()
let terminal: LiveTerminal | null = null
const supervision = openSupervision((why) => void stop(why))
let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  // A second signal ends the process at once, as usual. Under a supervisor one signal may come twice, and it has its own
  // patience.
  if (supervision === null) process.once(signal, () => void stop(signal))
  else process.on(signal, () => void stop(signal))
}
if (setup.value.settings.takesOver) {
  // a proof may take longer than a start may
  watchdog = notifySocket && startWatchdog(notifySocket, log)
  await takeOver(setup.value, environment.value.settingsPath)
}
terminal = await startTerminal({
  setup: setup.value,
  time: systemTime,
  log,
  random: Math.random,
  restartProgram: () => void stop('restart'),
  supervision,
})
watchdog ??= notifySocket && startWatchdog(notifySocket, log)

async function stop(cause: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  log.info({ signal: cause }, 'stopping')
  ending.abort()
  watchdog?.stop(supervision === null || cause.startsWith('SIG'))
  await terminal?.stop()
  process.exit(cause === 'update' ? SWITCH_STATUS : 0)
}

/** Returns once this box has the place; ends the program where it never will. */
async function takeOver(setup: Setup, settingsPath: string): Promise<void> {
  const { signal } = ending
  const outcome = await proveReplacement({ setup, settingsPath, time: systemTime, log, signal })
  if (outcome.kind === 'proved') return
  // the party that ended it also ends the program
  if (outcome.kind === 'ended') return new Promise(() => {})
  log.error({ why: outcome.why }, 'refused: this box does not take the place over')
  watchdog?.stop(true)
  console.error(`replacement: ${outcome.why} Claim the place with a new code.`)
  process.exit(NOT_ENTITLED)
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

/**
 * Findings are to be read, so the parts log nothing in the meantime.
 * @returns 0 when all is well
 */
async function check(setup: Setup): Promise<number> {
  let isWell = true
  for await (const finding of checkSetup(setup, (parts) => openBuses(parts, pino({ level: 'silent' })))) {
    isWell &&= finding.isWell
    console.log(`${finding.isWell ? 'ok    ' : 'FAILED'}  ${finding.text}`)
  }
  return isWell ? 0 : 1
}

/** @returns 0 when a broker lets this terminal in */
async function dial(setup: Setup): Promise<number> {
  // a place that is not this box's yet is not signed in to
  return !setup.settings.takesOver && (await canSignIn(setup)) ? 0 : 1
}

function refuse(problem: SetupProblem): never {
  console.error(describeProblem(problem))
  process.exit(CANNOT_START)
}
