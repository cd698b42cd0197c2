import { parentPort, type TransferListItem, Worker } from 'node:worker_threads'

/** Work of one kind beside the main thread, which answers all calls. */
export interface WorkThreads<Input, Output> {
  /** @throws what the work throws, or that its thread ended */
  run(input: Input): Promise<Output>
  close(): Promise<void>
}

interface Waiting<Input, Output> {
  readonly input: Input
  resolve(output: Output): void
  reject(error: Error): void
}

/** What a thread answers to one input: what came of it, or why nothing did. */
type ThreadAnswer<Output> = { readonly output: Output } | { readonly fault: string }

/**
 * Starts a thread when one is needed and none is idle, up to a limit; an input begins when a thread is free.
 * @param script started as a thread, which calls {@link serveWork}
 */
export function openWorkThreads<Input, Output>(script: URL, most: number): WorkThreads<Input, Output> {
  const waiting: Waiting<Input, Output>[] = []
  const idle: Worker[] = []
  const threads = new Set<Worker>()
  const doneBy = new Map<Worker, Waiting<Input, Output>>()

  const beginNext = () => {
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (threads.size < most ? start() : undefined)
      if (thread === undefined) return
      const next = waiting.shift() as Waiting<Input, Output>
      doneBy.set(thread, next)
      thread.ref()
      thread.postMessage(next.input)
    }
  }
  const start = (): Worker => {
    const thread = new Worker(script, { execArgv: [] })
    threads.add(thread)
    thread.on('message', (answer: ThreadAnswer<Output>) => {
      const done = doneBy.get(thread)
      doneBy.delete(thread)
      idle.push(thread)
      // a process that has nothing else to do ends
      thread.unref()
      if ('output' in answer) done?.resolve(answer.output)
      else done?.reject(new Error(answer.fault))
      beginNext()
    })
    const end = (error: Error) => {
      if (!threads.delete(thread)) return
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
      doneBy.get(thread)?.reject(error)
      doneBy.delete(thread)
      beginNext()
    }
    thread.on('error', (error) => end(error as Error))
    thread.on('exit', (code) => end(new Error(`a thread ended with ${code}`)))
    return thread
  }

  return {
    run: (input) =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        beginNext()
      }),
    async close() {
      for (const { reject } of waiting.splice(0)) reject(new Error('the server is closing'))
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}

/**
 * In a thread: does the work for each input in its order.
 * @param buffersOf what of an output is handed over instead of copied
 */
export function serveWork<Input, Output>(
  work: (input: Input) => Output | Promise<Output>,
  buffersOf: (output: Output) => readonly TransferListItem[],
): void {
  parentPort?.on('message', async (input: Input) => {
    try {
      const output = await work(input)
      parentPort?.postMessage({ output } satisfies ThreadAnswer<Output>, buffersOf(output))
    } catch (error) {
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
      parentPort?.postMessage({ fault } satisfies ThreadAnswer<Output>)
    }
  })
}
