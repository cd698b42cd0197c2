import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkSteps } from './check-steps'
import { provideBrowser } from './find-browser'
import { root, runCommand } from './run-command'
import { runVitest } from './run-vitest'
import { checkSizes } from './size-budgets'
import { oneFailed, onePassed, type Step } from './step'

const BUILD_TIMEOUT_MS = 3 * 60_000
/** Three times what they take on two quiet cores: a machine may be half as fast and busy besides. */
const TESTS_TIMEOUT_MS = 70 * 60_000
const WALKS_TIMEOUT_MS = 70 * 60_000
/** The console is built from these. */
const consoleSources = ['console', 'contract', 'domain', 'phrases'].map((name) => `packages/${name}`)

const browser: Step = { name: 'browser', run: provideBrowser }
const build: Step = { name: 'console built', run: buildConsole }

/** Everything, in the order in which a fault is cheapest to find. */
export const allSteps: readonly (Step | readonly Step[])[] = [
  browser,
  [...checkSteps, build],
  { name: 'tests', run: () => runVitest(['packages', 'bench'], { timeoutMs: TESTS_TIMEOUT_MS }) },
  { name: 'sizes against their budgets', run: checkSizes },
  { name: 'walks in a browser, whole chain', run: () => runWalks() },
]

/** The walks alone, or those whose file name contains the text. */
export function walkSteps(name: string | undefined): readonly Step[] {
  const stale: Step[] = isConsoleBuilt() ? [] : [build]
  return [
    browser,
    ...stale,
    { name: `walks ${name ?? ''}`.trim(), run: () => runWalks(...(name ? [name] : [])) },
  ]
}

function runWalks(...args: string[]) {
  return runVitest(['--config', 'vitest.e2e.config.ts', ...args], { timeoutMs: WALKS_TIMEOUT_MS })
}

async function buildConsole() {
  const { exitCode, log } = await runCommand(['npm', 'run', '--silent', 'build'], {
    timeoutMs: BUILD_TIMEOUT_MS,
  })
  return exitCode === 0 ? onePassed : oneFailed(log)
}

function isConsoleBuilt(): boolean {
  const page = join(root, 'packages/console/dist/index.html')
  if (!existsSync(page)) return false
  const builtMs = statSync(page).mtimeMs
  return consoleSources.every((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/(^|\/)(dist|node_modules)(\/|$)/.test(entry.parentPath))
      .every((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs <= builtMs),
  )
}
