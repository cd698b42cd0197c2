import { Worker } from 'node:worker_threads'
import type { Drawing, DrawnSeries } from './draw-series'
import type { DrawingAnswer } from './drawing-thread-work'

/** Draws series beside the main thread, which answers all calls. */
export interface DrawingThreads {
  /** @throws when stored readings are damaged, or the thread ended */
  draw(drawing: Drawing): Promise<readonly DrawnSeries[]>
  close(): Promise<void>
}

interface Waiting {
  readonly drawing: Drawing
  resolve(drawn: readonly DrawnSeries[]): void
  reject(error: Error): void
}

/**
 * Starts a thread when one is needed and none is idle, up to a limit; a drawing begins when a thread is free.
 */
export function openDrawingThreads(most: number): DrawingThreads {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const threads = new Set<Worker>()
  const drawnBy = new Map<Worker, Waiting>()

  const beginNext = () => {
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (threads.size < most ? start() : undefined)
      if (thread === undefined) return
      const next = waiting.shift() as Waiting
      drawnBy.set(thread, next)
      thread.ref()
      thread.postMessage(next.drawing)
    }
  }
  const start = (): Worker => {
    const thread = new Worker(new URL('./drawing-thread.mjs', import.meta.url), { execArgv: [] })
    threads.add(thread)
    thread.on('message', (answer: DrawingAnswer) => {
      const done = drawnBy.get(thread)
      drawnBy.delete(thread)
      idle.push(thread)
      // a process that has nothing else to do ends
      thread.unref()
      if ('drawn' in answer) done?.resolve(answer.drawn)
      else done?.reject(new Error(answer.fault))
      beginNext()
    })
    const end = (error: Error) => {
      if (!threads.delete(thread)) return
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
      drawnBy.get(thread)?.reject(error)
      drawnBy.delete(thread)
      beginNext()
    }
    thread.on('error', (error) => end(error as Error))
    thread.on('exit', (code) => end(new Error(`a drawing thread ended with ${code}`)))
    return thread
  }

  return {
    draw: (drawing) =>
      new Promise((resolve, reject) => {
        waiting.push({ drawing, resolve, reject })
        beginNext()
      }),
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the server is closing'))
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
