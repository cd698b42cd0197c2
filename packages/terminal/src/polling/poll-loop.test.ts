import type { PointId } from '@coldkeep/domain/ids'
import { busKinds } from '@coldkeep/domain/points/point'
import { quality, type Reading } from '@coldkeep/domain/points/reading'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import { type Behaviour, OddSlave } from '../testing/odd-slave'
import { busOf, pollingOf } from '../testing/poll-rig'
import { airCommand, airNode, modbusTcp } from '../testing/settings'
import { toBatches } from './batches'

const START = epochMs(Date.parse('2026-11-20T10:00:00Z'))
const open: AsyncDisposable[] = []

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

describe('a cycle', () => {
  test('begins on the grid and carries the start of its slot', async () => {
    const { time, delivered, firstAt } = await polling(reply('00 22'))
    await time.pass(firstAt - START - 1)
    expect(delivered).toEqual([])
    await time.pass(1)
    await expect.poll(() => delivered).toHaveLength(1)
    expect(delivered[0]).toEqual({
      at: firstAt,
      readings: [{ pointId: 1005, at: firstAt, value: 3.4, quality: quality.good }],
    })
    await time.pass(60_000)
    await expect.poll(() => delivered.map((one) => one.at)).toEqual([firstAt, firstAt + 60_000])
  })

  test('carries the start of its slot also when its timer is late', async () => {
    const { time, delivered, firstAt } = await polling(reply('00 22'))
    await time.pass(firstAt - START - 5)
    time.setClock(firstAt + 20)
    await time.pass(5)
    await expect.poll(() => delivered.map((one) => one.at)).toEqual([firstAt])
  })

  test('a refusal of 5 or 6 is requested again, as often as the row says', async () => {
    const refusals = ['86', '85']
    const { delivered, runOnce, slave } = await polling(
      (request, socket) => {
        const refusal = refusals.pop()
        socket.write(refusal ? answer(request, `83 0${refusal[1]}`) : answer(request, '03 02 00 22'))
      },
      [airCommand({ retries: 2 })],
    )
    await runOnce()
    expect(delivered[0]!.readings[0]).toMatchObject({ value: 3.4, quality: quality.good })
    expect(slave.requests).toHaveLength(3)
  })

  test('any other refusal is final, and its readings say so', async () => {
    const { delivered, runOnce, slave } = await polling(
      (request, socket) => void socket.write(answer(request, '83 02')),
      [airCommand({ retries: 2 })],
    )
    await runOnce()
    expect(delivered[0]!.readings[0]).toMatchObject({ value: null, quality: quality.exception })
    expect(slave.requests).toHaveLength(1)
  })

  test('silence is polled again, and then is a reading without a value', async () => {
    const { delivered, runOnce, slave } = await polling(() => {}, [airCommand({ retries: 1, timeoutMs: 30 })])
    await runOnce()
    expect(delivered[0]!.readings[0]).toMatchObject({ value: null, quality: quality.timeout })
    expect(slave.requests).toHaveLength(2)
  })

  test('a reply of another function is malformed', async () => {
    const { delivered, runOnce } = await polling(
      (request, socket) => void socket.write(answer(request, '04 02 00 22')),
    )
    await runOnce()
    expect(delivered[0]!.readings[0]).toMatchObject({ value: null, quality: quality.malformed })
  })

  test('the marker of a broken probe has its own quality', async () => {
    const { delivered, runOnce } = await polling(reply('80 00'))
    await runOnce()
    expect(delivered[0]!.readings[0]).toMatchObject({ value: null, quality: quality.format })
  })

  test('good readings are marked while the clock is not trusted, missing ones keep their reason', async () => {
    const { delivered, runOnce, clockTrust } = await polling(
      (request, socket) => {
        socket.write(request[6] === 5 ? answer(request, '03 02 00 22') : answer(request, '83 02'))
      },
      [airCommand(), airCommand({ unitId: 6 })],
    )
    clockTrust.compareWithServer(epochMs(START - 5_001))
    await runOnce()
    expect(delivered[0]!.readings.map((reading) => [reading.value, reading.quality])).toEqual([
      [3.4, quality.clockUntrusted],
      [null, quality.exception],
    ])
  })

  test('a port that cannot be opened gives readings without a value', async () => {
    const { delivered, runOnce, slave } = await polling(reply('00 22'))
    await slave[Symbol.asyncDispose]()
    await runOnce()
    expect(delivered[0]!.readings[0]).toMatchObject({ value: null, quality: quality.timeout })
  })
})

test('a cycle still running when the next is due skips that one and counts it', async () => {
  let release = () => {}
  const { time, delivered, loop, firstAt, slave } = await polling(async (request, socket) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    socket.write(answer(request, '03 02 00 22'))
  })
  await time.pass(firstAt - START)
  await expect.poll(() => slave.requests.length).toBe(1)
  await time.pass(120_000)
  expect(loop.overruns).toBe(2)
  release()
  await expect.poll(() => delivered).toHaveLength(1)
  await time.pass(60_000)
  await expect.poll(() => slave.requests.length).toBe(2)
  release()
})

test('a silent device is polled with one command a minute while the others go on', async () => {
  const commands = [
    airCommand({ timeoutMs: 20, retries: 1 }),
    airCommand({ timeoutMs: 20, commandCode: 'again', nodes: [airNode(2_005)] }),
    airCommand({ unitId: 6 }),
  ]
  let isMute = true
  const { time, delivered, firstAt, slave, changes } = await polling(
    (request, socket) => {
      if (request[6] !== 5 || !isMute) socket.write(answer(request, '03 02 00 22'))
    },
    commands,
    20,
  )
  await time.pass(firstAt - START)
  const requested: number[] = []
  for (let cycle = 1; cycle <= 10; cycle++) {
    await expect.poll(() => delivered.length).toBe(cycle)
    requested.push(slave.requests.filter((request) => request[6] === 5).length)
    if (cycle === 8) isMute = false
    await time.pass(20_000)
  }
  // Twice the first command and once the second in each of three cycles, a minute of rest, one attempt, another
  // minute, and all again since it answered.
  expect(requested).toEqual([3, 6, 9, 9, 9, 10, 10, 10, 12, 14])
  expect(delivered.every((one) => one.readings.length === 3)).toBe(true)
  expect(delivered[4]!.readings.map((reading) => reading.quality)).toEqual([1, 1, 0])
  expect(changes).toEqual(['p1/5 silent', 'p1/5 back'])
})

test('what became of the requests is counted for each device, per interval', async () => {
  const answers = ['03 02 00 22', null, '83 02', '04 02 00 22']
  const { time, delivered, loop, firstAt, statistics } = await polling(
    (request, socket) => {
      const next = answers.shift()
      if (next) socket.write(answer(request, next))
    },
    [0, 1, 2, 3].map((number) =>
      airCommand({ commandCode: `${number}`, timeoutMs: 30, nodes: [airNode(1_000 + number)] }),
    ),
  )
  await time.pass(firstAt - START)
  await expect.poll(() => delivered.length).toBe(1)
  await loop.stop()
  const take = () => statistics.take([statisticsOf(5), statisticsOf(6)], firstAt, true)
  const [busy, unasked] = take()
  expect(busy!.slice(0, 6).map((reading) => reading.value)).toEqual([4, 1, 1, 1, 1, 0])
  expect(busy![6]!.value).toBeGreaterThanOrEqual(0)
  expect(busy![6]!.value).toBeLessThan(30)
  expect(unasked!.map((reading) => reading.value)).toEqual([0, 0, 0, 0, 0, 0, null])
  // Taken once, counted again.
  expect(take()[0]!.map((reading) => reading.value)).toEqual([0, 0, 0, 0, 0, 0, null])
  statistics.leftOut('p1/5')
  expect(
    statistics.take([statisticsOf(5)], firstAt, false)[0]!.map((one) => [one.value, one.quality]),
  ).toEqual([
    ...Array(5).fill([0, quality.clockUntrusted]),
    [1, quality.clockUntrusted],
    [null, quality.timeout],
  ])
})

test('a clock set back by an hour goes on at the next slot of the new time', async () => {
  const { time, delivered, firstAt } = await polling(reply('00 22'))
  await time.pass(firstAt - START)
  await expect.poll(() => delivered).toHaveLength(1)
  time.setClock(firstAt - 3_600_000)
  await time.pass(60_000)
  await expect.poll(() => delivered.map((one) => one.at)).toEqual([firstAt, firstAt - 3_540_000])
})

test('a clock set in the middle of a cycle does not tear its readings from its start', async () => {
  let release = () => {}
  const { time, delivered, firstAt, slave } = await polling(async (request, socket) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    socket.write(answer(request, '03 02 00 22'))
  })
  await time.pass(firstAt - START)
  await expect.poll(() => slave.requests.length).toBe(1)
  time.setClock(firstAt + 10 * 365 * 86_400_000)
  release()
  await expect.poll(() => delivered[0]?.readings[0]?.at).toBe(firstAt)
})

test('a device is never split over two messages', () => {
  const device = (count: number) => Array.from({ length: count }, () => ({}) as Reading)
  const batches = toBatches([device(1_500), device(400), device(101), device(2_000), device(1)])
  expect(batches.map((batch) => batch.length)).toEqual([1_900, 101, 2_000, 1])
})

function statisticsOf(unitId: number) {
  const points = busKinds.map((kind, index) => ({ pointId: (9_000 + 10 * unitId + index) as PointId, kind }))
  return { portId: 'p1', unitId, points }
}

async function polling(behaviour: Behaviour, commands = [airCommand()], periodSeconds = 60) {
  const slave = await OddSlave.start(behaviour)
  open.push(slave)
  return { slave, ...pollingOf(busOf(modbusTcp(slave.port), open), commands, periodSeconds, START, open) }
}

function reply(register: string): Behaviour {
  return (request, socket) => void socket.write(answer(request, `03 02 ${register}`))
}

/** A Modbus TCP answer to the request with this function code and what follows it. */
function answer(request: Uint8Array, pdu: string): Uint8Array {
  const body = Uint8Array.from(pdu.split(' '), (pair) => Number.parseInt(pair, 16))
  return Uint8Array.of(request[0]!, request[1]!, 0, 0, 0, 1 + body.length, request[6]!, ...body)
}
