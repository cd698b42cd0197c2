import { appendCrc } from '@coldkeep/modbus/crc'
import { expect, test } from 'vitest'
import type { Bus, BusOutcome, BusRequest } from '../bus/bus'
import { noCounts } from '../bus/bus'
import { CUT_OUT_WRITE } from '../testing/cut-out-write'
import type { Outcome } from './command-runner'
import { runWrite } from './run-write'

const READ = '05 03 00 63 00 01'
const ARG = { ...CUT_OUT_WRITE, retries: 1, timeoutMs: 100 }
const AT = 1_795_216_800_000

type Answer = (request: readonly number[]) => BusOutcome
const reply = (...bytes: number[]): BusOutcome => ({
  kind: 'reply',
  bytes: appendCrc(Uint8Array.from(bytes)),
})
const shows = (tenths: number) => reply(5, 3, 2, tenths >> 8, tenths & 0xff)

/** Runs a write on a line that answers what a test says. */
async function run(answer: Answer, arg: typeof ARG = ARG) {
  const requests: string[] = []
  const reports: unknown[] = []
  const bus: Bus = {
    id: 'p1',
    counts: noCounts(),
    async request({ frame, priority, isStillNeeded }: BusRequest) {
      expect(priority).toBe('write')
      expect(isStillNeeded?.()).not.toBe(false)
      const bytes = [...frame.subarray(0, -2)]
      requests.push(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' '))
      return answer(bytes)
    },
    stop: async () => {},
  }
  const port = { id: 'p1', kind: 'rtu-tcp', host: '10.0.0.1', port: 4001 } as const
  const outcome: Outcome = await runWrite(arg, {
    polling: { ports: [port], buses: new Map([['p1', bus]]) },
    time: { now: () => AT as never },
    reportProgress: async (progress) => void reports.push(progress),
    isLate: () => false,
  })
  return { outcome, requests, reports }
}

/** A register that takes what is written, or does not. */
function register(present: number, onWrite: (value: number) => number | BusOutcome): Answer {
  let value = present
  return (request) => {
    if (request[1] === 3) return shows(value)
    const next = onWrite(((request[4] as number) << 8) | (request[5] as number))
    if (typeof next !== 'number') return next
    value = next
    return reply(...request)
  }
}

test('the value is read, written, and read again; that it was answered is reported on the way', async () => {
  const { outcome, requests, reports } = await run(register(0x1e, (value) => value))
  expect(requests).toEqual([READ, '05 06 00 63 00 14', READ])
  // 0x1E are 30 tenths
  const before = { value: 3, quality: 0, at: AT }
  const written = {
    request: '05 06 00 63 00 14 78 5F',
    packet: '05 06 00 63 00 14 78 5F',
    writtenAt: AT,
    before,
  }
  expect(outcome).toEqual({ st: 'done', out: { ...written, after: { value: 2, quality: 0, at: AT } } })
  expect(reports).toEqual([{ out: written }])
})

test('a device that says yes and keeps the old value has failed', async () => {
  const { outcome } = await run(register(0x1e, () => 0x1e))
  expect(outcome).toMatchObject({
    st: 'failed',
    err: { code: 'E_KEPT' },
    out: { before: { value: 3 }, after: { value: 3 } },
  })
})

test('one that refuses is read again all the same, and nothing is reported as written', async () => {
  const { outcome, reports } = await run(register(0x1e, () => ({ kind: 'exception', exceptionCode: 3 })))
  expect(outcome).toMatchObject({
    st: 'failed',
    err: { code: 'E_EXCEPTION(3)' },
    out: { after: { value: 3 } },
  })
  expect(reports).toEqual([])
})

test('after silence the value that was read back shows whether it has happened', async () => {
  let writes = 0
  const mute = (device: Answer): Answer => {
    writes = 0
    return (request) => {
      const answer = device(request)
      if (request[1] !== 6) return answer
      writes += 1
      return { kind: 'timeout' }
    }
  }
  const kept = await run(mute(register(0x1e, (value) => value)))
  expect([writes, kept.requests.length]).toEqual([2, 4])
  expect(kept.outcome).toMatchObject({ st: 'done', out: { before: { value: 3 }, after: { value: 2 } } })
  expect(kept.reports).toEqual([])
  const lost = await run(mute(register(0x1e, () => 0x1e)))
  expect(lost.outcome).toMatchObject({
    st: 'failed',
    err: { code: 'E_TIMEOUT' },
    out: { before: { value: 3 }, after: { value: 3 } },
  })
})

test('a device that needs longer is believed once the value is there; one that is busy is not', async () => {
  const acknowledging = (code: number) => {
    const device = register(0x1e, (value) => value)
    return (request: readonly number[]): BusOutcome => {
      const answer = device(request)
      return request[1] === 6 ? { kind: 'exception', exceptionCode: code } : answer
    }
  }
  expect((await run(acknowledging(5))).outcome).toMatchObject({ st: 'done', out: { after: { value: 2 } } })
  expect((await run(acknowledging(6))).outcome).toMatchObject({
    st: 'failed',
    err: { code: 'E_EXCEPTION(6)' },
  })
})

test('what cannot be read back is not proved', async () => {
  const { outcome } = await run((request) => (request[1] === 3 ? { kind: 'timeout' } : reply(...request)))
  expect(outcome).toMatchObject({
    st: 'failed',
    err: { code: 'E_UNREAD' },
    out: { before: { value: null, quality: 1 }, after: { value: null, quality: 1 } },
  })
})

test('a value of which nothing is expected is right as it is', async () => {
  const arg = { ...ARG, readBack: { ...ARG.readBack, expected: null as never } }
  expect(
    (
      await run(
        register(0x1e, () => 0x1e),
        arg,
      )
    ).outcome.st,
  ).toBe('done')
})

test.each([
  [{ numericFormat: 'ascii' }, 'E_FORM'],
  [{ decoderId: 9 }, 'E_FORM'],
  [{ requestHex: '03 0' }, 'E_FORM'],
])('with %j nothing goes over the line', async (over, code) => {
  const { outcome, requests } = await run(
    register(0, () => 0),
    { ...ARG, readBack: { ...ARG.readBack, ...over } },
  )
  expect(outcome).toMatchObject({ st: 'refused', err: { code } })
  expect(requests).toEqual([])
})
