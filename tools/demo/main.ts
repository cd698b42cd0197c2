import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { isUnwritable, StartRefused, unwritable } from '@coldkeep/server/start-parts'
import { type RunningServer, startServer } from '@coldkeep/server/start-server'
import { pino } from 'pino'
import { readRootFile } from '../release/key-folder'
import { credentialsIn, makeDemoAccounts, readDemoAccounts } from './accounts'
import { buildConsole } from './build-console'
import { DemoFleet } from './demo-fleet'
import { readDemoEnv } from './env'
import { plantFridgeLists } from './fridge-lists'
import { plantNoticeTargets } from './notice-targets'
import { plantParameterFiles } from './parameter-files'
import { plantFleet } from './plant-fleet'
import { demoFleet, readPlanted, writePlanted } from './planted'
import { ensureReleaseKeys, writeImages } from './releases'
import { plantSettingRules } from './setting-rules'
import { demoFiles } from './settings'
import { Visitor } from './visitor'

/** Places of accounts in the file of sign-ins. */
const ADMINISTRATOR = 0
const REGION = 1
const STORE = 2

/** The environment is wrong, or something it names cannot be used; as the server says it. */
const EXIT_REFUSED = 2

const startedMs = performance.now()
const clock = { now: (): EpochMs => epochMs(Date.now()) }
const settings = readDemoEnv()
if (!settings.ok) refuse(`${settings.problem.variable}: ${settings.problem.reason}`)
const { adminPassword, dataFolder, mqttPort, mqttUrl } = settings.value
const files = demoFiles(dataFolder)
writing(dataFolder, () => mkdirSync(dataFolder, { recursive: true, mode: 0o700 }))
// whoever has keys of their own signs releases themselves
const isSigner = settings.value.releaseRootFile === null
const releaseRootFile =
  settings.value.releaseRootFile ??
  writing(files.releaseKeys, () => ensureReleaseKeys(files.releaseKeys, clock.now()))
const serverSettings = { ...settings.value, releaseRootFile }
const log = pino(
  { level: 'info' },
  pino.destination({ dest: join(dataFolder, 'server.log'), mkdir: true, mode: 0o600 }),
)

report('Building the console where needed')
buildConsole()
report('Starting the server')
const server = await start()
const planted = readPlanted(files.fleet)
if (!planted) throw new Error(`${files.fleet} is missing; remove ${dataFolder} and start again`)
const fieldKeys = loadFieldKeys(dataFolder)
if (!fieldKeys.ok) refuse(fieldKeys.problem)
if (isSigner) {
  await writeImages(files, clock.now())
  report(`Signed images to try updates with are in ${files.releaseImages}`)
}
const demo = await DemoFleet.start({
  database: server.database,
  planted,
  files,
  brokerUrl: mqttUrl ?? `mqtt://127.0.0.1:${mqttPort}`,
  serverUrl: server.address,
  commandKeys: fieldKeys.value.publicKeys(),
  releaseRoot: readRootFile(releaseRootFile),
  isSigner,
  clock,
  log,
  report,
})
closeOnSignal()
console.log(`
Coldkeep demo: ${server.address}

  account     password              sees
  ${readDemoAccounts(files.signIns).join('\n  ')}

These sign-ins are kept in ${files.signIns}. Ctrl-C stops the demo; the next start goes on from here.
`)
const visitor = await signIn(server.address, ADMINISTRATOR)
if (visitor)
  await demo.furnish(visitor, await signIn(server.address, REGION), await signIn(server.address, STORE))
await demo.judgeRecentPast(visitor)
await demo.makeOlderPast()

async function start(): Promise<RunningServer> {
  try {
    return await startServer(serverSettings, {
      clock,
      log,
      report,
      onBroken: (error) => {
        log.fatal({ err: error }, 'the database broke')
        refuse(error.message)
      },
      prepare: async (db) => {
        if (readPlanted(files.fleet)) return
        report('Planting the fleet')
        const fleet = demoFleet(Math.floor(clock.now() / 60_000) * 60_000)
        const planting = await plantFleet(db, fleet)
        await makeDemoAccounts(db, fleet, planting, { file: files.signIns, adminPassword }, clock.now())
        await plantNoticeTargets(db)
        await plantSettingRules(db, fleet, planting)
        const types = await plantFridgeLists(db, fleet, planting)
        await plantParameterFiles(db, fleet, planting, types)
        writePlanted(files.fleet, planting.planted)
      },
    })
  } catch (error) {
    if (error instanceof StartRefused) refuse(error.message)
    throw error
  }
}

/** As one of the accounts, the first of which may do everything; `null` where it was given another password. */
async function signIn(address: string, place: number): Promise<Visitor | null> {
  const { login, password } = credentialsIn(readDemoAccounts(files.signIns)[place] ?? '')
  return Visitor.signIn(address, login, password).catch((error: unknown) => {
    log.warn({ err: error }, 'scripts, calibrations and alarms are left to the visitor')
    return null
  })
}

/** The first signal closes in order, a second one ends at once. */
function closeOnSignal(): void {
  let isClosing = false
  const onSignal = () => {
    if (isClosing) process.exit(1)
    isClosing = true
    report('Stopping')
    demo
      .stop()
      .then(() => server.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function report(line: string): void {
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

function writing<Made>(folder: string, write: () => Made): Made {
  try {
    return write()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!isUnwritable(code)) throw error
    refuse(unwritable(folder, code))
  }
}

function refuse(reason: string): never {
  console.error(`The demo does not start. ${reason}`)
  process.exit(EXIT_REFUSED)
}
