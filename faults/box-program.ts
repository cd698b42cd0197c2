import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { startTerminal } from '@coldkeep/terminal/terminal'
import { pino } from 'pino'
import { FastTime, type Pace } from './fast-time'

/** What the program is given. */
export interface BoxOrder {
  readonly settingsPath: string
  readonly pace: Pace
}

// The terminal as a box has it, in a process of its own and at its own pace.
const order = JSON.parse(process.argv[2] ?? '') as BoxOrder
const setup = await readSetup({
  settingsPath: order.settingsPath,
  dataFolder: null,
  isInsecureAllowed: false,
})
if (!setup.ok) throw new Error(setup.problem.why)
await startTerminal({
  setup: setup.value,
  time: new FastTime(order.pace),
  log: pino({ level: 'fatal' }),
  random: () => 0.1,
})
process.stdout.write('at work\n')
