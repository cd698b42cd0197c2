import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Inside the repository, so that the libraries are found from there. */
const KEPT = join(root, 'node_modules/.cache/coldkeep/programs')
/** Whose code programs start scripts of. */
const packages = ['server', 'terminal']
const bundled = new Map<string, Promise<string>>()
/** The embedded database is done before code that is made faster would have paid for its making. */
const SHORT_LIVED = "import { setFlagsFromString } from 'node:v8'; setFlagsFromString('--liftoff-only')"

/** The text of one script that holds all of our own code a program needs; libraries stay packages. */
export async function bundleProgram(script: string, banner = ''): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: script,
      write: false,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { banner, codeSplitting: false } },
    },
    ssr: { noExternal: [/^@coldkeep\//] },
  })) as Rolldown.RolldownOutput
  const [only, ...more] = output
  if (more.length > 0) throw new Error(`${basename(script)} becomes more than one file`)
  return only.code
}

/** Scripts that programs of a source folder start by path; they belong next to the bundled one. */
export function copyScripts(sources: string, target: string): void {
  for (const file of scriptsOf(sources)) copyFileSync(file, join(target, basename(file)))
}

function scriptsOf(sources: string): string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => join(sources, file))
    .sort()
}

/**
 * A program for tests that start it often: bundled it starts in a quarter of the time that reading its sources takes.
 * @param script path of its main file
 * @returns path of the bundled one; its name depends on its content, so parallel runs share it
 */
export function quickProgram(script: string): Promise<string> {
  const known = bundled.get(script)
  if (known !== undefined) return known
  const made = makeQuickProgram(script)
  bundled.set(script, made)
  return made
}

async function makeQuickProgram(script: string): Promise<string> {
  const text = await bundleProgram(script, SHORT_LIVED)
  const scripts = packages.flatMap((name) => scriptsOf(join(root, 'packages', name, 'src')))
  const hash = createHash('sha256').update(text)
  for (const path of scripts) hash.update(readFileSync(path))
  const folder = join(KEPT, `${basename(script, '.ts')}-${hash.digest('hex').slice(0, 16)}`)
  const program = join(folder, 'main.mjs')
  if (existsSync(program)) return program
  // another run may make the same folder: each file is whole before it has its name
  const aside = `${folder}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  writeFileSync(join(aside, 'main.mjs'), text)
  for (const path of scripts) copyFileSync(path, join(aside, basename(path)))
  try {
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true })
    if (!existsSync(program)) throw error
  }
  return program
}
