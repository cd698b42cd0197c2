import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type TrustedKey, trustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import * as z from 'zod/mini'
import { bundleProgram, copyScripts } from './bundle-program'

/**
 * Makes one archive of the terminal program with all that it needs: `npm install -g` of the file works on a box that
 * reaches no registry. Compiled parts of its libraries are those of this machine's kind.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'packages/terminal')
/** What the packages bring for those who write programs with them. */
const NOT_RUN = /\.(map|md|[cm]?ts)$/

/** What is run on a box, and what runs and replaces it. */
const programs = [
  ['main.ts', 'main.js'],
  ['supervise/main.ts', 'supervise.js'],
] as const

interface Manifest {
  readonly version: string
  readonly license: string
  readonly engines?: { readonly node: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A file of the same name lies beside the program: terminal/src/update/unpack-image.ts looks for it too. */
const ROOT_FILE = 'release-root.json'

/**
 * @param rootFile public part of the key that names who signs releases; without it the program installs none
 * @returns the path of the archive
 */
export async function packTerminal(target: string, rootFile: string | null = null): Promise<string> {
  const folder = join(target, 'coldkeep-terminal')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [script, program] of programs) {
    const text = await bundleProgram(join(source, 'src', script), '#!/usr/bin/env node')
    writeFileSync(join(folder, program), text, { mode: 0o755 })
  }
  if (rootFile !== null) writeFileSync(join(folder, ROOT_FILE), JSON.stringify(readRoot(rootFile)))
  copyScripts(join(source, 'src'), folder)
  const { version, license, dependencies = {} } = readManifest(source)
  const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@coldkeep/'))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(
      {
        name: 'coldkeep-terminal',
        version,
        license,
        type: 'module',
        engines: readManifest(root).engines,
        bin: { 'coldkeep-terminal': 'main.js', 'coldkeep-terminal-supervise': 'supervise.js' },
        dependencies: Object.fromEntries(outside.map((name) => [name, dependencies[name]])),
        bundleDependencies: outside,
      },
      null,
      2,
    )}\n`,
  )
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'docs/terminal.md'), join(folder, 'README.md'))
  cpSync(join(source, 'service'), join(folder, 'service'), { recursive: true })
  copyPackages(outside, folder)
  const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  })
  return join(target, basename(printed.trim().split('\n').at(-1) ?? ''))
}

/** @throws where it is not what `npm run release -- root` prints */
function readRoot(path: string): TrustedKey {
  return z.parse(trustedKey, JSON.parse(readFileSync(path, 'utf8')))
}

/** The packages and what they need in turn, as they are installed here. */
function copyPackages(names: readonly string[], folder: string): void {
  const waiting = names.map((name) => ({ name, from: source }))
  const seen = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = findPackage(next.name, next.from)
    if (found === null || seen.has(found)) continue
    seen.add(found)
    cpSync(found, join(folder, found.slice(found.indexOf('/node_modules/'))), {
      recursive: true,
      dereference: true,
      // nested packages are reached, and copied, as what they are
      filter: (path) => !path.slice(found.length).includes('/node_modules') && !NOT_RUN.test(path),
    })
    const { dependencies = {}, optionalDependencies = {} } = readManifest(found)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      waiting.push({ name, from: found })
    }
  }
}

/** Where a package is found from a folder, as Node looks for it; null where it is not for this kind of machine. */
function findPackage(name: string, from: string): string | null {
  for (let folder = from; folder.startsWith(resolve(root)); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return path
  }
  return null
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { root: { type: 'string' } }, allowPositionals: true })
  console.log(await packTerminal(resolve(positionals[0] ?? 'packed'), values.root ?? null))
}
