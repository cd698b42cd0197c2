import type { TestProject } from 'vitest/node'
import { launchBrowser } from './launch-browser'
import { startServer, type WalkServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    browserAddress: string
    server: WalkServer
  }
}

/** One server and one browser for all walks; returns what ends both. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer(), launchBrowser()])
  project.provide('server', server.running)
  project.provide('browserAddress', browser.wsEndpoint())
  return async () => {
    await Promise.all([server.stop(), browser.close()])
  }
}
