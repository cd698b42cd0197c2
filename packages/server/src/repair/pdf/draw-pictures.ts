import { formatInstant } from '@coldkeep/phrases/format'
import { HAIRLINE, type Sheet, SOFT_INK } from '../../paper/sheet'
import type { Words } from '../../wording/words'
import { drawMarks } from './draw-marks'
import type { Picture } from './read-pictures'

const GAP = 12
const HEIGHT = 190
const CAPTION = 14

/** Two in a row, each with when and by whom it was taken. */
export function drawPictures(
  sheet: Sheet,
  pictures: readonly Picture[],
  zone: string,
  { translate }: Words,
): void {
  if (pictures.length === 0) return
  const width = (sheet.width - GAP) / 2
  sheet.space(12)
  sheet.need(HEIGHT + CAPTION + 40)
  sheet.heading(translate('repair.photos'))
  for (let index = 0; index < pictures.length; index += 2) {
    sheet.need(HEIGHT + CAPTION)
    for (const [place, picture] of pictures.slice(index, index + 2).entries()) {
      const left = sheet.left + place * (width + GAP)
      drawPicture(sheet, picture, { left, width, missing: translate('repair.paper.noPicture') })
      const caption = `${formatInstant(picture.takenAt, zone)} · ${picture.by}`
      sheet.line(caption, left, sheet.y + HEIGHT + 3, width, { size: 7.5, color: SOFT_INK })
    }
    sheet.y += HEIGHT + CAPTION + 6
  }
}

interface Box {
  readonly left: number
  readonly width: number
  readonly missing: string
}

function drawPicture(sheet: Sheet, picture: Picture, { left, width, missing }: Box): void {
  const { doc, y } = sheet
  const { bytes, marks } = picture
  if (bytes !== null && isDrawn(() => doc.image(bytes, left, y, { fit: [width, HEIGHT] }))) {
    const scale = Math.min(width / picture.width, HEIGHT / picture.height)
    drawMarks(sheet, marks, { left, top: y, scale })
    return
  }
  doc.rect(left, y, width, HEIGHT).lineWidth(0.6).strokeColor(HAIRLINE).stroke()
  sheet.write(missing, left + 8, y + 8, width - 16, { color: SOFT_INK })
}

/** A picture that the pages cannot hold costs only itself. */
function isDrawn(draw: () => unknown): boolean {
  try {
    draw()
    return true
  } catch {
    return false
  }
}
