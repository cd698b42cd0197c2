import type { Language } from '@coldkeep/phrases/translate'
import PDFDocument from 'pdfkit'
import { type Drawable, type FontHolder, Fonts, type Weight } from './fonts'

const MARGIN = 42
/** Head and foot of a page are in the margins. */
const TOP = 62
const BOTTOM = 52
const SMALL = 7.5
export const INK = '#1C2733'
export const SOFT_INK = '#55626F'
export const HAIRLINE = '#D5DBE1'
const SHADE = '#F2F5F8'

export interface TextStyle {
  readonly size?: number
  readonly weight?: Weight
  readonly color?: string
  readonly align?: 'left' | 'right' | 'center'
}

export interface Column {
  readonly title: string
  /** Shares of the width. */
  readonly share: number
  readonly align?: 'left' | 'right'
}

export interface Cell {
  readonly text: string
  readonly color?: string
  readonly weight?: Weight
}

/** A4 pages that are filled from top to bottom, in points; every text is drawn in a font that has its characters. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly left = MARGIN
  readonly width: number
  y = TOP
  readonly #fonts: Fonts

  constructor(about: { title: string; language: Language; country: string; madeAt: Date }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: about.language,
      displayTitle: true,
      info: { Title: about.title, Creator: 'Coldkeep', Producer: 'Coldkeep', CreationDate: about.madeAt },
    })
    this.width = this.doc.page.width - 2 * MARGIN
    this.#fonts = new Fonts(this.doc as unknown as FontHolder, about.language, about.country)
  }

  get bottom(): number {
    return this.doc.page.height - BOTTOM
  }

  newPage(): void {
    this.doc.addPage()
    this.y = TOP
  }

  /** Begins a new page where so much does not fit on this one. */
  need(height: number): void {
    if (this.y + height > this.bottom) this.newPage()
  }

  space(height: number): void {
    this.y += height
  }

  /** A paragraph over the whole width. */
  paragraph(text: string, style: TextStyle = {}): void {
    const height = this.heightOf(text, this.width, style)
    this.need(height)
    this.write(text, this.left, this.y, this.width, style)
    this.y += height
  }

  heading(text: string, style: TextStyle = {}): void {
    this.need(70)
    this.paragraph(text, { size: 11.5, weight: 'bold', ...style })
    this.space(4)
  }

  heightOf(text: string, width: number, { size = 9, weight = 'regular' }: TextStyle = {}): number {
    const { text: drawn } = this.#choose(text, size, weight)
    return this.doc.heightOfString(drawn === '' ? ' ' : drawn, { width, lineGap: 1.5 })
  }

  widthOf(text: string, { size = 9, weight = 'regular' }: TextStyle = {}): number {
    return this.doc.widthOfString(this.#choose(text, size, weight).text)
  }

  /** Text in a box of some width; leaves the place where the next thing goes alone. */
  write(text: string, x: number, y: number, width: number, style: TextStyle = {}): void {
    const { size = 9, weight = 'regular', color = INK, align = 'left' } = style
    const { text: drawn } = this.#choose(text, size, weight)
    this.doc.fillColor(color).text(drawn, x, y, { width, align, lineGap: 1.5 })
  }

  /** One line, shortened at its end where it is too long. */
  line(text: string, x: number, y: number, width: number, style: TextStyle = {}): void {
    const { size = 9, weight = 'regular', color = INK, align = 'left' } = style
    const { text: drawn } = this.#choose(text, size, weight)
    this.doc
      .fillColor(color)
      .text(drawn, x, y, { width, align, lineBreak: true, height: size * 1.1, ellipsis: true })
  }

  rule(): void {
    this.doc
      .moveTo(this.left, this.y)
      .lineTo(this.left + this.width, this.y)
      .lineWidth(0.6)
      .strokeColor(HAIRLINE)
      .stroke()
  }

  /** Label and value, two pairs in a row. */
  facts(pairs: readonly (readonly [label: string, value: string])[]): void {
    const half = this.width / 2
    const [labelWidth, valueWidth] = [76, half - 90]
    for (let index = 0; index < pairs.length; index += 2) {
      const pair = pairs.slice(index, index + 2)
      const height = Math.max(
        ...pair.map(([label, value]) =>
          Math.max(this.heightOf(label, labelWidth), this.heightOf(value, valueWidth)),
        ),
      )
      this.need(height)
      for (const [place, [label, value]] of pair.entries()) {
        const x = this.left + place * half
        this.write(label, x, this.y, labelWidth, { color: SOFT_INK })
        this.write(value, x + labelWidth + 6, this.y, valueWidth)
      }
      this.y += height + 3
    }
  }

  /** Rows under a shaded head, which is repeated on each page; no row is split. */
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
    const total = columns.reduce((sum, { share }) => sum + share, 0)
    const widths = columns.map(({ share }) => (share / total) * this.width)
    const pad = 4
    const heightOfRow = (cells: readonly Cell[]) =>
      2 * 3 +
      Math.max(
        ...cells.map(({ text, weight = 'regular' }, index) =>
          this.heightOf(text, (widths[index] as number) - 2 * pad, { size: SMALL, weight }),
        ),
      )
    const draw = (cells: readonly Cell[], height: number) => {
      let x = this.left
      for (const [index, { text, color = INK, weight = 'regular' }] of cells.entries()) {
        const width = widths[index] as number
        const align = columns[index]?.align ?? 'left'
        this.write(text, x + pad, this.y + 4, width - 2 * pad, { size: SMALL, weight, color, align })
        x += width
      }
      this.y += height
      this.rule()
    }
    const head = columns.map(({ title }) => ({ text: title, color: SOFT_INK, weight: 'bold' as const }))
    const headHeight = heightOfRow(head)
    const drawHead = () => {
      this.doc.rect(this.left, this.y, this.width, headHeight).fill(SHADE)
      draw(head, headHeight)
    }
    this.need(headHeight + (rows[0] === undefined ? 0 : heightOfRow(rows[0])))
    drawHead()
    for (const row of rows) {
      const height = heightOfRow(row)
      if (this.y + height > this.bottom) {
        this.newPage()
        drawHead()
      }
      draw(row, height)
    }
  }

  /** Head and foot of every page; call it once all of them are filled. */
  finish(
    head: { left: string; right: string },
    foot: (page: number, pages: number) => [string, string],
  ): void {
    const { start, count } = this.doc.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.doc.switchToPage(page)
      const style = { size: SMALL, color: SOFT_INK }
      const half = this.width / 2
      if (page > start) {
        this.line(head.left, this.left, 30, half, style)
        this.line(head.right, this.left + half, 30, half, { ...style, align: 'right' })
        this.doc
          .moveTo(this.left, 46)
          .lineTo(this.left + this.width, 46)
          .lineWidth(0.6)
        this.doc.strokeColor(HAIRLINE).stroke()
      }
      const [left, right] = foot(page - start + 1, count)
      const y = this.doc.page.height - 34
      this.line(left, this.left, y, this.width * 0.8, style)
      this.line(right, this.left + this.width * 0.8, y, this.width * 0.2, { ...style, align: 'right' })
    }
    this.doc.end()
  }

  #choose(text: string, size: number, weight: Weight): Drawable {
    const chosen = this.#fonts.choose(text, weight)
    this.doc.font(chosen.font).fontSize(size)
    return chosen
  }
}
