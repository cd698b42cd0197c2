import { expect, test } from 'vitest'
import { readTaken, takenAt } from './read-taken'

/** A JPEG whose Exif says when it was taken, with its offset from UTC. */
function photo(time: string, offset: string | null): Blob {
  const ascii = (text: string) => [...new TextEncoder().encode(`${text}\0`)]
  const two = (n: number) => [n >> 8, n & 255]
  const four = (n: number) => [0, 0, ...two(n)]
  const entries = offset === null ? 1 : 2
  const texts = 8 + 18 + 2 + entries * 12 + 4
  const taken = [...two(0x9003), ...two(2), ...four(20), ...four(texts)]
  const zone = offset === null ? [] : [...two(0x9011), ...two(2), ...four(7), ...four(texts + 20)]
  const exif = [...two(0x8769), ...two(4), ...four(1), ...four(26)]
  const tiff = [
    ...[0x4d, 0x4d, 0, 42, ...four(8), ...two(1), ...exif, ...four(0)],
    ...[
      ...two(entries),
      ...taken,
      ...zone,
      ...four(0),
      ...ascii(time),
      ...(offset === null ? [] : ascii(offset)),
    ],
  ]
  const segment = [...ascii('Exif'), 0, ...tiff]
  return new Blob([
    Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, ...two(segment.length + 2), ...segment, 0xff, 0xd9]),
  ])
}

test('the time that a camera wrote into a picture is read, with its offset', async () => {
  expect(await readTaken(photo('2026:11:20 14:24:05', '+08:00'))).toBe(Date.UTC(2026, 10, 20, 6, 24, 5))
  expect(await readTaken(photo('2026:11:20 14:24:05', '-03:30'))).toBe(Date.UTC(2026, 10, 20, 17, 54, 5))
  expect(await readTaken(photo('2026:11:20 14:24:05', null))).toBe(
    new Date(2026, 10, 20, 14, 24, 5).getTime(),
  )
})

test('a picture that does not say it, and what is none, have no time', async () => {
  expect(await readTaken(photo('0000:00:00 00:00:00', null))).toBeNull()
  expect(await readTaken(new Blob(['a text']))).toBeNull()
  expect(takenAt(undefined, '+08:00')).toBeNull()
  expect(takenAt('yesterday', null)).toBeNull()
})
