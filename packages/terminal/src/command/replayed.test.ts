import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import { days, hours, minutes, seconds } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import { CommandBox } from '../testing/command-box'
import { CUT_OUT_WRITE } from '../testing/cut-out-write'
import { TERMINAL } from '../testing/hub'
import { liveBox, modbus, startOn } from '../testing/live-box'
import { ManualTime } from '../testing/manual-time'
import { commandBytes } from '../testing/signer'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

const { readBack: _, ...BLIND } = CUT_OUT_WRITE
const WRITE = { op: 'write' as const, arg: { ...BLIND, retries: 0, timeoutMs: 500 } }
/** More than are remembered. */
const OTHERS = 257

/** A device that counts how often it was written to. */
function counting() {
  let writes = 0
  const behaviour = modbus((request) => {
    if (request[1] !== 6) return Uint8Array.of(5, 3, 2, 0, 0x22)
    writes++
    return request
  })
  return { behaviour, writes: () => writes }
}

describe('who holds the broker', { timeout: 60_000 }, () => {
  test('says with acknowledgements that it is two hours ago: a write of then stays expired', async () => {
    const { behaviour, writes } = counting()
    const { box, lines } = await liveBox(open, behaviour)
    const at = Date.now() - hours(2)
    await expect.poll(() => box.hub.arrivals.length).toBeGreaterThan(0)
    const { e } = box.hub.arrivals[0]!.message
    box.hub.acknowledge(e, [], { now: at })
    await expect
      .poll(() => lines.filter(({ msg }) => msg === 'clock differs from the server, readings are marked'))
      .toHaveLength(1)
    box.send(1, { ...WRITE, iat: at, exp: at + seconds(60) })
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'expired', err: { code: 'E_EXPIRED' } }])
    // and says again what the server has told this terminal and others, in its name or not
    const [nonce = ''] = box.questions
    box.answerTime(nonce, at)
    box.answerTime('0'.repeat(32), at)
    box.send(2, { ...WRITE, iat: at, exp: at + seconds(60) })
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'expired', err: { code: 'E_EXPIRED' } }])
    expect(writes()).toBe(0)
    box.send(3, WRITE)
    await expect.poll(() => box.ends(3)).toMatchObject([{ st: 'done' }])
    expect(writes()).toBe(1)
  })

  test('says a write again that was carried out eight days ago, after a restart: it is answered, not done', async () => {
    const { behaviour, writes } = counting()
    const box = await CommandBox.start(behaviour)
    open.push(box)
    const at = Date.now() - days(8)
    const write = commandBytes(box.signer, 1, { ...WRITE, iat: at, exp: at + seconds(60) })
    const say = () => box.hub.send(downTopic(TERMINAL, 'cmd'), write)
    const settingsPath = box.write()
    // even the server's own clock stands at that day: the number alone counts
    box.clock = () => at
    const { stop } = await startOn(box, open, settingsPath)
    say()
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'done' }])
    await stop()
    const { stop: stopAgain } = await startOn(box, open, settingsPath)
    say()
    await expect.poll(() => box.ends(1)).toHaveLength(2)
    expect(box.ends(1).map(({ st }) => st)).toEqual(['done', 'done'])
    for (let number = 2; number < 2 + OTHERS; number++) {
      box.send(number, { op: 'write', arg: {}, exp: at + hours(1) })
      if (number % 8 === 0) await expect.poll(() => box.ends(number)).toHaveLength(1)
    }
    await expect.poll(() => box.ends(1 + OTHERS), { timeout: 20_000 }).toHaveLength(1)
    await stopAgain()
    await startOn(box, open, settingsPath)
    say()
    await expect.poll(() => box.ends(1).at(-1)).toMatchObject({ st: 'refused', err: { code: 'E_BEFORE' } })
    expect(writes()).toBe(1)
  })

  test('says a write again within its time to a terminal whose disk was lost: it is refused, a later one is done', async () => {
    const { behaviour, writes } = counting()
    const box = await CommandBox.start(behaviour)
    open.push(box)
    const settingsPath = box.write()
    const { stop, setup } = await startOn(box, open, settingsPath)
    const write = { ...WRITE, iat: Date.now(), exp: Date.now() + minutes(10) }
    box.send(1, write)
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'done' }])
    await stop()
    for (const file of ['field.mdb', 'field.mdb-lock']) await rm(join(setup.dataFolder, file))
    const { stop: stopAgain } = await startOn(box, open, settingsPath)
    box.send(1, write)
    await expect.poll(() => box.ends(1).at(-1)).toMatchObject({ st: 'refused', err: { code: 'E_BEFORE' } })
    box.send(2, WRITE)
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'done' }])
    expect(writes()).toBe(2)
    // what the disk knows after the next start is the same
    await stopAgain()
    await startOn(box, open, settingsPath)
    box.send(3, write)
    await expect.poll(() => box.ends(3)).toMatchObject([{ st: 'refused', err: { code: 'E_BEFORE' } }])
    expect(writes()).toBe(2)
  })

  test('keeps the time from a terminal: no write is carried out, reading goes on, and with it all is well', async () => {
    const { behaviour, writes } = counting()
    const box = await CommandBox.start(behaviour)
    open.push(box)
    box.clock = null
    const time = new ManualTime(Date.now())
    await startOn(box, open, box.write(), time)
    await time.pass(minutes(1))
    box.send(1, WRITE)
    const pass = async () => {
      await time.pass(seconds(1))
      return box.ends(1)
    }
    await expect.poll(pass).toMatchObject([{ st: 'refused', err: { code: 'E_TIME' } }])
    const read = box.hub.arrivals.length
    await expect
      .poll(async () => {
        await time.pass(seconds(1))
        return box.hub.arrivals.length
      })
      .toBeGreaterThan(read)
    expect(writes()).toBe(0)
    box.clock = () => Date.now()
    // requested again, since it is needed
    box.send(2, WRITE)
    await expect.poll(() => box.ends(2)).toMatchObject([{ st: 'done' }])
    expect(writes()).toBe(1)
  })
})
