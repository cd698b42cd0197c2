import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

/** Walks share one server and one browser; each has a browsing context of its own, so that files run side by side. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    // one of the files that come first waits for real programs most of its time
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
