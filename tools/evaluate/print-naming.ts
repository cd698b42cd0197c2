import { percent, rate } from './print-rows'
import { MODERATE_FROM, rowFigures, SEVERE_FROM } from './row-figures'
import type { TraitedDevice } from './traits'

const heads = ['warned', 'named a day later', 'right of named', 'false per 1000 days'] as const
const FIRST_WIDTH = 40
const WIDTH = 22

const severities = [
  { title: 'all', from: 0, below: Number.POSITIVE_INFINITY },
  { title: '>= 0.85', from: SEVERE_FROM, below: Number.POSITIVE_INFINITY },
  { title: '0.5 to 0.85', from: MODERATE_FROM, below: SEVERE_FROM },
  { title: 'below 0.5', from: 0, below: MODERATE_FROM },
] as const

/**
 * How many faults are warned of, of how many something is named a day after the first warning, and how often rightly: by
 * family and severity, with power meters and without. False warnings have no severity.
 */
export function printNaming(devices: readonly TraitedDevice[]): void {
  console.log(
    `\nfaults that are named, with their 95 % intervals\n${row(['family, severity, meters', ...heads])}`,
  )
  const families = [...new Set(devices.map(({ traits }) => traits.get('family') ?? ''))]
  for (const family of families) {
    for (const { title, from, below } of severities) {
      for (const hasMeter of [true, false]) {
        const those = devices.filter(
          ({ judged, traits }) => judged.hasMeter === hasMeter && traits.get('family') === family,
        )
        const faulty = those.filter(({ judged: { fault } }) => isWithin(fault?.severity, from, below))
        const { warned, named, namedRight } = rowFigures(faulty)
        const { falseWarnings, deviceDays } = rowFigures(those)
        const falses = title === 'all' ? rate(falseWarnings, deviceDays) : ''
        const name = `${family}, ${title}, ${hasMeter ? 'with' : 'without'}`
        console.log(row([name, percent(warned), percent(named), percent(namedRight), falses]))
      }
    }
  }
}

function isWithin(severity: number | undefined, from: number, below: number): boolean {
  return severity !== undefined && severity >= from && severity < below
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(FIRST_WIDTH) : cell.padStart(WIDTH))).join(' ')
}
