import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Compares the built console with its budgets, prints a table, and ends with 1 when something is too heavy. */

interface ManifestEntry {
  readonly file: string
  readonly src?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, ManifestEntry>>
type Shares = Readonly<Record<string, Readonly<Record<string, number>>>>

const KILOBYTE = 1_000
const CHART_MODULE = /node_modules[\\/](d3-|internmap|uplot)|kit[\\/]chart[\\/]/
const dist = process.argv[2] ?? join(import.meta.dirname, 'dist')
const manifest = read<Manifest>('.vite/manifest.json')
const shares = read<Shares>('.vite/modules.json')

const ENTRY = 'index.html'
const SHELL = 'src/app/Shell.tsx'
const LOGIN = 'src/areas/session/LoginPage.tsx'
const HOME = 'src/areas/home/HomePage.tsx'
const CALENDAR = 'src/kit/field/Calendar.tsx'

const signIn = closure([ENTRY, LOGIN])
const home = closure([ENTRY, SHELL, HOME])
const calendar = without(closure([CALENDAR]), home)

const rows: (readonly [string, number, number])[] = [
  ['Sign-in, initial JS', weight(signIn, '.js'), 180],
  ['Shell and home, initial JS', weight(home, '.js'), 280],
  ['Sign-in, CSS', weight(signIn, '.css'), 30],
  ['Shell and home, CSS', weight(home, '.css'), 30],
  ['Chart code in all', chartWeight(), 45],
  ['Date picker', weight(calendar, '.js'), 40],
  ...routeRows(),
  ['Latin font', fontWeight(), 60],
]

function routeRows(): (readonly [string, number, number])[] {
  return Object.entries(manifest)
    .filter(([key, entry]) => entry.src !== undefined && /^src\/(areas|app)\//.test(key))
    .filter(([key]) => ![SHELL, LOGIN, HOME].includes(key))
    .map(([key]) => [`Route ${key.slice(4)}`, weight(without(closure([key]), home), '.js'), 60] as const)
}

/** The files that these entries need before they run. */
function closure(keys: readonly string[], seen = new Set<string>()): Set<string> {
  const files = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    const entry = manifest[key]
    if (entry === undefined) throw new Error(`${key} is not in the build`)
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file)
    for (const file of closure(entry.imports ?? [], seen)) files.add(file)
  }
  return files
}

function without(files: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...files].filter((file) => !others.has(file)))
}

function weight(files: ReadonlySet<string>, ending: string): number {
  return [...files].filter((file) => file.endsWith(ending)).reduce((sum, file) => sum + gzipped(file), 0)
}

/** Each file counts by the share of its text that comes from chart modules. */
function chartWeight(): number {
  return Object.entries(shares).reduce((sum, [file, modules]) => {
    const lengths = Object.entries(modules)
    const all = lengths.reduce((total, [, length]) => total + length, 0)
    const charts = lengths
      .filter(([id]) => CHART_MODULE.test(id))
      .reduce((total, [, length]) => total + length, 0)
    return charts === 0 ? sum : sum + (gzipped(file) * charts) / all
  }, 0)
}

function fontWeight(): number {
  const fonts = Object.values(manifest).filter((entry) => entry.file.endsWith('.woff2'))
  return fonts.reduce((sum, { file }) => sum + readFileSync(join(dist, file)).length / KILOBYTE, 0)
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / KILOBYTE
}

function read<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(join(dist, file), 'utf8')) as Shape
}

const tooHeavy = rows.filter(([, size, budget]) => size > budget)
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, size, budget] of rows) {
  const verdict = size > budget ? 'OVER' : 'ok'
  process.stdout.write(`${name.padEnd(width)}  ${size.toFixed(1).padStart(6)} / ${budget} kB  ${verdict}\n`)
}
process.exitCode = tooHeavy.length > 0 ? 1 : 0
