import { arrowHead, type Mark, type MarkColor, type MarkPoint } from '@coldkeep/domain/help-desk/mark'
import type { Sheet } from '../../paper/sheet'

const colors: Readonly<Record<MarkColor, { readonly ink: string; readonly ground: string }>> = {
  red: { ink: '#E5182D', ground: '#FFFFFF' },
  yellow: { ink: '#FFD60A', ground: '#1B1B1B' },
  blue: { ink: '#0B5FFF', ground: '#FFFFFF' },
  white: { ink: '#FFFFFF', ground: '#1B1B1B' },
}
/** In points; the same on each page, however large the picture is. */
const LINE = 1.6
const HEAD = 8
const DISC = 7
const TEXT = 9

/** Where a picture stands, and how large its pixels are there, in points. */
export interface Placed {
  readonly left: number
  readonly top: number
  readonly scale: number
}

/** What was drawn on a picture, each line on a wider one so that it is seen on any ground. */
export function drawMarks(sheet: Sheet, marks: readonly Mark[], { left, top, scale }: Placed): void {
  for (const mark of marks) {
    const points = mark.points.map(([x, y]): MarkPoint => [left + x * scale, top + y * scale])
    drawMark(sheet, mark, points)
  }
}

function drawMark(sheet: Sheet, { kind, color, text }: Mark, points: readonly MarkPoint[]): void {
  const { doc } = sheet
  const { ink, ground } = colors[color]
  const [first, second = first] = points
  if (first === undefined || second === undefined) return
  const stroke = (draw: () => unknown) => {
    for (const [width, shade] of [
      [2 * LINE, ground],
      [LINE, ink],
    ] as const) {
      draw()
      doc.lineCap('round').lineJoin('round').lineWidth(width).strokeColor(shade).stroke()
    }
  }
  switch (kind) {
    case 'arrow': {
      const [one, other] = arrowHead([first, second], HEAD)
      stroke(() => {
        line([first, second])
        line([one, second, other])
      })
      return
    }
    case 'ring': {
      const [x, y] = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2]
      stroke(() => doc.ellipse(x, y, Math.abs(second[0] - first[0]) / 2, Math.abs(second[1] - first[1]) / 2))
      return
    }
    case 'line':
      stroke(() => line(points))
      return
    case 'number':
      doc.circle(first[0], first[1], DISC).lineWidth(LINE).fillAndStroke(ink, ground)
      sheet.line(text, first[0] - DISC, first[1] - TEXT * 0.6, 2 * DISC, {
        ...{ size: TEXT, weight: 'bold', color: ground, align: 'center' },
      })
      return
    case 'text':
      doc.rect(
        first[0] - 2,
        first[1] - TEXT,
        sheet.widthOf(text, { size: TEXT, weight: 'bold' }) + 4,
        TEXT * 1.4,
      )
      doc.fillColor(ground).fill()
      sheet.line(text, first[0], first[1] - TEXT, sheet.width, { size: TEXT, weight: 'bold', color: ink })
  }

  function line([begin, ...others]: readonly MarkPoint[]): void {
    if (begin === undefined) return
    doc.moveTo(begin[0], begin[1])
    for (const [x, y] of others) doc.lineTo(x, y)
  }
}
