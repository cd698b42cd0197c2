import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { laterAreas, laterTexts } from '@coldkeep/phrases/later-texts'
import { consoleTexts } from '@coldkeep/phrases/phrases'
import { languages } from '@coldkeep/phrases/translate'
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
/** Per script of the build: how many characters of it come from which module. */
export type Shares = Readonly<Record<string, Readonly<Record<string, number>>>>
/** Bytes of a file of the build after gzip. */
type Weigh = (file: string) => number

export interface Size {
  readonly what: string
  /** After gzip. */
  readonly bytes: number
  readonly limitKb: number
}

const dist = join(root, 'packages/console/dist')
const BYTES_PER_KB = 1000

const SHELL = 'src/frame/Shell.tsx'
const SIGN_IN = 'src/areas/session/LoginPage.tsx'
const HOME = 'src/areas/home/HomePage.tsx'
const DATE_PICKER = 'src/kit/field/Calendar.tsx'
const chartModule = /node_modules[\\/](d3-|internmap|uplot)|kit[\\/]chart[\\/]/

/** Weighs what the build wrote; each budget counts as one test. */
export async function checkSizes(): Promise<StepResult> {
  const [manifest, shares] = [readBuilt<Manifest>('manifest.json'), readBuilt<Shares>('modules.json')]
  if (manifest === null || shares === null) {
    return oneFailed('The build left no manifest.json and modules.json in packages/console/dist/.vite.')
  }
  const sizes = [
    ...scriptSizes(manifest, weighBuilt),
    { what: 'all chart code', bytes: chartBytes(shares, weighBuilt), limitKb: 45 },
    ...languageSizes(),
    ...(await laterSizes()),
    fontSize(),
  ]
  const over = sizes.filter(isOver)
  const lines = sizes.map(
    (size) =>
      `${(size.bytes / BYTES_PER_KB).toFixed(1).padStart(6)} of ${String(size.limitKb).padStart(3)} kB  ${size.what}${isOver(size) ? '  OVER' : ''}`,
  )
  return {
    passed: sizes.length - over.length,
    failed: over.length,
    remarks: [],
    failures: over.map(({ what }) => `${what} is over its budget`),
    log: lines.join('\n'),
  }
}

export function isOver(size: Size): boolean {
  return size.bytes > size.limitKb * BYTES_PER_KB
}

/** Scripts and styles of the first pages, and what each later page adds to the shell. */
export function scriptSizes(manifest: Manifest, weigh: Weigh): Size[] {
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  const signIn = reach(manifest, [...entry, SIGN_IN])
  const home = reach(manifest, [...entry, SHELL, HOME])
  const added = (key: string) => [...reach(manifest, [key])].filter((chunk) => !home.has(chunk))
  const scripts = (chunks: Iterable<Chunk>) => sum([...chunks].map((chunk) => weigh(chunk.file)))
  const styles = (chunks: Iterable<Chunk>) =>
    sum([...new Set([...chunks].flatMap(({ css }) => css ?? []))].map(weigh))
  const later = Object.entries(manifest).flatMap(([key, { src }]) =>
    src !== undefined && /^src\/(areas|frame)\//.test(src) && ![SHELL, SIGN_IN, HOME].includes(src)
      ? [key]
      : [],
  )
  return [
    { what: 'sign-in, scripts', bytes: scripts(signIn), limitKb: 180 },
    { what: 'sign-in, styles', bytes: styles(signIn), limitKb: 30 },
    { what: 'shell with home, scripts', bytes: scripts(home), limitKb: 280 },
    { what: 'shell with home, styles', bytes: styles(home), limitKb: 30 },
    { what: 'date picker', bytes: scripts(added(DATE_PICKER)), limitKb: 40 },
    ...later.map((key) => ({ what: key, bytes: scripts(added(key)), limitKb: 60 })),
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

/** Each script counts by the part of it that comes from charts and their libraries. */
export function chartBytes(shares: Shares, weigh: Weigh): number {
  return sum(
    Object.entries(shares).map(([file, modules]) => {
      const charts = sum(
        Object.entries(modules).flatMap(([id, length]) => (chartModule.test(id) ? [length] : [])),
      )
      return charts === 0 ? 0 : (weigh(file) * charts) / sum(Object.values(modules))
    }),
  )
}

function languageSizes(): Size[] {
  return languages.map((language) => ({
    what: `texts in ${language}`,
    bytes: gzipSync(JSON.stringify(consoleTexts(language))).length,
    limitKb: 40,
  }))
}

/** Texts that come with the pages of an area. */
function laterSizes(): Promise<Size[]> {
  return Promise.all(
    laterAreas.flatMap((area) =>
      languages.map(async (language) => ({
        what: `texts of ${area} in ${language}`,
        bytes: gzipSync(JSON.stringify(await laterTexts(area, language))).length,
        limitKb: 10,
      })),
    ),
  )
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

function readBuilt<Shape>(name: string): Shape | null {
  const file = join(dist, '.vite', name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Shape) : null
}

function weighBuilt(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
