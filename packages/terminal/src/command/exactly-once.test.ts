import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandResult } from '@coldkeep/contract/mqtt/command'
import { readMessage } from '@coldkeep/contract/mqtt/envelope'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { Outbox } from '../outbox/outbox'
import { BoxFolder } from '../testing/box-folder'
import { commandBytes, commandId, newSigner } from '../testing/signer'
import { systemTime } from '../time/system-time'

const SCRIPT = await quickProgram(
  fileURLToPath(new URL('../testing/run-command-until-killed.ts', import.meta.url)),
)
const WRITE = {
  portId: 'p1',
  unitId: 5,
  requestHex: '06 00 63 00 14',
  expectedReplyHex: '06 00 63 00 14',
  includesUnitId: false,
  appendsCrc: true,
  replyHasCrc: true,
  retries: 0,
  intervalMs: 0,
  timeoutMs: 500,
}

/** Where the program dies, how often the bus was written to by then and ever, and the one end that is told. */
const deaths: readonly (readonly [step: string, writes: number, end: 'done' | 'failed'])[] = [
  ['before begin', 1, 'done'],
  ['after begin', 0, 'failed'],
  ['before telling accepted', 0, 'failed'],
  ['after telling accepted', 0, 'failed'],
  ['before the bus', 0, 'failed'],
  ['after the bus', 1, 'failed'],
  ['before end', 1, 'failed'],
  ['after end', 1, 'done'],
  ['before telling done', 1, 'done'],
  ['after telling done', 1, 'done'],
  ['before markReported', 1, 'done'],
  ['after markReported', 1, 'done'],
]

describe('a write whose program is killed', { timeout: 60_000 }, () => {
  test.each(deaths)('%s: %i on the bus, and %s is reported', async (step, writes, end) => {
    using folder = new BoxFolder()
    const signer = newSigner()
    writeFileSync(join(folder.path, 'keys.json'), JSON.stringify([signer.trusted]))
    writeFileSync(join(folder.path, 'command.bin'), commandBytes(signer, 1, { op: 'write', arg: WRITE }))
    expect(run(folder, step).signal).toBe('SIGKILL')
    expect(run(folder, '').stdout).toBe('through')
    const bus = join(folder.path, 'bus.txt')
    expect(existsSync(bus) ? readFileSync(bus, 'utf8').split('\n').length - 1 : 0).toBe(writes)
    const ends = (await resultsIn(folder)).filter(({ st }) => st !== 'accepted')
    expect(ends.length).toBeGreaterThan(0)
    expect(new Set(ends.map(({ s: _s, ...answer }) => JSON.stringify(answer))).size).toBe(1)
    expect(ends[0]?.st).toBe(end)
    if (end === 'failed') expect(ends[0]?.err?.code).toBe('E_RESTART')
  })
})

/** More commands than are remembered. */
const OTHERS = 257

test.each([
  ['before the bus', 0],
  ['after the bus', 1],
])(
  'a write whose program is killed %s, forgotten, and sent again: %i on the bus',
  { timeout: 60_000 },
  async (step, writes) => {
    using folder = new BoxFolder()
    const signer = newSigner()
    folder.put('keys.json', JSON.stringify([signer.trusted]))
    writeFileSync(join(folder.path, 'command.bin'), commandBytes(signer, 1, { op: 'write', arg: WRITE }))
    expect(run(folder, step).signal).toBe('SIGKILL')
    const others = Array.from({ length: OTHERS }, (_, index) => commandBytes(signer, 2 + index, {}))
    folder.put('others.json', JSON.stringify(others.map((bytes) => Buffer.from(bytes).toString('base64'))))
    expect(run(folder, '').stdout).toBe('through')
    const bus = join(folder.path, 'bus.txt')
    expect(existsSync(bus) ? readFileSync(bus, 'utf8').split('\n').length - 1 : 0).toBe(writes)
    const reported = (await resultsIn(folder)).filter(({ id }) => id === commandId(1))
    // what came of it is not known, and stays so
    expect(reported.map(({ st, err }) => [st, err?.code])).toEqual([
      ['accepted', undefined],
      ['failed', 'E_RESTART'],
      ['refused', 'E_BEFORE'],
      ['refused', 'E_BEFORE'],
    ])
  },
)

function run(folder: BoxFolder, killAt: string) {
  return spawnSync(process.execPath, [SCRIPT, folder.path, killAt], { encoding: 'utf8' })
}

async function resultsIn(folder: BoxFolder) {
  const log = pino({ level: 'silent' })
  const outbox = await Outbox.open({
    folder: folder.path,
    time: systemTime,
    log,
    isClockTrusted: () => true,
    onEvent: () => {},
  })
  const rows = outbox.oldestReports(1_000, () => true)
  await outbox.close()
  return rows.map(({ body }) => {
    const read = readMessage(commandResult, body)
    if (!read.ok) throw new Error(read.problem)
    return read.value
  })
}
