import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

let paths: readonly string[] | undefined

/** Every file that is, or would be, committed. */
export function projectPaths(): readonly string[] {
  paths ??= execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
  return paths
}

export function readProject(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export function filesMatching(pattern: RegExp): SourceFile[] {
  return projectPaths()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readProject(path) }))
}

/** All code of the repository, tests included. */
export function codeFiles(): SourceFile[] {
  return filesMatching(/^(packages|tools|checks|e2e|bench|faults)\/.*\.(ts|tsx|mjs)$/)
}

export function isTestCode(path: string): boolean {
  return /\.(test|bench|e2e)\.tsx?$/.test(path) || /\/(testing|support)\//.test(path)
}

/** The code with its comments blanked out; line numbers stay. Texts keep their content. */
export function withoutComments(text: string): string {
  return text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![:/])\/\/[^\n]*/g,
    (whole, literal: string | undefined) => literal ?? whole.replace(/[^\n]/g, ' '),
  )
}

/** The code with comments and the content of texts blanked out. */
export function withoutTexts(text: string): string {
  return withoutComments(text).replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
}

/** `path:line` of every match. */
export function placesOf(file: SourceFile, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length
    return `${file.path}:${line}: ${match[0].trim()}`
  })
}
