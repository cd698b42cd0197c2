import { spawnSync } from 'node:child_process'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { open } from 'lmdb'
import { afterEach, describe, expect, test } from 'vitest'
import { limitFileSize, noLimitReason } from '../testing/file-size-limit'
import { readableLog } from '../testing/log-lines'
import { ManualTime } from '../testing/manual-time'
import {
  all,
  appendAndKill,
  CHILD,
  cleanUp,
  cleanUps,
  detailOf,
  gapsOf,
  newFolder,
  opened,
  START,
} from '../testing/outbox-rig'
import { smallDisk } from '../testing/small-disk'
import type { Outbox } from './outbox'
import { type OutboxRow, rowKey } from './outbox-row'

afterEach(cleanUp)

describe('numbers', () => {
  test('go on after a restart, also when everything was confirmed', async () => {
    const folder = newFolder()
    const first = await opened(folder)
    const rows = [await append(first), await append(first)]
    await first.confirm(rows[0]!.epoch, [[1, 2]])
    await first.close()
    const again = await opened(folder)
    expect(again.waiting.count).toBe(0)
    expect(await append(again)).toMatchObject({ epoch: rows[0]!.epoch, sequence: 3 })
  })

  test('start again only in a new epoch, when the file is lost', async () => {
    const folder = newFolder()
    const first = await opened(folder)
    const row = await append(first)
    await first.close()
    rmSync(folder, { recursive: true })
    const again = await append(await opened(folder))
    expect(again.sequence).toBe(1)
    expect(again.epoch).not.toBe(row.epoch)
    expect(again.epoch).toMatch(/^[0-9a-z]{8}$/)
  })
})

test('a message is encoded once and read back byte for byte', async () => {
  const folder = newFolder()
  const outbox = await opened(folder)
  const body = Uint8Array.from({ length: 5_000 }, (_, index) => index & 0xff)
  let encodings = 0
  await outbox.append('readings', START, () => {
    encodings++
    return body
  })
  await outbox.close()
  const [row] = all(await opened(folder))
  expect(row).toEqual({ epoch: row!.epoch, sequence: 1, kind: 'readings', at: START, body })
  expect(encodings).toBe(1)
})

describe('what waits', () => {
  test('comes oldest first, without what is not requested', async () => {
    const outbox = await opened(newFolder())
    for (let count = 0; count < 5; count++) await append(outbox)
    expect(outbox.oldest(2, (row) => row.sequence !== 2).map((row) => row.sequence)).toEqual([1, 3])
  })

  test('is forgotten by ranges of its own epoch; unknown numbers and other epochs are harmless', async () => {
    const outbox = await opened(newFolder())
    const rows = []
    for (let count = 0; count < 6; count++) rows.push(await append(outbox))
    await outbox.confirm('zzzzzzzz', [[1, 6]])
    await outbox.confirm(rows[0]!.epoch, [
      [0, 2],
      [5, 9_000_000_000],
      [77, 3],
    ])
    expect(all(outbox).map((row) => row.sequence)).toEqual([3, 4])
    expect(outbox.waiting).toEqual({ count: 2, oldestAt: START })
  })

  test('is counted without what is confirmed, at every moment until that has left the disk', async () => {
    const outbox = await opened(newFolder())
    const counts = new Set<number>()
    for (let round = 0; round < 50; round++) {
      const { epoch, sequence } = await append(outbox)
      let isGone = false
      const gone = outbox.confirm(epoch, [[sequence, sequence]]).then(() => {
        isGone = true
      })
      while (!isGone) {
        counts.add(outbox.waiting.count)
        await nextTurn()
      }
      await gone
    }
    expect([...counts].filter((count) => count !== 0 && count !== 1)).toEqual([])
  })

  test('is not handed out again while its confirmation is being written', async () => {
    const outbox = await opened(newFolder())
    const row = await append(outbox)
    const confirming = outbox.confirm(row.epoch, [[1, 1]])
    expect(all(outbox)).toEqual([])
    await confirming
    expect(all(outbox)).toEqual([])
  })
})

describe('events and results', () => {
  test('wait beside the readings, are numbered with them and confirmed alike', async () => {
    const folder = newFolder()
    const first = await opened(folder)
    await append(first)
    const event = await first.append('event', START, () => Buffer.from('an event'))
    const result = await first.append('result', START, () => Buffer.from('a result'))
    await append(first)
    await first.close()
    const again = await opened(folder)
    expect(all(again).map((row) => row.sequence)).toEqual([1, 4])
    expect(again.oldestReports(9, () => true)).toEqual([
      { ...event, body: new Uint8Array(Buffer.from('an event')) },
      { ...result, body: new Uint8Array(Buffer.from('a result')) },
    ])
    expect(again.waiting.count).toBe(4)
    await again.confirm(event.epoch, [[1, 2]])
    expect(again.oldestReports(9, () => true).map((row) => row.kind)).toEqual(['result'])
    expect(all(again).map((row) => row.sequence)).toEqual([4])
  })

  test('a file of before they existed is read on: what lies in it are readings', async () => {
    const folder = newFolder()
    const root = open<unknown, string>({ path: join(folder, 'outbox.mdb'), noSubdir: true })
    const marks = root.openDB<string | number, string>('marks', { encoding: 'json' })
    await marks.put('format', 1)
    await marks.put('epoch', 'k3f9a1c2')
    await root.openDB<number, string>('numbers', { encoding: 'json' }).put('next', 8)
    const value = Buffer.alloc(8 + 3, 'abc')
    value.writeDoubleBE(START)
    value.write('abc', 8)
    await root.openDB<Buffer, [string, number]>('rows', { encoding: 'binary' }).put(['k3f9a1c2', 7], value)
    await root.close()
    const outbox = await opened(folder)
    expect(all(outbox)).toEqual([
      {
        epoch: 'k3f9a1c2',
        sequence: 7,
        kind: 'readings',
        at: START,
        body: new Uint8Array(Buffer.from('abc')),
      },
    ])
    expect(await outbox.append('event', START, () => Buffer.from('new'))).toMatchObject({ sequence: 8 })
  })
})

describe('killed at any moment', () => {
  test('no message that was safe is lost, and no number is given twice', { timeout: 60_000 }, async () => {
    const folder = newFolder()
    const safe: string[] = []
    for (let round = 0; round < 3; round++) safe.push(...(await appendAndKill(folder, 40 + 60 * round)))
    expect(new Set(safe).size).toBe(safe.length)
    const outbox = await opened(folder)
    const present = all(outbox).map((row) => Buffer.from(row.body).toString())
    expect(new Set(present).size).toBe(present.length)
    expect(safe.filter((message) => !present.includes(message))).toEqual([])
    const { sequence } = await append(outbox)
    expect(sequence).toBeGreaterThan(Math.max(...safe.map((message) => Number(message.split(':')[1]))))
  })

  test('a message is safe only after a sync of the disk', ({ skip }) => {
    skip(spawnSync('which', ['strace']).status !== 0, 'strace is not installed')
    const report = join(newFolder(), 'calls')
    const args = ['-f', '-o', report, '-c', '-e', 'trace=fdatasync', process.execPath, CHILD]
    const traced = spawnSync('strace', [...args, newFolder(), '50'])
    expect(traced.status).toBe(0)
    // Columns: share of time, seconds, microseconds per call, calls, name.
    const columns = /^.*fdatasync$/m.exec(readFileSync(report, 'utf8'))?.[0].trim().split(/\s+/)
    expect(Number(columns?.[3])).toBeGreaterThanOrEqual(50)
    expect(Number(columns?.[3])).toBeLessThan(60)
  })
})

describe('a disk that takes nothing', () => {
  test('messages wait in memory under another epoch, and E_DISK is reported', async () => {
    const file = join(newFolder(), 'a-file-and-no-folder')
    writeFileSync(file, '')
    const { log, lines } = readableLog()
    const outbox = await opened(join(file, 'data'), { log })
    expect(outbox.hasDiskTrouble).toBe(true)
    const row = await append(outbox)
    expect(all(outbox)).toEqual([row])
    expect(lines.filter((line) => line.code === 'E_DISK')).toHaveLength(1)
    const [event] = outbox.oldestReports(9, () => true)
    expect(detailOf(event!)).toMatchObject({ state: 'begun', code: 'E_DISK' })
    await outbox.confirm(row.epoch, [[1, 2]])
    expect(outbox.waiting).toEqual({ count: 0, oldestAt: null })
  })

  test('memory is bounded too: the oldest go', async () => {
    const file = join(newFolder(), 'a-file-and-no-folder')
    writeFileSync(file, '')
    const outbox = await opened(join(file, 'data'))
    for (let count = 0; count < 1_010; count++) await append(outbox)
    expect(outbox.waiting.count).toBe(1_000)
    // The event that the disk takes nothing was the first.
    expect(all(outbox)[0]?.sequence).toBe(13)
    expect(outbox.oldestReports(9, () => true)).toHaveLength(1)
    for (let count = 0; count < 100; count++) await append(outbox)
    expect(gapsOf(outbox)).toEqual([{ how: 'dropped', count: 100, from: START, to: START }])
  })

  test('a full disk is used again as soon as it has room, and nothing on it is lost', async () => {
    const disk = smallDisk(2)
    if (disk === null) return
    cleanUps.push(() => disk[Symbol.dispose]())
    const folder = disk.path
    const time = new ManualTime(START)
    const outbox = await opened(join(folder, 'data'), { time, keepFreeBytes: 0 })
    const body = new Uint8Array(1_000)
    const stored = []
    for (let count = 0; count < 100; count++) stored.push(await outbox.append('readings', START, () => body))
    const ballast = join(folder, 'ballast')
    fillUp(ballast)
    for (let count = 0; !outbox.hasDiskTrouble && count < 2_000; count++)
      await outbox.append('readings', START, () => body)
    expect(outbox.hasDiskTrouble).toBe(true)
    const inMemory = await outbox.append('readings', START, () => body)
    expect(inMemory.epoch).not.toBe(stored[0]!.epoch)
    // Confirmed although nothing can be deleted: it must not be sent again.
    await outbox.confirm(stored[0]!.epoch, [[1, 1]])
    expect(outbox.oldest(1, () => true)[0]?.sequence).toBe(2)
    rmSync(ballast)
    await time.pass(30_000)
    expect((await outbox.append('readings', START, () => body)).epoch).toBe(stored[0]!.epoch)
    expect(outbox.hasDiskTrouble).toBe(false)
    await outbox.confirm(stored[0]!.epoch, [[2, 10]])
    const kept = all(outbox).map((row) => `${row.epoch}:${row.sequence}`)
    for (const row of stored.slice(10)) expect(kept).toContain(`${row.epoch}:${row.sequence}`)
    expect(kept).toContain(`${inMemory.epoch}:${inMemory.sequence}`)
    const states = outbox.oldestReports(9, () => true).map((row) => detailOf(row).state)
    expect(states.sort()).toEqual(['begun', 'over'])
  })

  describe('with room again', () => {
    test('has what waited in memory: behind what was there, before what comes, each under its own name', async ({
      skip,
    }) => {
      skip(noLimitReason !== null, noLimitReason ?? '')
      const folder = newFolder()
      const { outbox, inMemory, before, more } = await outOfMemory(folder)
      const report = outbox.oldestReports(9, () => true).map((row) => detailOf(row).state)
      expect(report).toEqual(['begun', 'over'])
      const names = [...before, ...inMemory, ...more].map(rowKey)
      expect(new Set(names).size).toBe(names.length)
      expect(all(outbox).map(rowKey)).toEqual(names)
      expect(outbox.waiting.count).toBe(names.length + 2)
      // the power ends: what memory held is on the disk
      await outbox.close()
      const again = await opened(folder)
      expect(all(again).map((row) => [rowKey(row), Buffer.from(row.body).toString()])).toEqual(
        [...before, ...inMemory, ...more].map((row) => [rowKey(row), Buffer.from(row.body).toString()]),
      )
      expect(rowKey(await append(again))).not.toBe(names.at(-1))
    })

    test('forgets each of them by the name under which it went out, and by no other', async ({ skip }) => {
      skip(noLimitReason !== null, noLimitReason ?? '')
      const folder = newFolder()
      const { outbox, inMemory, before, more } = await outOfMemory(folder)
      const { epoch } = inMemory[0]!
      await outbox.confirm(epoch, [[inMemory[0]!.sequence, inMemory[1]!.sequence]])
      // numbers of the disk that only mark their places
      const [, last] = [before.at(-1)!, more[0]!]
      await outbox.confirm(last.epoch, [[before.at(-1)!.sequence + 1, last.sequence - 1]])
      const left = [...before, ...inMemory.slice(2), ...more].map(rowKey)
      expect(all(outbox).map(rowKey)).toEqual(left)
      await outbox.close()
      const again = await opened(folder)
      expect(all(again).map(rowKey)).toEqual(left)
      for (const row of [...before, ...inMemory, ...more])
        await again.confirm(row.epoch, [[row.sequence, row.sequence]])
      expect(all(again)).toEqual([])
    })

    test('forgets what is confirmed while it is being written', async ({ skip }) => {
      skip(noLimitReason !== null, noLimitReason ?? '')
      const { outbox, time, inMemory } = await fullDisk(newFolder())
      limitFileSize('unlimited')
      await time.pass(30_000)
      const appending = append(outbox)
      await outbox.confirm(inMemory[0]!.epoch, [[1, 1_000]])
      const row = await appending
      expect(all(outbox).filter(({ epoch }) => epoch !== row.epoch)).toEqual([])
    })

    /** Messages from before the disk was full, from while it was full, and from after. */
    async function outOfMemory(folder: string) {
      const parts = await fullDisk(folder)
      limitFileSize('unlimited')
      await parts.time.pass(30_000)
      const more = [await append(parts.outbox), await append(parts.outbox)]
      expect(parts.outbox.hasDiskTrouble).toBe(false)
      return { ...parts, more }
    }

    async function fullDisk(folder: string) {
      const time = new ManualTime(START)
      const outbox = await opened(folder, { time })
      const before = [await append(outbox), await append(outbox)]
      limitFileSize(1)
      cleanUps.push(() => limitFileSize('unlimited'))
      const inMemory = []
      for (let count = 0; count < 5; count++) inMemory.push(await append(outbox))
      expect(outbox.hasDiskTrouble).toBe(true)
      expect(inMemory[0]!.epoch).not.toBe(before[0]!.epoch)
      return { outbox, time, before, inMemory }
    }
  })

  test('the last megabytes of the disk are left alone', async () => {
    const outbox = await opened(newFolder(), { keepFreeBytes: Number.MAX_SAFE_INTEGER })
    await append(outbox)
    expect(outbox.hasDiskTrouble).toBe(true)
  })
})

describe('a damaged file', () => {
  test('is put aside by the start after the one that it ended', { timeout: 60_000 }, async () => {
    const folder = newFolder()
    const first = await opened(folder)
    const row = await append(first)
    await first.close()
    truncateSync(join(folder, 'outbox.mdb'), 5_000)
    const ended = spawnSync(process.execPath, [CHILD, folder, '1'])
    expect(ended.signal).not.toBeNull()
    const again = await opened(folder)
    expect((await append(again)).epoch).not.toBe(row.epoch)
    expect(readdirSync(folder).some((name) => name.startsWith('outbox.mdb.damaged-'))).toBe(true)
  })

  test('a start that was interrupted does not cost a sound file', async () => {
    const folder = newFolder()
    const first = await opened(folder)
    const row = await append(first)
    await first.close()
    writeFileSync(join(folder, 'outbox.mdb.opening'), '')
    expect(all(await opened(folder))).toEqual([row])
  })
})

function append(outbox: Outbox): Promise<OutboxRow> {
  return outbox.append(
    'readings',
    START,
    (epoch, sequence) => new Uint8Array(Buffer.from(`${epoch}:${sequence}`)),
  )
}

/** Takes all the room that is left. */
function fillUp(path: string): void {
  const descriptor = openSync(path, 'w')
  try {
    for (;;) writeSync(descriptor, new Uint8Array(4_096))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(descriptor)
  }
}
