import { expect, test } from 'vitest'
import {
  codeFiles,
  isTestCode,
  placesOf,
  type SourceFile,
  withoutComments,
  withoutTexts,
} from './support/source-tree'

interface Rule {
  readonly says: string
  readonly holdsIn: (path: string) => boolean
  readonly forbidden: RegExp
  readonly planted: SourceFile
}

const isProduct = (path: string) => path.startsWith('packages/') && !isTestCode(path)

const rules: readonly Rule[] = [
  {
    says: 'rules read no clock: Date stays in domain/time',
    holdsIn: (path) =>
      path.startsWith('packages/domain/src/') &&
      !path.startsWith('packages/domain/src/time/') &&
      !isTestCode(path),
    forbidden: /(?<![\w.])Date(?=[.(\s])|performance\.now/g,
    planted: { path: 'packages/domain/src/alarms/a.ts', text: 'const nowMs = Date.now()' },
  },
  {
    says: 'only env.ts reads the environment',
    holdsIn: (path) => isProduct(path) && !/\/(env|vite\.config)\.ts$/.test(path),
    forbidden: /process\.env/g,
    planted: { path: 'packages/server/src/db/connect.ts', text: 'connect(process.env.DATABASE_URL)' },
  },
  {
    says: 'only main files take the real clock of the server, the terminal and the simulator',
    holdsIn: (path) =>
      /^packages\/(server|terminal|simulator)\/src\//.test(path) &&
      isProduct(path) &&
      !/\/(main|migrate|system-time)\.ts$/.test(path),
    forbidden: /(?<![\w.])Date\.now\(\)|new Date\(\)/g,
    planted: { path: 'packages/server/src/ingest/a.ts', text: 'const atMs = Date.now()' },
  },
  {
    says: 'tests wait for what is visible or use a handed clock, and none is left out',
    // How long a line stays silent is what the tests of the bus are about.
    holdsIn: (path) => isTestCode(path) && !path.startsWith('packages/terminal/src/bus/'),
    forbidden:
      /setTimeout\((?:resolve|done|r)\b|waitForTimeout\(|\b(?:test|it|describe)\.(?:only|skip|todo)\b/g,
    planted: { path: 'packages/server/src/a.test.ts', text: 'await new Promise((r) => setTimeout(r, 50))' },
  },
  {
    says: 'everybody in a walk is as patient: contexts of the browser come from launch-browser.ts',
    holdsIn: (path) => /^(e2e|packages\/console\/src)\//.test(path) && !path.endsWith('/launch-browser.ts'),
    forbidden: /\.newContext\(/g,
    planted: { path: 'e2e/a.e2e.ts', text: 'const other = await browser.newContext({})' },
  },
  {
    says: 'no work is left as a note in the code',
    holdsIn: (path) => !path.startsWith('checks/'),
    forbidden: /\b(TODO|FIXME|XXX|HACK)\b/g,
    planted: { path: 'packages/server/src/a.ts', text: 'const todo = 1 // TODO later' },
  },
  {
    says: 'no rule of the linter is silenced without a reason',
    holdsIn: () => true,
    forbidden:
      /@ts-ignore|@ts-nocheck|biome-ignore(?:-all|-start)? [\w/]+:?\s*$|biome-ignore [\w/]+: ?<explanation>/gm,
    planted: { path: 'packages/server/src/a.ts', text: ['// @ts', 'ignore'].join('-') },
  },
]

/** Rules about notes look at the comments too. */
const readsComments = new Set([
  'no work is left as a note in the code',
  'no rule of the linter is silenced without a reason',
])

function breaches(rule: Rule, files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => rule.holdsIn(file.path))
    .flatMap((file) => {
      const text = readsComments.has(rule.says) ? file.text : withoutTexts(file.text)
      return placesOf(file, text, rule.forbidden)
    })
}

const ownFile = 'checks/sources.test.ts'
const others = codeFiles().filter((file) => file.path !== ownFile)

test.each(rules)('$says', (rule) => {
  expect(breaches(rule, others)).toEqual([])
})

test.each(rules)('a planted breach is found: $says', (rule) => {
  expect(breaches(rule, [rule.planted])).toHaveLength(1)
})

/** Files whose exports all come from elsewhere, and `export *`. */
function barrels(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => {
      const code = withoutComments(file.text)
      if (/^export \*/m.test(code)) return true
      const exports = code.match(/^export\b/gm)?.length ?? 0
      const passedOn = code.match(/^export (type )?\{[^}]*\} from/gm)?.length ?? 0
      return passedOn > 0 && passedOn === exports
    })
    .map((file) => file.path)
}

function defaultExports(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      (file) =>
        !/(^|\/)[\w.]+\.config\.ts$/.test(file.path) && /^export default\b/m.test(withoutComments(file.text)),
    )
    .map((file) => file.path)
}

test('there are no barrels and no default exports', () => {
  expect(barrels(others)).toEqual([])
  expect(defaultExports(others)).toEqual([])
})

test('a planted barrel and a planted default export are found', () => {
  expect(barrels([{ path: 'a.ts', text: "export { a } from './b'\nexport { c } from './d'" }])).toHaveLength(
    1,
  )
  expect(barrels([{ path: 'a.ts', text: "export * from './b'" }])).toHaveLength(1)
  expect(defaultExports([{ path: 'a.ts', text: 'export default 1' }])).toHaveLength(1)
})
