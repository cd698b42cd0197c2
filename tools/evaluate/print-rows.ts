import { wilson } from '@coldkeep/domain/analysis/wilson'
import { byar } from './intervals'
import { type Count, type RowFigures, rowFigures } from './row-figures'
import type { TraitedDevice } from './traits'

const heads = [
  'dimension: value',
  'days',
  'severe >= 0.85',
  '0.5 to 0.85',
  'below 0.5',
  'false per 1000 days',
  'healthy warned',
  'confounded warned',
  'named right',
] as const
const FIRST_WIDTH = 36
const DAYS_WIDTH = 6
const WIDTH = 21

/** A row for each value of each dimension; shares with 95 % after Wilson, rates after Byar. */
export function printRows(devices: readonly TraitedDevice[]): void {
  const dimensions = [...new Set(devices.flatMap(({ traits }) => [...traits.keys()]))]
  console.log(`\nshares and rates with their 95 % intervals; recall by severity\n${row(heads)}`)
  for (const dimension of dimensions) {
    const values = [...new Set(devices.flatMap(({ traits }) => traits.get(dimension) ?? []))].sort(byNumber)
    for (const value of values) {
      const those = devices.filter(({ traits }) => traits.get(dimension) === value)
      console.log(row([`${dimension}: ${value}`, ...cellsOf(rowFigures(those))]))
    }
  }
}

function cellsOf(figures: RowFigures): string[] {
  const { deviceDays, falseWarnings } = figures
  return [
    String(deviceDays),
    percent(figures.severe),
    percent(figures.moderate),
    percent(figures.mild),
    rate(falseWarnings, deviceDays),
    percent(figures.healthyWarned),
    percent(figures.confoundedWarned),
    percent(figures.namedRight),
  ]
}

export function percent({ count, of }: Count): string {
  if (of === 0) return '-'
  const { low, high } = wilson(count, of)
  const whole = (share: number) => Math.round(100 * share)
  return `${whole(count / of)} % [${whole(low)}-${whole(high)}] ${count}/${of}`
}

export function rate(count: number, days: number): string {
  if (days === 0) return '-'
  const per1000 = (events: number) => ((1000 * events) / days).toFixed(1)
  const { low, high } = byar(count)
  return `${per1000(count)} [${per1000(low)}-${per1000(high)}]`
}

function row(cells: readonly string[]): string {
  const widthOf = (index: number) => (index === 1 ? DAYS_WIDTH : WIDTH)
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(FIRST_WIDTH) : cell.padStart(widthOf(index))))
    .join(' ')
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b) || a.localeCompare(b)
}
