import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'checks/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/database-offers.ts'],
    setupFiles: ['tools/repeatable-properties.ts'],
    // Files wait for disks, browsers and other processes; the default leaves one core idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
