import { expect, test } from 'vitest'
import { megabytes, readTextFile } from './read-text-file'

const read = (...bytes: number[]) => readTextFile(new File([Uint8Array.from(bytes)], 'x.json'), 4)

test('a file is read as UTF-8, with or without a byte order mark', async () => {
  expect(await read(0xe5, 0x8c, 0x97)).toEqual({ ok: true, text: '北' })
  expect(await readTextFile(new File(['\ufeffa'], 'x.json'), 4)).toEqual({ ok: true, text: 'a' })
})

test.each([
  ['empty', []],
  ['empty', [0x20, 0x0a]],
  ['too_large', [65, 65, 65, 65, 65]],
  ['not_utf8', [0x96, 0x6b]],
  ['not_utf8', [0xff, 0xfe, 0x41, 0x00]],
])('what is no such text is refused: %s %j', async (why, bytes) => {
  expect(await read(...bytes)).toEqual({ ok: false, why })
})

test('a file that has disappeared since it was chosen is reported as such', async () => {
  const gone = new File(['a'], 'x.json')
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  expect(await readTextFile(gone, 4)).toEqual({ ok: false, why: 'unreadable' })
})

test('sizes are in megabytes', () => {
  expect([megabytes(104_857_600), megabytes(1_572_864)]).toEqual(['100 MB', '1.5 MB'])
})
