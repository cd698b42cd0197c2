import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './embedded-messages'
import { EmbeddedStream } from './embedded-stream'
import { type FolderLock, lockFolder } from './folder-lock'
import { syncTree } from './sync-tree'

export const IN_MEMORY = ':memory:'

export interface EmbeddedOptions {
  /** Holds the database files; `:memory:` keeps nothing. */
  readonly folder: string
  /** A dumped database to begin with where there is none yet. */
  readonly template?: Uint8Array<ArrayBuffer>
  /** Called at most once, when the database can serve no more. What was committed is safe and is there at the next start. */
  readonly onBroken?: (error: Error) => void
}

/** PostgreSQL inside this process, in a thread of its own because it blocks the thread it runs in. */
export class EmbeddedServer {
  readonly #worker: Worker
  readonly #counters: Int32Array<SharedArrayBuffer>
  readonly #lock: FolderLock | null
  #stream: EmbeddedStream | null = null
  /** Whose requests are being answered, in the order of sending. */
  #waiting: EmbeddedStream[] = []
  #broken: Error | null = null
  #isClosing = false
  #dumps: ((bytes: Uint8Array<ArrayBuffer>) => void)[] = []

  private constructor(worker: Worker, counters: Int32Array<SharedArrayBuffer>, lock: FolderLock | null) {
    this.#worker = worker
    this.#counters = counters
    this.#lock = lock
  }

  /** @throws FolderInUse when another process has the folder. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedServer> {
    if (options.folder === IN_MEMORY) return EmbeddedServer.#start(null, options, null)
    const folder = resolve(options.folder)
    const lock = lockFolder(folder)
    try {
      const files = join(folder, 'database')
      if (!existsSync(files)) await createFiles(folder, files, options.template ?? null)
      return await EmbeddedServer.#start(files, { ...options, template: undefined }, lock)
    } catch (error) {
      lock.release()
      throw error
    }
  }

  static async #start(files: string | null, options: EmbeddedOptions, lock: FolderLock | null) {
    const { worker, counters } = await startThread(files, options.template ?? null)
    const server = new EmbeddedServer(worker, counters, lock)
    worker.on('message', (answer: WorkerAnswer) => server.#receive(answer, options.onBroken))
    worker.on('error', (error) => server.#break(error, options.onBroken))
    worker.on('exit', () =>
      server.#break(new Error('the thread of the embedded database ended'), options.onBroken),
    )
    return server
  }

  /** What a `pg` client uses as its socket. The server has one session, so a new client ends the one before. */
  connect(): EmbeddedStream {
    const stream: EmbeddedStream = new EmbeddedStream((bytes, isCopy) => {
      this.#waiting.push(stream)
      this.#send({ kind: 'wire', bytes: new Uint8Array(bytes), isCopy })
    })
    this.#stream?.destroy()
    this.#stream = stream
    if (this.#broken !== null) process.nextTick(() => stream.destroy(this.#broken ?? undefined))
    return stream
  }

  /** How often the database has had the disk written since it was opened; stays 0 in memory. */
  fsyncCount(): number {
    return Atomics.load(this.#counters, 0)
  }

  /** The whole database as a template for others. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const { promise, resolve: done } = withResolver<Uint8Array<ArrayBuffer>>()
    this.#dumps.push(done)
    this.#send({ kind: 'dump' })
    return promise
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    try {
      if (this.#broken === null) await stopThread(this.#worker)
    } finally {
      this.#lock?.release()
    }
  }

  #send(request: WorkerRequest): void {
    this.#worker.postMessage(request, request.kind === 'wire' ? [request.bytes.buffer] : [])
  }

  #receive(answer: WorkerAnswer, onBroken: EmbeddedOptions['onBroken']): void {
    if (answer.kind === 'wire') this.#waiting[0]?.receive(answer.bytes)
    else if (answer.kind === 'answered') this.#waiting.shift()
    else if (answer.kind === 'dumped') this.#dumps.shift()?.(answer.bytes)
    else if (answer.kind === 'broken') this.#break(new Error(answer.reason), onBroken)
  }

  #break(cause: Error, onBroken: EmbeddedOptions['onBroken']): void {
    if (this.#isClosing || this.#broken !== null) return
    this.#broken = new Error(`the embedded database broke down: ${cause.message}`, { cause })
    this.#stream?.destroy(this.#broken)
    onBroken?.(this.#broken)
  }
}

/** Made aside and moved into place, so that a start that is interrupted leaves nothing half made. */
async function createFiles(folder: string, files: string, template: WorkerStart['template']): Promise<void> {
  const aside = join(folder, 'database.new')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  const { worker } = await startThread(aside, template)
  await stopThread(worker)
  syncTree(aside)
  renameSync(aside, files)
  syncTree(folder, { depth: 0 })
}

async function startThread(folder: string | null, template: WorkerStart['template']) {
  const counters = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./embedded-thread.mjs', import.meta.url), {
    execArgv: [],
    workerData: { folder, template, counters } satisfies WorkerStart,
  })
  await new Promise<void>((opened, failed) => {
    const ended = (code: number) =>
      failed(new Error(`the embedded database could not be opened (exit ${code})`))
    worker.once('error', failed)
    worker.once('exit', ended)
    worker.once('message', (answer: WorkerAnswer) => {
      worker.off('error', failed)
      worker.off('exit', ended)
      if (answer.kind === 'opened') opened()
      else failed(new Error(answer.kind === 'broken' ? answer.reason : answer.kind))
    })
  })
  return { worker, counters }
}

async function stopThread(worker: Worker): Promise<void> {
  const exit = once(worker, 'exit')
  worker.postMessage({ kind: 'close' } satisfies WorkerRequest)
  const [code] = await exit
  if (code !== 0) throw new Error('the embedded database broke down while it was closed')
}

function withResolver<Value>() {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
