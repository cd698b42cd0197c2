import { defineConfig } from 'vitest/config'

/** Walks share one server and one browser; each has a browsing context of its own, so that files run side by side. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['e2e/support/global-setup.ts'],
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
