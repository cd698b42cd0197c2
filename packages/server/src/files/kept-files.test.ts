import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { hours } from '@coldkeep/domain/time/instant'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderRules, keptFiles } from './kept-files'

/** FIPS 180-2, appendix B.1. */
const SHA256_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const CUT = new Error('the line was cut')

let dataFolder = ''
let folder = ''
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'coldkeep-kept-'))
  folder = join(dataFolder, 'photos')
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const open = (rules: Partial<FolderRules> = {}) =>
  keptFiles(folder, { mostBytes: 1_000, reservedBytes: 0, sameName: 'replaced', ...rules })
const names = () => readdirSync(folder).sort()
const contentOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const modeOf = (path: string) => statSync(path).mode & 0o777

async function* pieces(...content: (string | Uint8Array)[]) {
  yield* content
}

async function* cutAfter(...content: string[]) {
  yield* content
  throw CUT
}

describe('a file that is written', () => {
  test('is measured, found, read as a stream and removed', async () => {
    const files = open()
    const { size, sha256 } = await files.write('1.jpg', pieces('a', Buffer.from('bc')))
    expect([size, Buffer.from(sha256).toString('hex')]).toEqual([3, SHA256_OF_ABC])
    const found = await files.find('1.jpg')
    expect(found?.size).toBe(3)
    expect(found && (await text(found.open()))).toBe('abc')
    await files.remove(['1.jpg', 'never-written'])
    expect(await files.find('1.jpg')).toBeNull()
  })

  test('is for this account alone, and so is its draft', async () => {
    async function* watched() {
      yield 'half '
      // it may be opened a moment after it was given the first piece
      await expect.poll(() => existsSync(join(folder, '1.part'))).toBe(true)
      expect([modeOf(folder), modeOf(join(folder, '1.part'))]).toEqual([0o700, 0o600])
      expect(names()).toEqual(['1.part'])
      yield 'whole'
    }
    await open().write('1', watched())
    expect([names(), modeOf(join(folder, '1'))]).toEqual([['1'], 0o600])
  })

  test.each(['', '../1', 'a/b', '/etc/passwd', '.hidden'])('does not get the name %j', async (name) => {
    await expect(open().write(name, pieces('abc'))).rejects.toThrow(RangeError)
    expect(existsSync(folder)).toBe(false)
  })
})

describe('nothing of a file stays', () => {
  test.each(['replaced', 'refused'] as const)('when its source breaks (same name: %s)', async (sameName) => {
    await expect(open({ sameName }).write('1', cutAfter('half'))).rejects.toBe(CUT)
    const stream = new Readable({
      read() {
        this.push('half')
        this.destroy(CUT)
      },
    })
    await expect(open({ sameName }).write('1', stream)).rejects.toBe(CUT)
    expect(names()).toEqual([])
  })

  test('when it is broken off', async () => {
    const abort = new AbortController()
    async function* endless() {
      yield 'a'
      abort.abort()
      for (;;) yield 'a'
    }
    const { signal } = abort
    await expect(open().write('1', endless(), { signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(names()).toEqual([])
  })

  test('when it is larger than it may be, and its source is read no further', async () => {
    let read = 0
    async function* counted() {
      for (; read < 100; read++) yield 'ab'
    }
    await expect(open({ mostBytes: 5 }).write('1', counted())).rejects.toMatchObject({ reason: 'too_large' })
    expect([names(), read]).toEqual([[], 2])
    expect(await open({ mostBytes: 5 }).write('1', pieces('ab', 'cde'))).toMatchObject({ size: 5 })
  })

  test('when the disk would be left with too little', async () => {
    const files = open({ reservedBytes: Number.MAX_SAFE_INTEGER })
    await expect(files.write('1', pieces('abc'))).rejects.toMatchObject({ reason: 'disk_full' })
    expect(names()).toEqual([])
  })

  test('when the disk is full', async ({ skip }) => {
    skip(!existsSync('/dev/full'), 'there is no /dev/full')
    mkdirSync(folder)
    symlinkSync('/dev/full', join(folder, '1.part'))
    await expect(open().write('1', pieces('abc'))).rejects.toMatchObject({
      reason: 'disk_full',
      cause: { code: 'ENOSPC' },
    })
    expect(names()).toEqual([])
  })

  test('when it cannot get its name', async () => {
    mkdirSync(join(folder, '1'), { recursive: true })
    await expect(open().write('1', pieces('abc'))).rejects.toMatchObject({ syscall: 'rename' })
    expect(names()).toEqual(['1'])
  })

  test('when it was read whole and refused', async () => {
    const refused = new Error('no photo')
    const check = async (read: () => Readable) => {
      expect(await text(read())).toBe('abc')
      expect(existsSync(join(folder, '1'))).toBe(false)
      throw refused
    }
    await expect(open().write('1', pieces('ab', 'c'), { check })).rejects.toBe(refused)
    expect(names()).toEqual([])
  })
})

describe('a name that is there', () => {
  test('is replaced by a file that is whole', async () => {
    const files = open()
    await files.write('1', pieces('first'))
    await expect(files.write('1', cutAfter('half'))).rejects.toBe(CUT)
    expect(contentOf('1')).toBe('first')
    await files.write('1', pieces('second'))
    expect([contentOf('1'), names()]).toEqual(['second', ['1']])
  })

  test('is refused where the first file stays, also to a second writer at the same time', async () => {
    const files = open({ sameName: 'refused' })
    const contents = ['first', 'second']
    const ends = await Promise.allSettled(contents.map((content) => files.write('1', pieces(content))))
    const lost = ends.filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject([{ reason: { reason: 'taken' } }])
    expect(names()).toEqual(['1'])
    const winner = contents[ends.findIndex(({ status }) => status === 'fulfilled')]
    expect(contentOf('1')).toBe(winner)
    await expect(files.write('1', pieces('third'))).rejects.toMatchObject({ reason: 'taken' })
    expect([contentOf('1'), names()]).toEqual([winner, ['1']])
  })
})

describe('tidying', () => {
  const now = Date.now()
  const put = (name: string, ageMs: number) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), 'abc')
    const at = (now - ageMs) / 1_000
    utimesSync(join(folder, name), at, at)
  }

  test('removes what no row names after an hour, drafts too, and no folder', async () => {
    put('named', hours(1_000))
    put('orphan', hours(1) + 1_000)
    put('fresh', hours(1) - 1_000)
    put('named.part', hours(1) + 1_000)
    put('other.part', hours(1) - 1_000)
    mkdirSync(join(folder, 'below'))
    utimesSync(join(folder, 'below'), 0, 0)
    expect(await open().tidy(['named'], now)).toBe(2)
    expect(names()).toEqual(['below', 'fresh', 'named', 'other.part'])
  })

  test('asks of the newest first, once of each', async () => {
    put('old', hours(3))
    put('new', hours(1))
    put('middle', hours(2))
    const checked: string[] = []
    const removed = await open().removeUnless(({ name, size }) => {
      expect(size).toBe(3)
      return checked.push(name) <= 2
    })
    expect([removed, checked, names()]).toEqual([1, ['new', 'middle', 'old'], ['middle', 'new']])
  })

  test('finds nothing where nothing was ever written', async () => {
    expect(await open().tidy([], now)).toBe(0)
    expect(existsSync(folder)).toBe(false)
  })
})
