import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findUnimportedExports, type PackageManifest } from '../tools/check-exports'
import { runCommand } from '../tools/steps/run-command'
import { codeFiles, filesMatching, root } from './support/source-tree'

const manifestFiles = filesMatching(/^packages\/[^/]+\/package\.json$/)
const manifests = manifestFiles.map(({ text }) => JSON.parse(text) as PackageManifest)

test('what a package exports is imported by others', () => {
  expect(findUnimportedExports(manifests, codeFiles())).toEqual([])
})

test.each([
  ['packages/server/src/app.ts', "import { x } from '@coldkeep/server/db/connect'"],
  ['tools/a.ts', "import { x } from '@coldkeep/server/db/connection'"],
  ['tools/a.ts', "import { x } from '@coldkeep/domain/db/connect'"],
])('a name that no one outside imports is found: %s %s', (path, text) => {
  const planted = [{ name: '@coldkeep/server', exports: { './db/connect': './src/db/connect.ts' } }]
  expect(findUnimportedExports(planted, [{ path, text }])).toHaveLength(1)
})

test.each(['@coldkeep/server/db/connect', '@coldkeep/server/db/migrator'])(
  'an import of %s is one',
  (target) => {
    const planted = [{ name: '@coldkeep/server', exports: { './db/*': './src/db/*.ts' } }]
    expect(
      findUnimportedExports(planted, [{ path: 'bench/a.ts', text: `await import('${target}')` }]),
    ).toEqual([])
  },
)

const folder = mkdtempSync(join(tmpdir(), 'coldkeep-exports-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a file of the small repository. */
function plant(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`)
}

test('in every package an export that no one imports fails the check for unused code', async () => {
  for (const file of ['knip.jsonc', 'package.json']) cpSync(join(root, file), join(folder, file))
  const expected: string[] = []
  for (const [index, { path, text }] of manifestFiles.entries()) {
    plant(path, [text])
    const [target = './src/main.ts'] = Object.values(manifests[index]?.exports ?? {})
    const entry = join(dirname(path), target.replace('*', 'entry'))
    const inner = join(dirname(entry), 'inner.ts')
    plant(entry, ["import { used } from './inner'", 'export const plantedAtTheEdge = used'])
    plant(inner, ['export const used = 1', 'export const plantedInside = 2', 'export type PlantedType = 3'])
    // the console is not imported
    const ofEdge = manifests[index]?.exports ? [`${entry} plantedAtTheEdge`] : []
    expected.push(...ofEdge, `${inner} plantedInside`, `${inner} PlantedType`)
  }
  plant('packages/console/index.html', ['<script type="module" src="/src/main.ts"></script>'])
  const { exitCode, log } = await runCommand(
    ['knip', '--directory', folder, '--include', 'exports,types', '--reporter', 'json', '--no-config-hints'],
    { timeoutMs: 60_000 },
  )
  expect(exitCode).toBe(1)
  expect(planted(log).sort()).toEqual(expected.sort())
})

interface Report {
  readonly issues: readonly {
    readonly file: string
    readonly exports: readonly { readonly name: string }[]
    readonly types: readonly { readonly name: string }[]
  }[]
}

/** `packages/domain/src/inner.ts PlantedType` for each that is reported. */
function planted(log: string): string[] {
  const { issues } = JSON.parse(log.slice(log.indexOf('{'))) as Report
  return issues.flatMap(({ file, exports, types }) =>
    [...exports, ...types].map(({ name }) => `${file} ${name}`),
  )
}
