import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json'
import { tableUnder, unquoted } from './support/markdown'
import { filesMatching, readProject, root, type SourceFile } from './support/source-tree'

const pages = filesMatching(/^(README\.md|docs\/.*\.md|device-models\/README\.md)$/)
const decisions = pages.filter((page) => page.path.startsWith('docs/adr/'))
const npmWords = new Set(['install', 'ci', 'exec', 'audit'])

/** `npm run x`, `npm test`, `npm start` for which package.json has no script. */
function unknownCommands(page: SourceFile): string[] {
  return [...page.text.matchAll(/(?:^|`)npm (?:run (?:-s )?)?([a-z][\w:-]*)/gm)]
    .map((match) => match[1]!)
    .filter((script) => !npmWords.has(script) && !(script in manifest.scripts))
    .map((script) => `${page.path}: npm run ${script}`)
}

test('every command that a page names exists', () => {
  expect(pages.flatMap(unknownCommands)).toEqual([])
  expect(unknownCommands({ path: 'a.md', text: 'run `npm run nothing`' })).toHaveLength(1)
})

/** Relative links that lead nowhere, or to a heading that is not there. */
function deadLinks(page: SourceFile): string[] {
  return [...withoutFences(page.text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page.path, link))
    .map((link) => `${page.path}: ${link}`)
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? from : join(dirname(from), path)
  if (!existsSync(join(root, target))) return false
  return heading === undefined || headingsOf(readProject(target)).includes(heading)
}

function headingsOf(markdown: string): string[] {
  return [...withoutFences(markdown).matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  )
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '')
}

test('every link between pages leads to something', () => {
  expect(pages.flatMap(deadLinks)).toEqual([])
  expect(
    deadLinks({ path: 'docs/a.md', text: '[x](nowhere.md) [y](architecture.md#no-such-heading)' }),
  ).toHaveLength(2)
})

const folders = 'packages|docs|tools|checks|e2e|bench|device-models'

/** Paths in code marks that do not exist; `<name>` and `*` match anything. */
function deadPaths(page: SourceFile): string[] {
  return [...withoutFences(page.text).matchAll(new RegExp(`\`((?:${folders})(?:/[\\w./-]*)?)\``, 'g'))]
    .map((match) => match[1]!)
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${page.path}: ${path}`)
}

test('every file and folder that a page names exists', () => {
  expect(pages.flatMap(deadPaths)).toEqual([])
  expect(deadPaths({ path: 'a.md', text: 'see `packages/nowhere/src/a.ts`' })).toHaveLength(1)
})

test('a decision fits on a page, is numbered once, and says what would change it', () => {
  const numbers = decisions.map((page) => page.path.slice('docs/adr/'.length).slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
  for (const page of decisions) {
    expect(page.text.trimEnd().split('\n').length, page.path).toBeLessThanOrEqual(40)
    expect(page.text, page.path).toMatch(
      /^# \d{4} .+\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequence\n/,
    )
    expect(page.text, page.path).toMatch(/\n## What would change it\n\S/)
    expect(page.path).toContain(`/${page.text.slice(2, 6)}-`)
  }
})

/** Variables that a program reads, as its env.ts spells them. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/\b(COLDKEEP_[A-Z_]+|MQTT_URL|DATABASE_URL|PORT)\b/g)].map((match) => match[1]!)
}

test('the configuration table of the README names every variable that a program reads, and no other', () => {
  const read = new Set(filesMatching(/^packages\/.*\/env\.ts$/).flatMap((file) => variablesIn(file.text)))
  const named = tableUnder(readProject('README.md'), 'Configuration').map((row) =>
    unquoted(row.Variable ?? ''),
  )
  expect(named.toSorted()).toEqual([...read].toSorted())
})

test('docs/calls.md is what the call table prints', async () => {
  const { printCalls } = await import('../tools/print-calls')
  expect(readProject('docs/calls.md')).toBe(printCalls())
})

test('the security page counts its own rows, and names the tests that it calls', () => {
  const page = readProject('docs/security.md')
  const rows = [...page.matchAll(/^\| ([\d.]+) \| [12] \| ([^|]+) \| (.+) \|$/gm)].map((row) => ({
    number: row[1]!,
    kind: row[2]!.replaceAll('*', ''),
    text: row[3]!,
  }))
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length
  expect(page.replaceAll('\n', ' ')).toContain(
    `${rows.length} requirements: ${count('test')} shown by a test, ${count('code')} by code, ` +
      `${count('decided')} decided otherwise, ${count('gap')} gaps, ${count('does not apply')} that do not apply.`,
  )
  const isNamed = /\.test\.ts`|docs\/faults/
  const unnamed = rows.filter(({ kind, text }) => kind === 'test' && !isNamed.test(text))
  expect(unnamed.map(({ number }) => number)).toEqual([])
})

test('docs/limits.md is what the limits print', async () => {
  const { printLimits } = await import('../tools/print-limits')
  expect(readProject('docs/limits.md')).toBe(printLimits())
})
