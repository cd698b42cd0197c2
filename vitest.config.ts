import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

const shared = {
  setupFiles: ['tools/repeatable-properties.ts'],
  // what is waited for ends as soon as it is there; a machine shared with others may stand still for a while
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig({
  test: {
    // Files wait for disks, browsers and other processes; the default leaves one core idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // What one process of the tests has translated the others read, those of the walks too.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            'packages/{contract,domain,modbus,phrases,rfb}/**/*.test.ts',
            'packages/console/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          // Nothing there keeps a state, so that files need no process of their own.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'real',
          // Servers, brokers and browsers on a busy machine; what needed the second try is named at the end of its step.
          retry: 1,
          include: [
            'packages/{server,terminal,simulator}/**/*.test.ts',
            'packages/console/**/*.test.tsx',
            'checks/**/*.test.ts',
            'faults/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          globalSetup: ['packages/server/src/testing/database-offers.ts'],
          // Reading the program anew for each file takes longer than many a test.
          isolate: false,
        },
      },
    ],
  },
})
