/** What a step found: tests, or the step itself as one. */
export interface StepResult {
  readonly passed: number
  readonly failed: number
  /** What is reported besides the counts: tests that did not run, tests that needed a second try. */
  readonly remarks: readonly string[]
  /** What failed and the first line of why: few words, for logs of which only the end is kept. */
  readonly failures: readonly string[]
  /** Printed when something failed. */
  readonly log: string
}

export interface Step {
  readonly name: string
  run(): Promise<StepResult>
}

export const onePassed: StepResult = { passed: 1, failed: 0, remarks: [], failures: [], log: '' }

export function oneFailed(log: string): StepResult {
  return { passed: 0, failed: 1, remarks: [], failures: [], log }
}

export interface Total {
  passed: number
  failed: number
}

/**
 * Runs the steps in order, those of a list side by side; each prints its name, its seconds and, when it failed, its
 * log.
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[]): Promise<Total> {
  const total: Total = { passed: 0, failed: 0 }
  const failures: string[] = []
  const run = async (step: Step, isAlone: boolean) => {
    const result = await runTimed(step, isAlone)
    total.passed += result.passed
    total.failed += result.failed
    if (result.failed > 0) failures.push(...namesOf(step, result))
  }
  for (const step of steps) {
    if ('run' in step) await run(step, true)
    else await Promise.all(step.map((one) => run(one, false)))
  }
  for (const failure of failures) console.log(`FAILED  ${failure}`)
  return total
}

function namesOf({ name }: Step, { failures }: StepResult): readonly string[] {
  return failures.length > 0 ? failures : [name]
}

/** @param isAlone false: no running clock, which has one line only */
async function runTimed(step: Step, isAlone: boolean): Promise<StepResult> {
  const startedMs = performance.now()
  const seconds = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
  const isLive = isAlone && process.stdout.isTTY === true
  const clock = isLive
    ? setInterval(() => process.stdout.write(`\r  ${step.name}  ${seconds()} ...`), 500)
    : undefined
  const result = await step
    .run()
    .catch((error: unknown) => oneFailed(String((error as Error).stack ?? error)))
  clearInterval(clock)
  const counts =
    result.passed + result.failed > 1 ? `  ${result.passed} of ${result.passed + result.failed}` : ''
  const mark = result.failed === 0 ? 'ok    ' : 'FAILED'
  console.log(`${isLive ? '\r\x1b[K' : ''}${mark}  ${step.name.padEnd(34)} ${seconds().padStart(8)}${counts}`)
  for (const remark of result.remarks) console.log(`        ${remark}`)
  if (result.failed > 0) console.log(indent(lastLines(result.log.trimEnd(), 300)))
  return result
}

function lastLines(text: string, count: number): string {
  const lines = text.split('\n')
  return lines.length <= count
    ? text
    : `(${lines.length - count} lines before)\n${lines.slice(-count).join('\n')}`
}

function indent(text: string): string {
  return text.replace(/^/gm, '        ')
}
