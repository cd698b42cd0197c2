/** The fixed palette as the service sends it (its light values), by position. */
const LIGHT = [
  '#1b5faa',
  '#12978a',
  '#93953e',
  '#823f6e',
  '#312a80',
  '#514b2a',
  '#44283b',
  '#6f7036',
] as const
const OTHER = '#8a95a1'
/** Of charts that count alarms, from the most urgent down. */
const ALARMS = ['#c81e2b', '#e8730a', '#f2c200', '#7a3fa8'] as const

/** Colours alone do not distinguish more than three series for everyone: from here on they carry patterns. */
export const FIRST_PATTERNED = 3

/** The custom property of a series by its position; the theme gives it its light or dark value. */
export function seriesColor(index: number): string {
  return `var(--chart-${(index % LIGHT.length) + 1})`
}

/**
 * A colour of the service as it must be drawn here: palette colours become the theme's own, any other keeps its
 * value on white and is mixed with white on dark surfaces.
 */
export function chartColor(sent: string | undefined, index: number): string {
  if (sent === undefined || sent === '') return seriesColor(index)
  const plain = sent.toLowerCase()
  if (plain === OTHER) return 'var(--chart-other)'
  const priority = (ALARMS as readonly string[]).indexOf(plain)
  if (priority >= 0) return `var(--alarm-${priority + 1})`
  const position = (LIGHT as readonly string[]).indexOf(plain)
  return position >= 0
    ? `var(--chart-${position + 1})`
    : `light-dark(${sent}, color-mix(in oklch, ${sent} 50%, white))`
}
