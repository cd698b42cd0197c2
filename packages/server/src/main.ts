import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { readEnv, type Settings } from './env'
import type { Running } from './start-parts'
import type { RunningServer } from './start-server'

/** The environment is wrong, or something it names cannot be used. */
const EXIT_REFUSED = 2

// What this process writes is for its own account, whatever it was started with.
process.umask(0o077)
const log = pino(pino.destination({ dest: 2, sync: true }))

async function main(): Promise<void> {
  const settings = readEnv()
  if (!settings.ok) return refuse(`${settings.problem.variable}: ${settings.problem.reason}`)
  const stop = stopOnSignal()
  // Loaded only now, so that a wrong environment is reported at once.
  const { StartRefused } = await import('./start-parts')
  try {
    stop.onRequest(await start(settings.value))
  } catch (error) {
    if (error instanceof StartRefused) return refuse(error.message)
    throw error
  }
}

async function start(settings: Settings): Promise<Running> {
  const options = {
    clock: { now: () => epochMs(Date.now()) },
    log,
    report: (line: string) => console.log(line),
    onBroken: (error: Error) => {
      log.fatal({ err: error }, 'the database broke')
      process.exit(1)
    },
  }
  if (settings.serves === 'screens') {
    const { startGateway } = await import('./start-gateway')
    const gateway = await startGateway(settings, options)
    console.log(`Coldkeep serves screens as ${settings.gatewayName} at ${gateway.address}`)
    return gateway
  }
  const { startServer } = await import('./start-server')
  const server = await startServer(settings, options)
  reportStart(server)
  return server
}

function reportStart({ address, firstAccount }: RunningServer): void {
  console.log(`Coldkeep serves at ${address}`)
  if (firstAccount === null) return
  const password = firstAccount.madeUpPassword ?? 'of COLDKEEP_ADMIN_PASSWORD'
  console.log(`Sign in as ${firstAccount.login} with the password ${password}. It is not shown again.`)
}

/** The first signal closes in order, once the start is over; a second one ends at once. */
function stopOnSignal(): { onRequest(server: Running): void } {
  let running: Running | null = null
  let isStopping = false
  const close = () => {
    running?.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'not closed cleanly')
        process.exit(1)
      },
    )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'closing')
    close()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return {
    onRequest(server) {
      running = server
      if (isStopping) close()
    },
  }
}

function refuse(reason: string): void {
  console.error(`Coldkeep does not start. ${reason}`)
  process.exitCode = EXIT_REFUSED
}

await main()
