import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root, runCommand } from './run-command'
import { oneFailed, type StepResult } from './step'

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled'
      readonly meta?: { readonly reason?: string }
    }[]
  }[]
}

/** Runs test files and counts every test; a file that cannot be loaded counts as one that failed. */
export async function runVitest(
  args: readonly string[],
  options: { timeoutMs: number; env?: Readonly<Record<string, string>> },
): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-tests-'))
  const reportFile = join(folder, 'report.json')
  try {
    const { exitCode, log } = await runCommand(
      ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
      options,
    )
    const report = readReport(reportFile)
    if (report === null) return oneFailed(log)
    const result = { ...countTests(report), log }
    // An error outside any test leaves all tests passed and the exit code at 1.
    return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts a report of vitest's JSON reporter. */
export function countTests(report: VitestReport): Omit<StepResult, 'log'> {
  let passed = 0
  let failed = 0
  const skipped: string[] = []
  for (const file of report.testResults) {
    const before = failed
    for (const test of file.assertionResults) {
      if (test.status === 'passed') passed += 1
      else if (test.status === 'failed') failed += 1
      else skipped.push(`${relative(root, file.name)}: ${test.fullName}${reasonOf(test.meta)}`)
    }
    if (file.status === 'failed' && failed === before) failed += 1
  }
  return { passed, failed, skipped }
}

function reasonOf(meta: { readonly reason?: string } | undefined): string {
  return meta?.reason === undefined ? '' : ` (${meta.reason})`
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
