import type { ChartSeries } from './chart-entry'
import { resolveColor } from './resolve-color'

/** Twice the size on the screen, so that the picture stays sharp in a report. */
const SCALE = 2
const MARGIN = 16
const LINE = 20

/** Properties of an SVG mark that come from style sheets and must travel with a copy of it. */
const STYLED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font',
  'text-anchor',
  'dominant-baseline',
]

/** Saves the drawings inside an element as one PNG with its lines of text above and its legend below. */
export async function savePicture(
  element: HTMLElement | null,
  lines: readonly string[],
  legend: readonly ChartSeries[],
): Promise<void> {
  if (!element) return
  const box = element.getBoundingClientRect()
  const top = MARGIN + LINE * lines.length
  const foot = legend.length > 1 ? LINE + MARGIN : MARGIN
  const canvas = document.createElement('canvas')
  canvas.width = (box.width + 2 * MARGIN) * SCALE
  canvas.height = (top + box.height + foot) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) return
  const look = getComputedStyle(document.body)
  pen.scale(SCALE, SCALE)
  pen.fillStyle = resolveColor(element, 'var(--surface)')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  writeLines(pen, lines, look)
  for (const drawing of element.querySelectorAll<SVGSVGElement | HTMLCanvasElement>('svg, canvas')) {
    const place = drawing.getBoundingClientRect()
    const picture = drawing instanceof HTMLCanvasElement ? drawing : await pictureOf(drawing)
    pen.drawImage(picture, place.x - box.x + MARGIN, place.y - box.y + top, place.width, place.height)
  }
  if (legend.length > 1) writeLegend(pen, legend, element, top + box.height + LINE, look)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob) offer(blob, `${lines[0] ?? 'chart'}.png`)
}

function writeLines(
  pen: CanvasRenderingContext2D,
  lines: readonly string[],
  look: CSSStyleDeclaration,
): void {
  pen.fillStyle = look.color
  for (const [index, line] of lines.entries()) {
    pen.font = `${index === 0 ? 600 : 400} ${index === 0 ? 14 : 12}px ${look.fontFamily}`
    pen.fillText(line, MARGIN, MARGIN + LINE * index + 10)
  }
}

function writeLegend(
  pen: CanvasRenderingContext2D,
  legend: readonly ChartSeries[],
  element: HTMLElement,
  y: number,
  look: CSSStyleDeclaration,
): void {
  let x = MARGIN
  pen.font = `12px ${look.fontFamily}`
  for (const one of legend) {
    pen.fillStyle = resolveColor(element, one.color)
    pen.fillRect(x, y - 9, 10, 10)
    pen.fillStyle = look.color
    pen.fillText(one.name, x + 15, y)
    x += 15 + pen.measureText(one.name).width + 16
  }
}

async function pictureOf(svg: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = svg.querySelectorAll('*')
  for (const [index, mark] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[index]
    if (!original) continue
    const look = getComputedStyle(original)
    for (const name of STYLED) mark.style.setProperty(name, look.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}

function offer(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
