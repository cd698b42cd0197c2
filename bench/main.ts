import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Bench, compare, type Figure, figureOf, type Report } from './report'

/**
 * `npm run bench`, `npm run bench -- ingest`, and `npm run bench -- --keep` to make this run the new baseline. Of the
 * terminals how many, for how many minutes, after how many minutes without a line, and on which database, with processor
 * profiles of the server in a folder:
 * `npm run bench -- terminals --terminals 200 --minutes 1 --backlog 10 --database embedded --profile profiles`.
 * Of the calls of pages which numbers of stores, with results of how many days at most, and on which database:
 * `npm run bench -- analysis-calls --stores 100,1000 --days 30 --database embedded`.
 * How many simulated stores are updated, and for how many minutes the lines of some are cut meanwhile:
 * `npm run bench -- firmware.bench --stores 100 --minutes 20`; how many good and bad builds are judged:
 * `npm run bench -- firmware-gates --runs 20 --database postgresql`.
 * How many made-up requests, and which: `npm run bench -- fuzz --requests 1000000 --seed 7`, as of `confinement`; of
 * made-up messages `mqtt-fuzz`. Readings of a real cold store: `npm run bench -- cold-store --data values.csv`.
 */
const { values: wishes, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'boolean', default: false },
    terminals: { type: 'string' },
    minutes: { type: 'string' },
    backlog: { type: 'string' },
    database: { type: 'string' },
    stores: { type: 'string' },
    runs: { type: 'string' },
    days: { type: 'string' },
    profile: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    data: { type: 'string' },
  },
})
const { keep } = wishes
const only = positionals[0]

interface Baseline {
  /** Figures from another machine cannot be compared. */
  readonly machine: string
  readonly figures: readonly Figure[]
}

const folder = new URL('./', import.meta.url)
const baselineFile = new URL('baseline.json', folder)
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline
const machine = `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`
const isComparable = machine === baseline.machine
const before = new Map(baseline.figures.map((figure) => [figure.name, figure]))
const measured: Figure[] = []

if (!isComparable)
  console.log(`The baseline is from another machine (${baseline.machine}); shown, not judged.\n`)

for (const file of readdirSync(folder).filter((name) => name.endsWith('.bench.ts'))) {
  if (only !== undefined && !file.includes(only)) continue
  console.log(file.replace('.bench.ts', ''))
  const bench = (await import(new URL(file, folder).href)) as Bench
  const report: Report = {
    add(...of) {
      const figure = figureOf(...of)
      measured.push(figure)
      console.log(`  ${line(figure)}`)
    },
  }
  await bench.run(report, wishes)
}

if (keep) {
  const others = baseline.figures.filter((figure) => !measured.some(({ name }) => name === figure.name))
  const figures = [...(isComparable ? others : []), ...measured].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  writeFileSync(baselineFile, `${JSON.stringify({ machine, figures }, null, 2)}\n`)
  console.log('\nThis run is the baseline now.')
}

function line(figure: Figure): string {
  const { name, median, spread, unit } = figure
  const known = before.get(name)
  const was = known === undefined ? '' : `before ${show(known.median)}`
  const verdict = isComparable ? compare(figure, known) : ''
  const value = `${show(median)} ${unit} ±${Math.round(spread * 100)} %`
  return `${name.padEnd(44)} ${value.padStart(30)}   ${was.padEnd(18)} ${verdict}`.trimEnd()
}

function show(value: number): string {
  return value.toLocaleString('en-GB', { maximumSignificantDigits: 4 })
}
