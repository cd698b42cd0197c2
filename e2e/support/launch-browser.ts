import { type BrowserServer, chromium } from 'playwright-core'
import { findBrowser } from '../../tools/steps/find-browser'

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

/** The installed browser, ready for connections of several test files. */
export async function launchBrowser(): Promise<BrowserServer> {
  const executablePath = findBrowser()
  if (executablePath === null) {
    throw new Error('No browser for the walks: npm test brings one, CHROME_PATH names one.')
  }
  return chromium.launchServer({ executablePath, args: flags, host: '127.0.0.1' })
}
