import type { TestProject } from 'vitest/node'
import { promise } from './promised'
import { startServer } from './server'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server of the walks is promised: it makes its past while the walks that need none begin. */
    serverPort: number
  }
}

/** One server for all walks; returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = startServer()
  const address = await promise(server.running)
  project.provide('serverPort', address.port)
  return async () => {
    address.close()
    await server.stop()
  }
}
