import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import program from '../../package.json' with { type: 'json' }
import { notifySystemd } from '../service/watchdog'
import { systemTime } from '../time/system-time'
import { DIAL } from '../update/words'
import { readSupervisorEnv } from './env'
import { PATIENCE } from './judge'
import { Supervisor } from './supervisor'

const CANNOT_START = 2

// What this process writes is for its own account, whatever it was started with.
process.umask(0o077)
const args = process.argv.slice(2)
const environment = readSupervisorEnv(args)
if (environment === null) {
  console.error('arguments: one settings file is expected')
  process.exit(CANNOT_START)
}
const { dataFolder, notifySocket, variables } = environment
const supervisor = new Supervisor({
  dataFolder,
  packaged: { path: join(dirname(fileURLToPath(import.meta.url)), 'main.js'), version: program.version },
  args,
  dialArgs: [DIAL, ...args],
  variables,
  time: systemTime,
  patience: PATIENCE,
  machineBoot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  // as the program's own lines
  log: (level, msg, fields) =>
    console.log(JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })),
  alive() {
    if (notifySocket !== null) notifySystemd(notifySocket, ['WATCHDOG=1'], () => {})
  },
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => supervisor.signal(signal))
process.exit(await supervisor.run())
