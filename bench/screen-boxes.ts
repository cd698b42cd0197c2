import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import { pino } from 'pino'
import { answerParent } from './child'
import { SECRET, terminalOf } from './polled-fleet'

interface ScreenBoxes {
  readonly folder: string
  readonly mqttPort: number
  readonly serverUrl: string
  readonly keys: readonly TrustedKey[]
  /** Of the VNC server of each. */
  readonly screenPorts: readonly number[]
}

const terminals: LiveTerminal[] = []

/** Terminal programs that poll nothing, all in one process. */
const questions = {
  async start({ folder, mqttPort, serverUrl, keys, screenPorts }: ScreenBoxes): Promise<void> {
    for (const [store, port] of screenPorts.entries()) {
      const box = join(folder, `box-${store}`)
      mkdirSync(box)
      writeFileSync(join(box, 'credential'), SECRET)
      chmodSync(join(box, 'credential'), 0o600)
      const settingsPath = join(box, 'settings.json')
      const settings = {
        terminalId: terminalOf(store),
        brokerUrls: [`mqtt://127.0.0.1:${mqttPort}`],
        credentialFile: 'credential',
        serverUrl,
        commandKeys: keys,
        revision: 0,
        ports: [],
        scripts: [],
        screen: { port, consent: 'always' },
      }
      writeFileSync(settingsPath, JSON.stringify(settings))
      const setup = await readSetup({ settingsPath, dataFolder: null, isInsecureAllowed: false })
      if (!setup.ok) throw new Error(setup.problem.why)
      const parts = { time: systemTime, log: pino({ level: 'silent' }), random: Math.random }
      terminals.push(await startTerminal({ setup: setup.value, ...parts }))
    }
  },
  /** Of the process, so far. */
  cpuSeconds(): number {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  },
  async stop(): Promise<void> {
    await Promise.all(terminals.map((terminal) => terminal.stop()))
  },
}

export type ScreenBoxQuestions = typeof questions
answerParent(questions)
