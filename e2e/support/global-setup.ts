import type { TestProject } from 'vitest/node'
import { launchBrowser } from './launch-browser'
import { promise } from './promised'
import { startServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    browserAddress: string
    /** Where the server of the walks is promised: it makes its past while those begin that need none. */
    serverPort: number
  }
}

/** One server and one browser for all walks; returns what ends both. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = startServer()
  const [address, browser] = await Promise.all([promise(server.running), launchBrowser()])
  project.provide('serverPort', address.port)
  project.provide('browserAddress', browser.wsEndpoint())
  return async () => {
    address.close()
    await Promise.all([server.stop(), browser.close()])
  }
}
