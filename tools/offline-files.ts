import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** An entry of Vite's build manifest. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** What a person works with where there is no network, with all that opens from it. */
const WORK = [
  'src/frame/Shell.tsx',
  'src/areas/home/HomePage.tsx',
  'src/areas/repair/RepairPage.tsx',
  'src/areas/upkeep/UpkeepPage.tsx',
  'src/areas/day-sheet/DailySheetPage.tsx',
]
/** Their texts, in whatever language. */
const TEXTS = /phrases\/src\/[\w-]+\/(day-sheet|queue|repair|upkeep)\.ts$/
/** Home is there to start from; its charts show nothing without a connection. */
const WITHOUT_LATER_PARTS = new Set(['src/areas/home/HomePage.tsx'])

/** Writes which files of the build open the console without a network (`packages/console/src/site/keep-files.ts`). */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const manifest: Manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8'))
      writeFileSync(join(dir, 'offline-files.json'), JSON.stringify(filesOf(manifest)))
    },
  }
}

/** The script that the page begins with, and every file that is needed without a network, as addresses. */
function filesOf(manifest: Manifest): { readonly entry: string; readonly files: readonly string[] } {
  const keys = Object.keys(manifest)
  const entry = keys.find((key) => manifest[key]?.isEntry)
  const missing = WORK.filter((key) => manifest[key] === undefined)
  if (entry === undefined || missing.length > 0)
    throw new Error(`not in the manifest of the build: ${missing.join(', ') || 'the entry'}`)
  const found = new Set<string>()
  const add = (key: string, withLaterParts: boolean) => {
    if (found.has(key)) return
    found.add(key)
    const { imports = [], dynamicImports = [] } = manifest[key] as Chunk
    for (const next of imports) add(next, withLaterParts && next !== entry)
    if (withLaterParts) for (const next of dynamicImports) add(next, true)
  }
  // the table of pages is in the entry: of the pages only those that are named
  add(entry, false)
  for (const key of WORK) add(key, !WITHOUT_LATER_PARTS.has(key))
  for (const key of keys) if (TEXTS.test(key)) add(key, true)
  const files = [...found].flatMap((key) => {
    const { file, css = [], assets = [] } = manifest[key] as Chunk
    return [file, ...css, ...assets]
  })
  return {
    entry: `/${manifest[entry]?.file}`,
    files: [...new Set(files)].map((file) => `/${file}`).toSorted(),
  }
}
