import { scaleBand } from 'd3-scale'

export interface PlotFrame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * Heights of bars from zero, with round ticks that hold every value and limit. The linear scale of d3 would bring
 * its colour interpolation and number formats along, 7 kB of the chart budget, for this one straight line.
 */
export function valueScale(values: readonly number[], frame: PlotFrame, fixedTop?: number) {
  const highest = fixedTop ?? Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  // Between whole numbers there is nothing to read off.
  const least = values.every(Number.isInteger) ? 1 : 0
  const step = highest === lowest ? 1 : Math.max(least, roundStep((highest - lowest) / 4))
  const bottom = Math.floor(lowest / step) * step
  const top = fixedTop ?? Math.max(step, Math.ceil(highest / step) * step)
  const perUnit = (frame.height - frame.bottom - frame.top) / (top - bottom)
  const count = Math.floor((top - bottom) / step + 1e-9)
  return {
    y: (value: number) => frame.height - frame.bottom - (value - bottom) * perUnit,
    ticks: Array.from({ length: count + 1 }, (_, index) => Number((bottom + index * step).toPrecision(12))),
  }
}

/** The nearest of 1, 2, 5 and 10 times a power of ten, by ratio. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const ratio = rough / power
  return power * (ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.SQRT2 ? 2 : 1)
}

/** Groups side by side and the bars within a group. */
export function bandScale(groups: number, seriesCount: number, frame: PlotFrame) {
  const x = scaleBand<number>()
    .domain(Array.from({ length: groups }, (_, index) => index))
    .range([frame.left, frame.width - frame.right])
    .paddingInner(0.34)
    .paddingOuter(0.17)
  const bar = Math.max(1, Math.min(26, (x.bandwidth() - (seriesCount - 1) * 2) / seriesCount))
  const groupWidth = bar * seriesCount + 2 * (seriesCount - 1)
  return {
    bar,
    start: (group: number, series: number) =>
      (x(group) ?? 0) + (x.bandwidth() - groupWidth) / 2 + series * (bar + 2),
    middle: (group: number) => (x(group) ?? 0) + x.bandwidth() / 2,
    step: x.step(),
  }
}

export interface AxisLabel {
  readonly group: number
  readonly text: string
  /** The position of its middle. */
  readonly x: number
}

const LABEL_GAP_PX = 8
/** An instant in full-width letters, such as 11月25日 00:00, is not cut. */
const WIDEST_LABEL_PX = 112
const NARROWEST_LABEL_PX = 24

/**
 * The names under the bars, thinned and cut so that none meets its neighbour; the first does not reach under the
 * figures of the other axis, and the last not over the edge.
 */
export function axisLabels(
  names: readonly string[],
  band: { readonly step: number; readonly middle: (group: number) => number },
  frame: PlotFrame,
): readonly AxisLabel[] {
  const longest = Math.max(0, ...names.map(textWidthPx))
  const least = labelStride(band.step, Math.min(longest, WIDEST_LABEL_PX - 12) + 12)
  for (let stride = least; ; stride++) {
    const labels = labelsEach(stride, names, band, frame)
    // of names that are thinned anyway one fewer is better than one that an edge cuts
    if (least === 1 || stride >= names.length || labels.every(({ isCutByEdge }) => !isCutByEdge))
      return labels
  }
}

function labelsEach(
  stride: number,
  names: readonly string[],
  band: { readonly step: number; readonly middle: (group: number) => number },
  frame: PlotFrame,
): readonly (AxisLabel & { readonly isCutByEdge: boolean })[] {
  const room = Math.max(Math.min(band.step * stride, WIDEST_LABEL_PX) - LABEL_GAP_PX, NARROWEST_LABEL_PX)
  const sideRoom = band.step * stride - room / 2 - LABEL_GAP_PX
  return names.flatMap((name, group) => {
    if (group % stride !== 0) return []
    const middle = band.middle(group)
    const text = fitText(
      name,
      Math.min(room, sideRoom + middle - frame.left, sideRoom + frame.width - middle),
    )
    const half = textWidthPx(text) / 2
    const x = Math.min(Math.max(middle, frame.left + half), frame.width - half)
    return [{ group, text, x, isCutByEdge: text !== fitText(name, room) }]
  })
}

/** Every how many-th label fits, when a label takes about this many pixels. */
export function labelStride(stepPx: number, labelPx: number): number {
  return Math.max(1, Math.ceil(labelPx / Math.max(1, stepPx)))
}

/** About how wide a caption is, rather too wide than too narrow: full-width letters count double. */
export function textWidthPx(text: string): number {
  let width = 0
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e80 ? 13.6 : 6.8
  return width
}

/** The text cut to a width, with an ellipsis where something is missing. */
export function fitText(text: string, widthPx: number): string {
  if (textWidthPx(text) <= widthPx) return text
  let cut = ''
  for (const letter of text) {
    if (textWidthPx(`${cut}${letter}…`) > widthPx) break
    cut += letter
  }
  return `${cut}…`
}

/** Heights of labels next to lines, pushed down where two would lie on each other. */
export function spreadLabels(ys: readonly number[], leastPx = 14): readonly number[] {
  const order = ys.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y)
  const placed = [...ys]
  let last = Number.NEGATIVE_INFINITY
  for (const { y, index } of order) {
    last = Math.max(y, last + leastPx)
    placed[index] = last
  }
  return placed
}
