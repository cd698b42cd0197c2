import { Worker } from 'node:worker_threads'
import type { JudgedDevice } from './judge-device'
import type { Job } from './work'

/**
 * Does the jobs on so many threads, each thread one after another.
 * @param onDone is given how many are done
 * @returns the devices of all jobs, in the order of the jobs
 */
export async function runJobs(
  jobs: readonly Job[],
  threads: number,
  onDone: (count: number) => void,
): Promise<JudgedDevice[]> {
  const answers = new Map<number, readonly JudgedDevice[]>()
  let next = 0
  const work = async () => {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url))
    try {
      for (let index = next++; index < jobs.length; index = next++) {
        answers.set(index, await answerOf(worker, jobs[index] as Job))
        onDone(answers.size)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work))
  return jobs.flatMap((_, index) => answers.get(index) ?? [])
}

function answerOf(worker: Worker, job: Job): Promise<readonly JudgedDevice[]> {
  return new Promise((resolve, reject) => {
    const onMessage = (devices: readonly JudgedDevice[]) => {
      worker.off('error', reject)
      resolve(devices)
    }
    worker.once('message', onMessage)
    worker.once('error', reject)
    worker.postMessage(job)
  })
}
