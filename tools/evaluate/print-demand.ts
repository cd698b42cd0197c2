import {
  addForecasts,
  type ForecastSums,
  forecastErrors,
  NO_FORECASTS,
} from '@coldkeep/domain/analysis/forecast-errors'
import { type JudgedDemand, type Method, methods } from './judge-demand'

const FIRST_WIDTH = 34
const WIDTH = 34

/** A row for each length, poll period and moment, all stores together; in brackets the share of the worst store. */
export function printDemand(stores: readonly (readonly JudgedDemand[])[]): void {
  console.log(
    '\ndemand per interval, the same intervals for all: mean error in kW and % of the demand (worst store), ' +
      'bias in kW, share within 5 %',
  )
  const heads = ['load, interval, poll, passed', ...methods, 'intervals']
  console.log(row(heads))
  for (const look of stores[0] ?? []) {
    const alike = stores.flatMap((one) => one.filter((judged) => isSameLook(judged, look)))
    const title = `${look.load}, ${look.demandMinutes} min, ${look.pollSeconds} s, ${look.passed}`
    const intervals = sumOf(alike, 'forecast').intervals
    console.log(row([title, ...methods.map((method) => cellOf(alike, method)), String(intervals)]))
  }
}

function isSameLook(a: JudgedDemand, b: JudgedDemand): boolean {
  const isSameMeter = a.load === b.load && a.pollSeconds === b.pollSeconds
  return isSameMeter && a.demandMinutes === b.demandMinutes && a.passed === b.passed
}

function sumOf(stores: readonly JudgedDemand[], method: Method): ForecastSums {
  return stores.reduce((sum, { sums }) => addForecasts(sum, sums[method]), NO_FORECASTS)
}

function cellOf(stores: readonly JudgedDemand[], method: Method): string {
  const errors = forecastErrors(sumOf(stores, method))
  if (errors === null) return '-'
  const worst = Math.max(...stores.map(({ sums }) => forecastErrors(sums[method])?.relativeError ?? 0))
  const percent = (share: number) => (100 * share).toFixed(1)
  return (
    `${errors.meanErrorKw.toFixed(2)} ${percent(errors.relativeError ?? 0)} % (${percent(worst)}) ` +
    `${errors.biasKw.toFixed(2)} ${Math.round(100 * errors.closeShare)} %`
  )
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(FIRST_WIDTH) : cell.padStart(WIDTH))).join(' ')
}
