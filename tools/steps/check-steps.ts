import { runCommand } from './run-command'
import { runVitest } from './run-vitest'
import { oneFailed, onePassed, type Step, type StepResult } from './step'

const TIMEOUT_MS = 6 * 60_000
/** The compiler uses all cores for one project at a time about half of its run. */
const TYPE_CHECKS_AT_ONCE = 2
/** Each checker works out anew what it shares with the others, so that four take half as much again as one. */
const ALONE = ['--checkers', '1']

/** The widest first: the tools and tests, all that runs in Node, the console. */
const typedProjects = ['.', 'packages', 'packages/console']

/** What must be green before a commit. Each type-checked project, and each other tool, counts as one test. */
export const checkSteps: readonly Step[] = [
  { name: 'types', run: checkTypes },
  {
    name: 'format and lint',
    run: () => runTool(['biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.']),
  },
  { name: 'unused files and exports', run: () => runTool(['knip', '--no-progress']) },
  { name: 'checks of the repository', run: () => runVitest(['checks'], { timeoutMs: TIMEOUT_MS }) },
]

async function checkTypes(): Promise<StepResult> {
  const waiting = [...typedProjects]
  const results: { passed: boolean; log: string }[] = []
  const worker = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const { exitCode, log } = await runCommand(['tsc', '-p', project, ...ALONE], { timeoutMs: TIMEOUT_MS })
      results.push({ passed: exitCode === 0, log })
    }
  }
  await Promise.all(Array.from({ length: TYPE_CHECKS_AT_ONCE }, worker))
  return {
    passed: results.filter((result) => result.passed).length,
    failed: results.filter((result) => !result.passed).length,
    remarks: [],
    failures: [],
    log: results.map((result) => result.log).join(''),
  }
}

async function runTool(command: readonly [string, ...string[]]): Promise<StepResult> {
  const { exitCode, log } = await runCommand(command, { timeoutMs: TIMEOUT_MS })
  return exitCode === 0 ? onePassed : oneFailed(log)
}
