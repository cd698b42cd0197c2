import type { Page } from 'playwright-core'

/** Of a picture file as a browser is given it. */
interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A picture of the page that says when it was taken, to the second, as cameras write it. */
export async function cameraPicture(page: Page, takenAt: number): Promise<PictureFile> {
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 40 })
  return { name: `IMG_${takenAt}.jpg`, mimeType: 'image/jpeg', buffer: withTime(jpeg, takenAt) }
}

/** A JPEG with an EXIF part that holds `DateTimeOriginal` and its offset from UTC. */
function withTime(jpeg: Buffer, takenAt: number): Buffer {
  const time = new Date(takenAt).toISOString().slice(0, 19).replace('T', ' ').replace(/-/g, ':')
  const texts = [Buffer.from(`${time}\0`), Buffer.from('+00:00\0')]
  const tiff = Buffer.alloc(26 + 2 + 2 * 12 + 4)
  // big-endian, with one directory of one entry: where that of the picture is
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  writeEntry(tiff, 10, { tag: 0x8769, type: 4, count: 1, value: 26 })
  tiff.writeUInt16BE(2, 26)
  const first = tiff.length
  const second = first + (texts[0]?.length ?? 0)
  writeEntry(tiff, 28, { tag: 0x9003, type: 2, count: texts[0]?.length ?? 0, value: first })
  writeEntry(tiff, 40, { tag: 0x9011, type: 2, count: texts[1]?.length ?? 0, value: second })
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, ...texts])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

interface Entry {
  readonly tag: number
  readonly type: number
  readonly count: number
  readonly value: number
}

function writeEntry(tiff: Buffer, at: number, { tag, type, count, value }: Entry): void {
  tiff.writeUInt16BE(tag, at)
  tiff.writeUInt16BE(type, at + 2)
  tiff.writeUInt32BE(count, at + 4)
  tiff.writeUInt32BE(value, at + 8)
}
