/**
 * Colours of chart series for light surfaces, by place; the console has the dark counterpart of each. No hue
 * lies near the red, orange and yellow that alarms use.
 */
const series = [
  '#1B5FAA',
  '#12978A',
  '#93953E',
  '#823F6E',
  '#312A80',
  '#514B2A',
  '#44283B',
  '#6F7036',
] as const

/** Beside the series: what is not known, and what is shown only for comparison. */
const OTHER = '#8A95A1'

/** Critical to low, as alarms are marked everywhere; nothing else has these. */
const priorities = ['#C81E2B', '#E8730A', '#F2C200', '#7A3FA8'] as const

/** What colours mean on every page. */
export const palette = {
  normal: series[0],
  second: series[1],
  third: series[2],
  deviation: series[3],
  fifth: series[4],
  sixth: series[5],
  other: OTHER,
  priorities,
} as const
