import { parentPort } from 'node:worker_threads'
import { readModels } from '../demo/models'
import { type JudgedDemand, judgeDemand } from './judge-demand'
import { type JudgedDevice, judgeDevice } from './judge-device'
import type { TextbookTrial } from './plan-textbook'
import { type MeterTrial, simulateMeter } from './simulate-meter'
import { simulateStore } from './simulate-store'
import { simulateUnit } from './simulate-unit'
import type { TrialStore } from './trial-plan'

export type DeviceJob =
  | {
      readonly family: 'own'
      readonly seed: number
      readonly store: TrialStore
    }
  | { readonly family: 'textbook'; readonly trial: TextbookTrial }

export interface DemandJob {
  readonly family: 'demand'
  readonly trial: MeterTrial
}

/** What a job is answered with, a list. */
export type AnswerTo<J> = J extends DemandJob ? JudgedDemand : JudgedDevice

const models = readModels()

/** A store after the other. */
parentPort?.on('message', (job: DeviceJob | DemandJob) => parentPort?.postMessage(answerTo(job)))

function answerTo(job: DeviceJob | DemandJob): readonly (JudgedDevice | JudgedDemand)[] {
  if (job.family === 'demand') return judgeDemand(simulateMeter(job.trial, models))
  const simulated =
    job.family === 'own' ? simulateStore(job.seed, job.store, models) : simulateUnit(job.trial)
  return simulated.devices.flatMap((device) => judgeDevice(simulated, device))
}
