import type { NamedFault } from '@coldkeep/domain/analysis/health-hint'
import { percent } from './print-rows'
import { isRight } from './row-figures'
import type { TraitedDevice } from './traits'

const heads = ['names', 'mean stated', 'right'] as const
const FIRST_WIDTH = 40
const WIDTH = 22

/** Nothing is named that is less likely than all others together. */
const bands = [
  { from: 0.5, below: 0.7 },
  { from: 0.7, below: 0.9 },
  { from: 0.9, below: Number.POSITIVE_INFINITY },
] as const

interface Name {
  readonly chance: number
  readonly isRight: boolean
}

/**
 * Of how many names that were stated so surely the fault was right: by family and when, a day after the first
 * warning and at the end, of the same device both with its power meter and without. What is named of a device that is
 * well counts as wrong. The expected error is the mean distance of a band's share from what it states, by names.
 */
export function printCalibration(devices: readonly TraitedDevice[]): void {
  console.log(`\nhow sure names are, and how many are right\n${row(['family, when, stated', ...heads])}`)
  const families = [...new Set(devices.map(({ traits }) => traits.get('family') ?? ''))]
  for (const family of families) {
    const those = devices.filter(({ traits }) => traits.get('family') === family)
    const dayLater = those.flatMap(({ judged }) => nameOf(judged, judged.dayLater?.named ?? null))
    const atEnd = those.flatMap(({ judged }) => nameOf(judged, judged.atEnd?.named ?? null))
    printBands(`${family}, a day later`, dayLater)
    printBands(`${family}, at the end`, atEnd)
    printBands(`${family}, both`, [...dayLater, ...atEnd])
  }
}

function printBands(title: string, names: readonly Name[]): void {
  let error = 0
  for (const { from, below } of bands) {
    const those = names.filter(({ chance }) => chance >= from && chance < below)
    const right = those.filter((name) => name.isRight).length
    const stated = those.reduce((sum, { chance }) => sum + chance, 0)
    error += Math.abs(stated - right)
    const band =
      below === Number.POSITIVE_INFINITY ? `${whole(from)} % and more` : `${whole(from)} to ${whole(below)} %`
    const mean = those.length === 0 ? '-' : `${whole(stated / those.length)} %`
    const share = percent({ count: right, of: those.length })
    console.log(row([`${title}, ${band}`, String(those.length), mean, share]))
  }
  if (names.length > 0)
    console.log(row([`${title}, expected error`, '', '', `${whole(error / names.length)} %`]))
}

function nameOf(judged: TraitedDevice['judged'], named: NamedFault | null): Name[] {
  return named === null ? [] : [{ chance: named.chance, isRight: isRight(judged, named) }]
}

function whole(share: number): string {
  return String(Math.round(100 * share))
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(FIRST_WIDTH) : cell.padStart(WIDTH))).join(' ')
}
