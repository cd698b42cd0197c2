import { parentPort } from 'node:worker_threads'
import { readModels } from '../demo/models'
import { type JudgedDevice, judgeDevice } from './judge-device'
import { simulateStore } from './simulate-store'
import type { TrialStore } from './trial-plan'

export interface Job {
  readonly seed: number
  readonly store: TrialStore
  /** Whether each device has its own power meter. */
  readonly withMeters: boolean
}

const models = readModels()

/** A store after the other; the answer to each is its devices. */
parentPort?.on('message', ({ seed, store, withMeters }: Job) => {
  const simulated = simulateStore(seed, store, models, withMeters)
  parentPort?.postMessage(simulated.devices.map((device): JudgedDevice => judgeDevice(simulated, device)))
})
