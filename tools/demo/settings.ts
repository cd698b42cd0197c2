import { join, resolve } from 'node:path'

/** What the demo fleet is made of. The seed makes it the same on every machine. */
export const demo = {
  seed: 20_261,
  storeCount: 40,
  cycleSeconds: 300,
  historyDays: 35,
  /** Days that are stored as single readings before the first page is shown; older ones are written compacted. */
  recentDays: 2,
} as const

/** How the stores of the real terminal program are polled. */
export const pollingPace = { periodSeconds: 60, retries: 1, intervalMs: 20, timeoutMs: 300 } as const

const root = resolve(import.meta.dirname, '../..')

export const places = {
  root,
  models: join(root, 'device-models'),
  console: join(root, 'packages/console'),
} as const

/** Files of the demo next to the data of the server. */
export function demoFiles(folder: string) {
  return {
    signIns: join(folder, 'sign-in.txt'),
    fleet: join(folder, 'fleet.json'),
    simulation: join(folder, 'simulation.bin'),
    terminals: join(folder, 'terminals'),
    releaseKeys: join(folder, 'release-keys'),
    releaseImages: join(folder, 'release-images'),
  } as const
}
