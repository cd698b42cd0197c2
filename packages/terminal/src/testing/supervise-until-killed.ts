import { PATIENCE } from '../supervise/judge'
import { Supervisor } from '../supervise/supervisor'
import { systemTime } from '../time/system-time'

/**
 * Started by tests as a process of its own: a supervisor that ends itself at a point, as a power cut would. Without a point
 * it goes through.
 */
const [dataFolder = '', program = '', killAt = ''] = process.argv.slice(2)
const supervisor = new Supervisor({
  dataFolder,
  packaged: { path: program, version: '0.1.0' },
  args: ['settings.json'],
  dialArgs: ['--dial', 'settings.json'],
  variables: { PATH: '/usr/bin' },
  time: systemTime,
  patience: { ...PATIENCE, startAgainMs: 0 },
  machineBoot: `of process ${process.pid}`,
  log() {},
  alive() {},
  at(point) {
    if (point === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
process.on('SIGTERM', () => supervisor.signal('SIGTERM'))
process.exit(await supervisor.run())
