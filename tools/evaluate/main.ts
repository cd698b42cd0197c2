import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { planTextbook } from './plan-textbook'
import { printCalibration } from './print-calibration'
import { printDemand } from './print-demand'
import { printFigures } from './print-figures'
import { printNaming } from './print-naming'
import { printRows } from './print-rows'
import { runJobs } from './run-jobs'
import { type TraitedDevice, traitsOfOwn, traitsOfTextbook } from './traits'
import { planTrial, type SeasonIndex, seasons } from './trial-plan'

/**
 * `npm run evaluate`, or smaller: `npm run evaluate -- --devices 8 --seasons 1`. Seeds have two halves: what is tuned is
 * tuned on `--half choose`, and reported of `--half report`. `--figures demand` follows the main meters of stores alone,
 * `--figures warnings` devices alone.
 */
const { values: wishes } = parseArgs({
  options: {
    figures: { type: 'string', default: 'both' },
    family: { type: 'string', default: 'both' },
    half: { type: 'string', default: 'choose' },
    devices: { type: 'string', default: '64' },
    units: { type: 'string', default: '24' },
    stores: { type: 'string', default: '24' },
    seasons: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
})
const figures = oneOf('figures', wishes.figures, ['warnings', 'demand', 'both'])
const family = oneOf('family', wishes.family, ['own', 'textbook', 'both'])
const half = oneOf('half', wishes.half, ['choose', 'report'])
const devices = wholeNumber('devices', wishes.devices, 1, 10_000)
const seasonCount = wholeNumber('seasons', wishes.seasons, 1, seasons.length)
const units = wholeNumber('units', wishes.units, 1, 10_000)
const storeCount = wholeNumber('stores', wishes.stores, 1, 300)
const HALF = 2 ** 30
const seed = wholeNumber('seed', wishes.seed, 0, HALF - 1) + (half === 'choose' ? 0 : HALF)
const threads = wholeNumber('threads', wishes.threads, 1, 256)

const startedMs = performance.now()
if (figures !== 'demand') {
  const traited: TraitedDevice[] = []
  if (family !== 'textbook') traited.push(...(await followOwn()))
  if (family !== 'own') traited.push(...(await followTextbook()))
  printRows(traited.filter(({ judged }) => judged.hasMeter))
  printNaming(traited)
  printCalibration(traited)
}
if (figures !== 'warnings') await followMeters()
console.log(`\n${((performance.now() - startedMs) / 1000).toFixed(0)} s`)

async function followOwn(): Promise<TraitedDevice[]> {
  const chosen = seasons.map((_, index) => index as SeasonIndex).slice(0, seasonCount)
  const stores = planTrial({ seed, seasons: chosen, devices })
  console.log(
    `${devices} healthy and ${devices} faulty devices in ${chosen.map((index) => seasons[index].name).join(', ')}; ` +
      `${threads} threads, half to ${half}`,
  )
  const jobs = stores.map((store) => ({ family: 'own', seed, store }) as const)
  const judged = (await runJobs(jobs, threads, progressOf(jobs.length))).flat()
  printFigures(judged.filter(({ hasMeter }) => hasMeter))
  return judged.map(traitsOfOwn)
}

async function followTextbook(): Promise<TraitedDevice[]> {
  const trials = planTextbook(seed, seasonCount, units)
  console.log(
    `\n${units} healthy, ${units} faulty and ${units} units with a harmless change in each of ${seasonCount} ` +
      `seasons; second family of equipment, ${threads} threads, half to ${half}`,
  )
  const jobs = trials.map((trial) => ({ family: 'textbook', trial }) as const)
  const judged = await runJobs(jobs, threads, progressOf(jobs.length))
  return trials.flatMap((trial, index) => {
    return (judged[index] ?? []).map((one) => traitsOfTextbook(trial, one))
  })
}

async function followMeters(): Promise<void> {
  console.log(
    `\nmain meters of ${storeCount} stores in ${seasonCount} seasons, ${threads} threads, half to ${half}`,
  )
  const jobs = Array.from({ length: storeCount }, (_, storeIndex) => {
    const season = (storeIndex % seasonCount) as SeasonIndex
    return { family: 'demand', trial: { seed, storeIndex, storeCount, season } } as const
  })
  printDemand(await runJobs(jobs, threads, progressOf(jobs.length)))
}

/** On a terminal one line that is written over; elsewhere a line for every tenth. */
function progressOf(total: number): (done: number) => void {
  const beganMs = performance.now()
  return (done) => {
    const seconds = (performance.now() - beganMs) / 1000
    const left = (seconds / done) * (total - done)
    const line = `${done} of ${total} stores, ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s left`
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${done < total ? line : ''}`)
    else if (Math.floor((10 * done) / total) > Math.floor((10 * (done - 1)) / total)) console.log(line)
  }
}

function oneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  console.error(`--${name} must be one of ${choices.join(', ')}`)
  process.exit(2)
}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= low && number <= high) return number
  console.error(`--${name} must be a whole number from ${low} to ${high}`)
  process.exit(2)
}
