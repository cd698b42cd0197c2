import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { readSetup } from '../settings/read-setup'
import { startTerminal } from '../terminal'
import { bundleOf, CommandBox } from '../testing/command-box'
import { TERMINAL } from '../testing/hub'
import { readableLog } from '../testing/log-lines'
import { ManualTime } from '../testing/manual-time'
import { airCommand, airNode, modbusTcp } from '../testing/settings'
import { systemTime } from '../time/system-time'
import { isAnnounced, readBundle } from './read-bundle'

const MAIN = await quickProgram(fileURLToPath(new URL('../main.ts', import.meta.url)))
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe('a configuration of the server', { timeout: 60_000 }, () => {
  test('takes over without a cycle left out, and is the one after the next start', async () => {
    const { box, start, polled } = await opened()
    let terminal = await start()
    await expect.poll(() => polled(17).length).toBeGreaterThan(1)
    const faster = airCommand({ nodes: [airNode(1_005)] })
    const next = bundleOf(18, box.slave.port, {
      scripts: [
        { name: 'cases', periodSeconds: 1, commands: [faster] },
        { name: 'more', periodSeconds: 2, commands: [airCommand({ nodes: [airNode(2_000)] })] },
      ],
    })
    box.want(1, box.publish(next))
    await expect
      .poll(() => box.results(1).map(({ st, out }) => [st, out?.step ?? out?.rev]))
      .toEqual([
        ['accepted', undefined],
        ['progress', 'fetched'],
        ['progress', 'checked'],
        ['done', 18],
      ])
    await expect.poll(() => polled(18).length).toBeGreaterThan(3)
    // every second of the first script, whichever revision read it
    const seconds = [
      ...new Set([...polled(17), ...polled(18)].filter(({ id }) => id === 1_005).map(({ t }) => t)),
    ].sort()
    for (const [index, t] of seconds.entries()) if (index > 0) expect(t - seconds[index - 1]!).toBe(1_000)
    expect(box.hub.states.at(-1)).toMatchObject({ on: 1, cfg: 18 })
    await terminal.stop()
    box.hub.arrivals.length = 0
    terminal = await start()
    await expect.poll(() => polled(18).length).toBeGreaterThan(0)
    expect(polled(17)).toEqual([])
    // retained, and told again: known, and nothing more is said of it
    expect(box.ends(1)).toHaveLength(1)
    await terminal.stop()
  })

  test('says whose requests are counted, also after the next start', async () => {
    const { box, settingsPath } = await opened()
    const time = new ManualTime(Date.now())
    const read = await readSetup({ settingsPath, dataFolder: null, isInsecureAllowed: false })
    if (!read.ok) throw new Error(read.problem.why)
    const { log } = readableLog()
    const start = () => startTerminal({ setup: read.value, time, log, random: () => 0 })
    const counted = () =>
      box.hub.arrivals.flatMap(({ message }) =>
        message.r
          .filter(([id]) => id === 9_001)
          .map(([, , value]) => ({ value, cfg: message.cfg, t: message.t })),
      )
    const interval = async () => {
      const before = counted().length
      await expect
        .poll(
          async () => {
            await time.pass(1_000)
            return counted().length
          },
          { interval: 5 },
        )
        .toBeGreaterThan(before)
      return counted().at(-1)!
    }
    let terminal = await start()
    await expect.poll(() => terminal.isConnected).toBe(true)
    const points = [{ pointId: 9_001 as PointId, kind: 'bus_answers' as const }]
    const statistics = { periodSeconds: 60, devices: [{ portId: 'p1', unitId: 5, points }] }
    box.want(1, box.publish(bundleOf(18, box.slave.port, { statistics })))
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'done' }])
    // the clock runs far ahead of the line, which may answer nothing within an interval or two
    await expect.poll(async () => (await interval()).value, { interval: 0 }).toBeGreaterThan(0)
    const answered = counted().at(-1)!
    expect(answered.cfg).toBe(18)
    expect((await interval()).t - answered.t).toBe(60_000)
    await terminal.stop()
    terminal = await start()
    await interval()
    await terminal.stop()
  })

  test('moves to another line when its port changes', async () => {
    const { box, start, polled } = await opened()
    const other = await CommandBox.start(answerAir)
    cleanUps.push(() => other[Symbol.asyncDispose]())
    const terminal = await start()
    await expect.poll(() => polled(17).length).toBeGreaterThan(0)
    box.want(1, box.publish(bundleOf(18, other.slave.port)))
    await expect.poll(() => polled(18).length).toBeGreaterThan(1)
    expect(other.slave.requests.length).toBeGreaterThan(1)
    const requestsBefore = box.slave.requests.length
    await expect.poll(() => polled(18).length).toBeGreaterThan(3)
    expect(box.slave.requests.length).toBe(requestsBefore)
    await terminal.stop()
  })

  test('that is not what was announced, or not for this terminal, or wrong, changes nothing', async () => {
    const { box, start, polled } = await opened()
    const terminal = await start()
    const right = bundleOf(18, box.slave.port)
    const address = box.publish(right)
    const refusals: readonly (readonly [object, string])[] = [
      [{ ...address, rev: 18, size: address.size + 1 }, 'E_SIZE'],
      [{ ...box.publish(Buffer.from('another text of its own'), 19), sha256: 'a'.repeat(64) }, 'E_FETCH'],
      [box.publish(Buffer.from('no JSON'), 20), 'E_FORM'],
      [box.publish({ ...right, rev: 21, tid: 'TB-009999' as TerminalId }), 'E_FOREIGN'],
      [box.publish(Buffer.from(JSON.stringify({ ...right, rev: 22, allowedNetworks: [] })), 22), 'E_FORM'],
      [box.publish(right, 23), 'E_FORM'],
      [box.publish({ ...right, rev: 24, ports: [] }), 'E_FORM'],
      [box.publish({ ...right, rev: 3 }), 'E_OLD'],
    ]
    const swapped = box.publish({ ...right, rev: 25 })
    box.files.set(swapped.url, Buffer.from(JSON.stringify({ ...right, rev: 26 })))
    for (const [index, [refused, code]] of [...refusals, [swapped, 'E_HASH'] as const].entries()) {
      if (code === 'E_FETCH') box.files.delete((refused as { url: string }).url)
      box.send(index + 1, { op: 'cfg.apply', arg: refused as never })
      await expect
        .poll(() => box.ends(index + 1))
        .toMatchObject([{ st: 'refused', err: { code }, out: { rev: 17 } }])
    }
    const faults = box.ends(7)[0]?.out?.faults
    expect(faults).toEqual([{ path: 'scripts.0.commands.0.portId', code: 'port_unknown', value: 'p1' }])
    box.want(90, box.publish({ ...right, rev: 30 }), 'TB-009999' as TerminalId)
    const before = polled(17).length
    await expect.poll(() => polled(17).length).toBeGreaterThan(before)
    expect(polled(18)).toEqual([])
    expect(box.ends(90)).toEqual([])
    await terminal.stop()
  })

  test('whose time is over, or that is older than what runs, is not taken, whenever it is sent again', async () => {
    const { box, start, lines } = await opened()
    const terminal = await start()
    box.want(1, { ...box.publish(bundleOf(18, box.slave.port)), exp: Date.now() - 1 })
    await expect
      .poll(() => lines.filter(({ msg }) => msg === 'configuration not taken'))
      .toMatchObject([{ code: 'E_EXPIRED', revision: 18 }])
    box.want(2, box.publish(bundleOf(19, box.slave.port)))
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'done', out: { rev: 19 } }])
    box.want(3, box.publish(bundleOf(18, box.slave.port)))
    await expect
      .poll(() => box.ends(3))
      .toMatchObject([{ st: 'refused', err: { code: 'E_OLD' }, out: { rev: 19 } }])
    expect(box.results(1)).toEqual([])
    await terminal.stop()
  })

  test('larger than announced is not read to its end', async () => {
    const { box, start } = await opened()
    const terminal = await start()
    const address = box.publish(bundleOf(18, box.slave.port))
    box.files.set(address.url, Buffer.alloc(8 * 1024 * 1024, 0x20))
    box.send(1, { op: 'cfg.apply', arg: address })
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'refused', err: { code: 'E_FETCH' } }])
    await terminal.stop()
  })

  test('that ends the program three times within five minutes is put back, reported once, and never tried again', async () => {
    const { box, polled, settingsPath } = await opened()
    const first = box.publish(bundleOf(18, box.slave.port))
    box.want(1, first)
    let child = await spawned(settingsPath)
    await expect.poll(() => polled(18).length).toBeGreaterThan(0)
    box.want(2, box.publish(bundleOf(19, box.slave.port, { ports: [{ ...modbusTcp(box.slave.port) }] })))
    await expect.poll(() => polled(19).length).toBeGreaterThan(0)
    for (let crash = 1; crash <= 3; crash++) {
      child.kill('SIGKILL')
      await once(child, 'exit')
      box.hub.arrivals.length = 0
      child = await spawned(settingsPath)
      const runs = crash < 3 ? 19 : 18
      await expect.poll(() => polled(runs).length).toBeGreaterThan(0)
    }
    await expect
      .poll(() => box.ends(2).map(({ st, err, out }) => [st, err?.code, out?.rev]))
      .toEqual([
        ['done', undefined, 19],
        ['failed', 'E_ROLLED_BACK', 18],
      ])
    expect(box.hub.states.at(-1)).toMatchObject({ on: 1, cfg: 18 })
    box.send(3, { op: 'cfg.apply', arg: box.publish(bundleOf(19, box.slave.port)) })
    await expect
      .poll(() => box.ends(3))
      .toMatchObject([{ st: 'refused', err: { code: 'E_OLD' }, out: { rev: 18 } }])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('on a command to restart, the program ends with 0 after its answer, and starts with what it ran', async () => {
    const { box, polled, settingsPath } = await opened()
    box.want(1, box.publish(bundleOf(18, box.slave.port)))
    const child = await spawned(settingsPath)
    await expect.poll(() => polled(18).length).toBeGreaterThan(0)
    box.send(2, { op: 'restart', arg: { what: 'program' } })
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(box.ends(2)).toMatchObject([{ st: 'done' }])
    box.hub.arrivals.length = 0
    const again = await spawned(settingsPath)
    await expect.poll(() => polled(18).length).toBeGreaterThan(0)
    again.kill('SIGTERM')
    await once(again, 'exit')
  })
})

test('a bundle that is not one, in 10000 forms, is refused and ends nothing', () => {
  const target = { terminalId: TERMINAL, revision: 18 }
  const right = JSON.stringify(bundleOf(18, 502))
  expect(readBundle(right, target).ok).toBe(true)
  const broken = fc.oneof(
    fc.string(),
    fc.json(),
    fc.anything().map((value) => JSON.stringify({ ...bundleOf(18, 502), scripts: value }) ?? ''),
    // one letter of a sound bundle is another one
    fc
      .tuple(fc.nat(right.length - 1), fc.string({ minLength: 1, maxLength: 2 }))
      .map(([at, letters]) => right.slice(0, at) + letters + right.slice(at + 1)),
  )
  let taken = 0
  fc.assert(
    fc.property(broken, (text) => {
      const announced = isAnnounced(Buffer.from(text), { size: right.length, sha256: 'a'.repeat(64) })
      expect(announced.ok).toBe(false)
      const read = readBundle(text, target)
      if (read.ok) taken++
      else expect(read.problem.code).toMatch(/^E_(FORM|FOREIGN)$/)
    }),
    { numRuns: 10_000 },
  )
  // a changed name or limit may still be sound: the hash is what keeps it out
  expect(taken).toBeLessThan(5_000)
})

function answerAir(request: Uint8Array, socket: { write(bytes: Uint8Array): unknown }): void {
  socket.write(Uint8Array.of(request[0]!, request[1]!, 0, 0, 0, 5, 5, 3, 2, 0, 0x22))
}

async function opened() {
  const box = await CommandBox.start(answerAir)
  cleanUps.push(() => box[Symbol.asyncDispose]())
  const settingsPath = box.write()
  const { log, lines } = readableLog()
  return {
    box,
    lines,
    settingsPath,
    /** Points and times that came under a revision. */
    polled: (revision: number) =>
      box.hub.arrivals.flatMap(({ message }) =>
        message.cfg === revision ? message.r.map(([id]) => ({ id, t: message.t })) : [],
      ),
    async start() {
      const read = await readSetup({ settingsPath, dataFolder: null, isInsecureAllowed: false })
      if (!read.ok) throw new Error(read.problem.why)
      const terminal = await startTerminal({ setup: read.value, time: systemTime, log, random: () => 0 })
      await expect.poll(() => terminal.isConnected).toBe(true)
      return terminal
    },
  }
}

async function spawned(settingsPath: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, settingsPath], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleanUps.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}
