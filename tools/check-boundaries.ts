import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

interface PackageRule {
  /** Packages, or folders of packages, that it imports. */
  readonly may: readonly string[]
  /** Folders of those that it leaves alone. */
  readonly except?: readonly string[]
  /** Names of libraries, those of Node with `node:` in front, or any that its package.json lists. */
  readonly libraries: readonly string[] | 'any'
  /** A package that otherwise runs anywhere may use Node in this folder of its source. */
  readonly nodeIn?: string
  readonly withoutNode?: true
  readonly app?: true
  readonly holds: string
}

export interface Boundaries {
  readonly packages: Readonly<Record<string, PackageRule>>
}

export interface SourceText {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

const SCOPE = '@coldkeep/'
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*)(['"])([^'"\n]+)\1/g
/** Code that is started as a thread or a process of its own. */
const STARTED = /\bURL\(\s*(['"])([^'"\n]+\.[cm]?[jt]sx?)\1/g

export function readBoundaries(): Boundaries {
  const file = fileURLToPath(new URL('boundaries.json', import.meta.url))
  return JSON.parse(readFileSync(file, 'utf8')) as Boundaries
}

/** One line for each import that the table of packages does not allow. */
export function findBreaches(boundaries: Boundaries, files: readonly SourceText[]): string[] {
  return files.flatMap((file) => {
    const [folder, name] = file.path.split('/')
    if (folder !== 'packages' || name === undefined) return []
    const rule = boundaries.packages[name]
    if (rule === undefined) return [`${file.path}: package ${name} is not in boundaries.json`]
    return importsOf(file.text).flatMap((target) => {
      const reason = refusal(name, rule, file.path, target)
      return reason === null ? [] : [`${file.path}: imports ${target} (${reason})`]
    })
  })
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT), ...text.matchAll(STARTED)].map((match) => match[2]!)
}

function refusal(name: string, rule: PackageRule, path: string, target: string): string | null {
  const isTest = isTestFile(path)
  if (!isTest && /(^|\/)testing\//.test(target)) return 'testing folders are for tests'
  if (target.startsWith('.')) {
    const resolved = normalize(join(dirname(path), target))
    if (resolved.startsWith(`packages/${name}/`)) return null
    return resolved.startsWith('packages/') ? 'another package by a relative path' : null
  }
  if (target.startsWith(SCOPE)) {
    const inside = target.slice(SCOPE.length)
    const owner = inside.split('/')[0]!
    if (owner === name) return 'its own package by name; use a relative path'
    const isIn = (place: string) => inside.startsWith(`${place}/`)
    if (rule.may.some(isIn) && !rule.except?.some(isIn)) return null
    return `${name} may import ${rule.may.join(', ') || 'no package'}`
  }
  if (isTest) return null
  if (target.startsWith('node:')) {
    if (rule.libraries !== 'any' && rule.libraries.includes(target)) return null
    if (rule.nodeIn !== undefined && path.startsWith(`packages/${name}/src/${rule.nodeIn}/`)) return null
    return rule.withoutNode || rule.libraries !== 'any' ? `${name} runs without Node` : null
  }
  if (rule.libraries === 'any') return null
  const library = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
  return rule.libraries.includes(library)
    ? null
    : `${name} may use ${rule.libraries.join(', ') || 'no library'}`
}

function isTestFile(path: string): boolean {
  return /\.(test|bench)\.tsx?$/.test(path) || path.includes('/testing/')
}

/** The table as a diagram for docs/architecture.md; an arrow reads "imports". */
export function printDiagram(boundaries: Boundaries): string {
  const lines = ['```mermaid', 'flowchart BT']
  for (const [name, rule] of Object.entries(boundaries.packages)) {
    const [open, close] = rule.app ? ['[[', ']]'] : ['[', ']']
    lines.push(`  ${name}${open}"${name}: ${rule.holds}"${close}`)
  }
  for (const [name, rule] of Object.entries(boundaries.packages)) {
    for (const may of rule.may) {
      const [owner, ...folder] = may.split('/')
      const label = folder.length > 0 ? `|only ${folder.join('/')}|` : ''
      lines.push(`  ${name} -->${label} ${owner}`)
    }
  }
  return [...lines, '```'].join('\n')
}
