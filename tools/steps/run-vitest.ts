import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root, runCommand } from './run-command'
import { oneFailed, type StepResult } from './step'

interface TestReport {
  readonly status: string
  readonly fullName: string
  readonly failureMessages?: readonly string[]
}

interface FileReport {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly TestReport[]
}

interface VitestReport {
  readonly testResults: readonly FileReport[]
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
      ['vitest', 'run', ...args, '--reporter=verbose', '--reporter=json', `--outputFile.json=${reportFile}`],
      options,
    )
    const report = readReport(reportFile)
    if (report === null) return oneFailed(withoutPassed(log))
    const { passed, failed } = countTests(report)
    return {
      passed,
      // An error outside any test leaves all tests passed and the exit code at 1.
      failed: exitCode !== 0 && failed === 0 ? 1 : failed,
      remarks: [
        ...skippedIn(log).map((name) => `not run: ${name}`),
        ...secondTriesIn(report).map((reason) => `passed on its second try: ${reason}`),
      ],
      failures: failuresIn(report),
      log: withoutPassed(log),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts a report of vitest's JSON reporter. */
export function countTests(report: VitestReport): { passed: number; failed: number } {
  const counts = report.testResults.map((file) => {
    const having = (status: string) => file.assertionResults.filter((test) => test.status === status).length
    const failed = having('failed')
    return { passed: having('passed'), failed: file.status === 'failed' && failed === 0 ? 1 : failed }
  })
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
  }
}

/** File, name and first line of the message of each test that failed, and each file that could not be loaded. */
export function failuresIn(report: VitestReport): string[] {
  return report.testResults.flatMap((file) => {
    const failed = namedIn(file, (test) => test.status === 'failed')
    return failed.length === 0 && file.status === 'failed' ? [relative(root, file.name)] : failed
  })
}

/** The same of tests that failed once and then passed: on a busy machine some time-out ran out, or there is a race. */
export function secondTriesIn(report: VitestReport): string[] {
  return report.testResults.flatMap((file) =>
    namedIn(file, (test) => test.status === 'passed' && (test.failureMessages ?? []).length > 0),
  )
}

function namedIn({ name, assertionResults }: FileReport, matches: (test: TestReport) => boolean): string[] {
  return assertionResults
    .filter(matches)
    .map(
      (test) =>
        `${relative(root, name)} > ${test.fullName}: ${test.failureMessages?.[0]?.split('\n')[0] ?? ''}`,
    )
}

/** The tests that the verbose reporter shows as left out, each with the reason it gave. */
export function skippedIn(log: string): string[] {
  return [...log.matchAll(/^ ↓ (.+?)(?: \d+ms)?(?: \[(.+)\])?$/gm)].map(
    ([, name, reason]) => `${name}${reason === undefined ? '' : ` (${reason})`}`,
  )
}

function withoutPassed(log: string): string {
  return log.replace(/^ ✓ .*\n/gm, '')
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
