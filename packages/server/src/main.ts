import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { readEnv, type Settings } from './env'
import { type RunningServer, StartRefused, startServer } from './start-server'

/** The environment is wrong, or something it names cannot be used. */
const EXIT_REFUSED = 2

const log = pino(pino.destination({ dest: 2, sync: true }))

async function main(): Promise<void> {
  const settings = readEnv()
  if (!settings.ok) return refuse(`${settings.problem.variable}: ${settings.problem.reason}`)
  try {
    const server = await start(settings.value)
    closeOnSignal(server)
  } catch (error) {
    if (error instanceof StartRefused) return refuse(error.message)
    throw error
  }
}

async function start(settings: Settings): Promise<RunningServer> {
  const server = await startServer(settings, {
    clock: { now: () => epochMs(Date.now()) },
    log,
    tell: (line) => console.log(line),
    onBroken: (error) => {
      log.fatal({ err: error }, 'the database broke')
      process.exit(1)
    },
  })
  console.log(`Coldkeep serves at ${server.address}`)
  if (server.firstAccount !== null) {
    const { login, madeUpPassword } = server.firstAccount
    const password = madeUpPassword ?? 'the one of COLDKEEP_ADMIN_PASSWORD'
    console.log(`Sign in as ${login} with the password ${password}. It is not shown again.`)
  }
  return server
}

/** The first signal closes in order, a second one ends at once. */
function closeOnSignal(server: RunningServer): void {
  let isClosing = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    log.info({ signal }, 'closing')
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'not closed cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function refuse(reason: string): void {
  console.error(`Coldkeep does not start. ${reason}`)
  process.exitCode = EXIT_REFUSED
}

await main()
