import type { Sheet } from './sheet'

/** Instants and values; NaN where one is missing. */
interface Line {
  readonly timesMs: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/** One line per stretch without a gap; a reading on its own is a dot. */
export function drawLine(
  { doc }: Sheet,
  { timesMs, values }: Line,
  { x, y, color, width }: { x(ms: number): number; y(c: number): number; color: string; width: number },
): void {
  let run: [number, number][] = []
  const end = () => {
    const [first] = run
    if (first !== undefined && run.length === 1) doc.circle(...first, width).fill(color)
    else if (first !== undefined) {
      doc.moveTo(...first)
      for (const point of run.slice(1)) doc.lineTo(...point)
      doc.lineWidth(width).lineJoin('round').strokeColor(color).stroke()
    }
    run = []
  }
  for (let index = 0; index < timesMs.length; index++) {
    const value = values[index] as number
    if (Number.isNaN(value)) end()
    else run.push([x(timesMs[index] as number), y(value)])
  }
  end()
}
