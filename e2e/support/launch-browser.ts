import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { findBrowser } from '../../tools/steps/find-browser'
import { PATIENCE_MS } from './patience'

/** Quiet on a machine without a graphics card, a user or a way out. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Promise<Browser> | null = null

/** The browser of this process, for all its test files; it ends with the process. */
function ownBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

/** For programs that go on without it; walks leave it to the end of their process. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = null
}

/** Another person at a browser of their own, as patient as all others. To be closed by whoever opens it. */
export async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await ownBrowser()).newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

async function launch(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) {
    throw new Error('No browser for the walks: npm test brings one, CHROME_PATH names one.')
  }
  return chromium.launch({ executablePath, args: flags })
}
