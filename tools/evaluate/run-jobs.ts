import { Worker } from 'node:worker_threads'
import type { AnswerTo, DemandJob, DeviceJob } from './work'

/**
 * Does the jobs on so many threads, each thread one after another.
 * @param onDone is given how many are done
 * @returns the answers, in the order of the jobs
 */
export async function runJobs<J extends DeviceJob | DemandJob>(
  jobs: readonly J[],
  threads: number,
  onDone: (count: number) => void,
): Promise<(readonly AnswerTo<J>[])[]> {
  const answers = new Map<number, readonly AnswerTo<J>[]>()
  let next = 0
  const work = async () => {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url))
    try {
      for (let index = next++; index < jobs.length; index = next++) {
        answers.set(index, await answerOf(worker, jobs[index] as J))
        onDone(answers.size)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work))
  return jobs.map((_, index) => answers.get(index) ?? [])
}

function answerOf<J>(worker: Worker, job: J): Promise<readonly AnswerTo<J>[]> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: readonly AnswerTo<J>[]) => {
      worker.off('error', reject)
      resolve(answer)
    }
    worker.once('message', onMessage)
    worker.once('error', reject)
    worker.postMessage(job)
  })
}
