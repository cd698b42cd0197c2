import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { staticLanguageFile } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
import { build } from 'vite'
import { root } from './run-command'
import { oneFailed, type StepResult } from './step'

/** An entry of Vite's build manifest. */
interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

export interface Size {
  readonly what: string
  /** After gzip. */
  readonly bytes: number
  readonly limitKb: number
}

const consoleFolder = join(root, 'packages/console')
const dist = join(consoleFolder, 'dist')
const BYTES_PER_KB = 1000

/** The chunk that pages with a date share. */
const datePickers = /(^|\/)dates[-.]/

/** What charts are drawn with, and what those libraries bring. */
const chartLibraries = /^(d3-|uplot|internmap)/

const routes = {
  signIn: 'src/areas/session/LoginPage.tsx',
  shell: 'src/app/Shell.tsx',
  home: 'src/areas/home/HomePage.tsx',
}

/** Weighs what the build wrote; each budget counts as one test. */
export async function checkSizes(): Promise<StepResult> {
  const manifestFile = join(dist, '.vite/manifest.json')
  if (!existsSync(manifestFile))
    return oneFailed('The build wrote no manifest (packages/console/dist/.vite).')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const sizes = [...scriptSizes(manifest, weighBuilt), await chartSize(), ...languageSizes(), fontSize()]
  const over = sizes.filter(isOver)
  const lines = sizes.map(
    (size) =>
      `${(size.bytes / BYTES_PER_KB).toFixed(1).padStart(6)} of ${String(size.limitKb).padStart(3)} kB  ${size.what}${isOver(size) ? '  OVER' : ''}`,
  )
  return { passed: sizes.length - over.length, failed: over.length, skipped: [], log: lines.join('\n') }
}

export function isOver(size: Size): boolean {
  return size.bytes > size.limitKb * BYTES_PER_KB
}

/** Sizes of the scripts and styles that a manifest names. */
export function scriptSizes(manifest: Manifest, weigh: (file: string) => number): Size[] {
  const entry = Object.keys(manifest).filter((key) => manifest[key]!.isEntry)
  const signIn = reach(manifest, [...entry, routes.signIn])
  const shell = reach(manifest, [...entry, routes.shell, routes.home])
  const scripts = (chunks: ReadonlySet<Chunk>) => sum([...chunks].map((chunk) => weigh(chunk.file)))
  const styles = new Set([...shell].flatMap((chunk) => chunk.css ?? []))
  const first = new Set([...signIn, ...shell])
  const later = Object.values(manifest).filter((chunk) => chunk.file.endsWith('.js') && !first.has(chunk))
  return [
    { what: 'scripts of the sign-in page', bytes: scripts(signIn), limitKb: 180 },
    { what: 'scripts of the shell with home', bytes: scripts(shell), limitKb: 280 },
    { what: 'first styles', bytes: sum([...styles].map(weigh)), limitKb: 30 },
    ...later.map((chunk) => ({
      what: chunk.src ?? chunk.file,
      bytes: weigh(chunk.file),
      limitKb: datePickers.test(chunk.file) ? 40 : 60,
    })),
  ]
}

/** The chunks and all that they import before they run. */
function reach(manifest: Manifest, keys: readonly string[]): ReadonlySet<Chunk> {
  const found = new Set<Chunk>()
  const waiting = [...keys]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`${key} is not in the manifest of the build`)
    if (found.has(chunk)) continue
    found.add(chunk)
    waiting.push(...(chunk.imports ?? []))
  }
  return found
}

/** All chart code with its libraries, and without what every page has anyway. */
async function chartSize(): Promise<Size> {
  const folder = join(consoleFolder, 'src/kit/chart')
  const parts = readdirSync(folder).filter((name) => /^[A-Z]\w+\.tsx$/.test(name) && !name.includes('.test.'))
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: consoleFolder,
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: parts.map((name) => join(folder, name)),
        // Without a page that imports them, all exports would be dropped.
        preserveEntrySignatures: 'strict',
        external: (id, importer) => {
          if (id.startsWith('.'))
            return importer !== undefined && !join(dirname(importer), id).startsWith(folder)
          return !isAbsolute(id) && !chartLibraries.test(id)
        },
      },
    },
  })
  const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  const code = chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n')
  return { what: 'all chart code', bytes: gzipSync(code).length, limitKb: 45 }
}

function languageSizes(): Size[] {
  return languages.map((language) => ({
    what: `texts in ${language}`,
    bytes: gzipSync(JSON.stringify(staticLanguageFile(language))).length,
    limitKb: 40,
  }))
}

/** Fonts are compressed as they are; only the Latin part is loaded for the four languages. */
function fontSize(): Size {
  const assets = join(dist, 'assets')
  const latin = readdirSync(assets).filter((name) => /-latin-wght.*\.woff2$/.test(name))
  return {
    what: 'Latin font',
    bytes: sum(latin.map((name) => readFileSync(join(assets, name)).length)),
    limitKb: 60,
  }
}

function weighBuilt(file: string): number {
  return gzipSync(readFileSync(join(dist, file))).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
