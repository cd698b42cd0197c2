import type { Picture } from './picture'

/** Small pictures of screens are all of this size, however the screen is shaped. */
export const smallPicture = { width: 384, height: 256 } as const

/** Which places of a longer line one place of a shorter line covers, and how much of the first and the last one. */
interface Cover {
  readonly first: number
  readonly last: number
  readonly firstShare: number
  readonly lastShare: number
}

/**
 * A picture at exactly {@link smallPicture}: each of its pixels is the mean of the part of the screen that it covers,
 * so that thin lines and small text become grey and do not vanish. A smaller screen is enlarged by the same rule.
 * @returns RGBA, the fourth byte 255
 */
export function scalePicture(picture: Picture): Uint8Array {
  const { width, height } = smallPicture
  const columns = covers(picture.width, width)
  const rows = covers(picture.height, height)
  const scaled = new Uint8Array(width * height * 4)
  const pixels = picture.width * picture.height
  const weight = (width * height) / pixels
  const line = new Float64Array(width * 3)
  const sums = new Float64Array(width * 3)
  let lineOf = -1
  for (const [y, row] of rows.entries()) {
    sums.fill(0)
    for (let from = row.first; from <= row.last; from++) {
      // the last row of one place may be the first one of the next
      if (from !== lineOf) sumLine(picture, from, columns, line)
      lineOf = from
      const share = shareOf(row, from)
      for (let place = 0; place < sums.length; place++) {
        sums[place] = (sums[place] as number) + share * (line[place] as number)
      }
    }
    let to = y * width * 4
    for (let place = 0; place < sums.length; place += 3) {
      scaled[to++] = (sums[place] as number) * weight + 0.5
      scaled[to++] = (sums[place + 1] as number) * weight + 0.5
      scaled[to++] = (sums[place + 2] as number) * weight + 0.5
      scaled[to++] = 255
    }
  }
  return scaled
}

/** Sums of the colours of one row, for each place of the small picture. */
function sumLine(picture: Picture, row: number, columns: readonly Cover[], line: Float64Array): void {
  const { bytes, width } = picture
  const start = row * width * 4
  let to = 0
  for (const { first, last, firstShare, lastShare } of columns) {
    let at = start + first * 4
    let red = firstShare * (bytes[at] as number)
    let green = firstShare * (bytes[at + 1] as number)
    let blue = firstShare * (bytes[at + 2] as number)
    if (last > first) {
      const end = start + last * 4
      for (at += 4; at < end; at += 4) {
        red += bytes[at] as number
        green += bytes[at + 1] as number
        blue += bytes[at + 2] as number
      }
      red += lastShare * (bytes[end] as number)
      green += lastShare * (bytes[end + 1] as number)
      blue += lastShare * (bytes[end + 2] as number)
    }
    line[to++] = red
    line[to++] = green
    line[to++] = blue
  }
}

function covers(length: number, count: number): readonly Cover[] {
  return Array.from({ length: count }, (_, place) => {
    // in whole numbers, so that no share is lost by rounding: `count` parts make one place of the longer line
    const start = place * length
    const end = start + length
    const first = Math.floor(start / count)
    const last = Math.ceil(end / count) - 1
    const firstEnd = Math.min(end, (first + 1) * count)
    return {
      first,
      last,
      firstShare: (firstEnd - start) / count,
      lastShare: last === first ? 0 : (end - last * count) / count,
    }
  })
}

function shareOf({ first, last, firstShare, lastShare }: Cover, place: number): number {
  if (place === first) return firstShare
  return place === last ? lastShare : 1
}
