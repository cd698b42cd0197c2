import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

/** Walks share one server and one browser; each has a browsing context of its own, so that files run side by side. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    maxWorkers: 3,
    // a process keeps its profiles of the browser from file to file, and reads the program once
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // see vitest.config.ts
    experimental: { fsModuleCache: true },
    // what a page shows comes when the machine has time for it, see e2e/support/patience.ts
    expect: { poll: { timeout: 120_000 } },
    // the first of them wait for the server, which makes its past meanwhile
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // named at the end, see vitest.config.ts
    retry: 1,
  },
})
