import { parentPort } from 'node:worker_threads'
import { readModels } from '../demo/models'
import { type JudgedDevice, judgeDevice } from './judge-device'
import type { TextbookTrial } from './plan-textbook'
import { simulateStore } from './simulate-store'
import { simulateUnit } from './simulate-unit'
import type { TrialStore } from './trial-plan'

export type Job =
  | {
      readonly family: 'own'
      readonly seed: number
      readonly store: TrialStore
      /** Whether each device has its own power meter. */
      readonly withMeters: boolean
    }
  | { readonly family: 'textbook'; readonly trial: TextbookTrial }

const models = readModels()

/** A store after the other; the answer to each is its devices. */
parentPort?.on('message', (job: Job) => {
  const simulated =
    job.family === 'own'
      ? simulateStore(job.seed, job.store, models, job.withMeters)
      : simulateUnit(job.trial)
  parentPort?.postMessage(simulated.devices.map((device): JudgedDevice => judgeDevice(simulated, device)))
})
