import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { readTrustedKeys } from '@coldkeep/contract/mqtt/signed'
import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { CommandRunner, type Operations } from '../command/command-runner'
import { FieldStore } from '../command/field-store'
import { Outbox } from '../outbox/outbox'
import { systemTime } from '../time/system-time'
import { TERMINAL } from './hub'

/**
 * Started by tests as a process of its own: takes the command in `command.bin`, which adds a line to `bus.txt`, and ends
 * itself at a step. Without a step it goes through. Before that it settles what the run before left open, and takes the
 * commands of `others.json`.
 */
const [folder = '', killAt = ''] = process.argv.slice(2)
const at = (step: string) => {
  if (step === killAt) process.kill(process.pid, 'SIGKILL')
}

const log = pino({ level: 'silent' })
const outbox = await Outbox.open({
  folder,
  time: systemTime,
  log,
  isClockTrusted: () => true,
  onEvent: () => {},
})
const store = await FieldStore.open(join(folder, 'field.mdb'))
await store.recordOpened(epochMs(0))
for (const name of ['begin', 'end', 'markReported'] as const) {
  const real = store[name].bind(store) as (...words: unknown[]) => Promise<void>
  Object.assign(store, {
    async [name](...words: unknown[]) {
      at(`before ${name}`)
      await real(...words)
      at(`after ${name}`)
    },
  })
}
const refuse = async () => ({ st: 'refused' as const })
const operations: Operations = {
  'cfg.apply': refuse,
  'run.once': refuse,
  'log.fetch': refuse,
  'cred.rotate': refuse,
  restart: refuse,
  'fw.install': refuse,
  'screen.open': refuse,
  'camera.snapshot': refuse,
  async write() {
    at('before the bus')
    appendFileSync(join(folder, 'bus.txt'), 'written\n')
    at('after the bus')
    return { st: 'done', out: { packet: '05 06' } }
  },
}
const runner = new CommandRunner({
  terminalId: TERMINAL,
  trusted: { byName: readTrustedKeys(JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))) },
  store,
  operations,
  resume: () => null,
  time: systemTime,
  trustedTime: { now: () => systemTime.now(), known: async () => systemTime.now() },
  log,
  async report(id, answer) {
    at(`before telling ${answer.st}`)
    await outbox.append('result', answer.at, (e, s) => packMessage({ v: 1, e, s, id, ...answer }))
    at(`after telling ${answer.st}`)
  },
  settled: () => {},
})
await runner.recover()
const others = join(folder, 'others.json')
if (existsSync(others)) {
  for (const text of JSON.parse(readFileSync(others, 'utf8')))
    await runner.receive(Buffer.from(text, 'base64'))
}
const command = readFileSync(join(folder, 'command.bin'))
// the server does not know its outcome, and sends it again
for (let times = 0; times < 2; times++) await runner.receive(command)
await runner.stop()
await outbox.close()
await store.close()
process.stdout.write('through')
