import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import { type CommandResult, root, runCommand } from './run-command'
import { oneFailed, onePassed, type StepResult } from './step'

/** The one without windows first: it takes a sixth less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]
const DOWNLOAD_TIMEOUT_MS = 3 * 60_000
const START_TIMEOUT_MS = 20_000
const PACKAGE_TIMEOUT_MS = 5 * 60_000

/** Where a browser for the walks is, or null. `CHROME_PATH` names one that no search would find. */
export function findBrowser(): string | null {
  const named = process.env.CHROME_PATH
  if (named !== undefined) return isProgram(named) ? named : null
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...elsewhere,
    chromium.executablePath(),
  ]
  return candidates.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds a browser, or brings one: the test tool's own download first, then Debian's package. */
export async function provideBrowser(): Promise<StepResult> {
  if (await startsOne()) return onePassed
  const tried: string[] = []
  for (const [what, attempt] of attempts()) {
    const result = await attempt()
    if (await startsOne()) return onePassed
    tried.push(`${what}: ${result.log.trim().split('\n').at(-1) ?? 'no answer'}`)
  }
  return oneFailed(
    [
      'No browser for the walks. Install Chromium or Chrome, or name one in CHROME_PATH. Tried:',
      ...tried.map((line) => `- ${line}`),
    ].join('\n'),
  )
}

/** A download without the libraries of the system is there and does not start. */
async function startsOne(): Promise<boolean> {
  const found = findBrowser()
  if (found === null) return false
  const { exitCode } = await runCommand([found, '--version'], { timeoutMs: START_TIMEOUT_MS })
  return exitCode === 0
}

function attempts(): [string, () => Promise<CommandResult>][] {
  const download = () =>
    runCommand(
      ['node', join(root, 'node_modules/playwright-core/cli.js'), 'install', '--no-shell', 'chromium'],
      {
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
      },
    )
  const debian = async (name: string) => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runCommand(['apt-get', 'update', '-q'], { timeoutMs: PACKAGE_TIMEOUT_MS, env })
    return runCommand(['apt-get', 'install', '-q', '-y', '--no-install-recommends', name], {
      timeoutMs: PACKAGE_TIMEOUT_MS,
      env,
    })
  }
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  return mayInstall
    ? [
        ['download by playwright', download],
        ['Debian package chromium-headless-shell', () => debian('chromium-headless-shell')],
        ['Debian package chromium', () => debian('chromium')],
      ]
    : [['download by playwright', download]]
}
