import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printFigures } from './print-figures'
import { runJobs } from './run-jobs'
import { planTrial, type SeasonIndex, seasons } from './trial-plan'

/** `npm run evaluate`, or smaller: `npm run evaluate -- --devices 8 --seasons 1`. */
const { values: wishes } = parseArgs({
  options: {
    devices: { type: 'string', default: '64' },
    seasons: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: String(availableParallelism()) },
    'without-meters': { type: 'boolean', default: false },
  },
})
const devices = wholeNumber('devices', wishes.devices, 1, 10_000)
const seasonCount = wholeNumber('seasons', wishes.seasons, 1, seasons.length)
const seed = wholeNumber('seed', wishes.seed, 0, 2 ** 31 - 1)
const threads = wholeNumber('threads', wishes.threads, 1, 256)
const withMeters = !wishes['without-meters']

const startedMs = performance.now()
const chosen = seasons.map((_, index) => index as SeasonIndex).slice(0, seasonCount)
const stores = planTrial({ seed, seasons: chosen, devices })
console.log(
  `${devices} healthy and ${devices} faulty devices in ${chosen.map((index) => seasons[index].name).join(', ')}; ` +
    `${withMeters ? 'each with a power meter' : 'without power meters'}, ${threads} threads, seed ${seed}`,
)
const judged = await runJobs(
  stores.map((store) => ({ seed, store, withMeters })),
  threads,
  (done) => progress(done, stores.length),
)
printFigures(judged)
console.log(`\n${((performance.now() - startedMs) / 1000).toFixed(0)} s`)

/** On a terminal one line that is written over; elsewhere a line for every tenth. */
function progress(done: number, total: number): void {
  const seconds = (performance.now() - startedMs) / 1000
  const left = (seconds / done) * (total - done)
  const line = `${done} of ${total} stores, ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s left`
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${done < total ? line : ''}`)
  else if (Math.floor((10 * done) / total) > Math.floor((10 * (done - 1)) / total)) console.log(line)
}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= low && number <= high) return number
  console.error(`--${name} must be a whole number from ${low} to ${high}`)
  process.exit(2)
}
