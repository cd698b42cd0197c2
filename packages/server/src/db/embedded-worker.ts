import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What the thread is started with. */
export interface WorkerStart {
  /** Folder of the database files; `null`: in memory. */
  readonly folder: string | null
  /** A dumped database to begin with; the folder is empty then. */
  readonly template: Uint8Array<ArrayBuffer> | null
  /** Element 0 counts the fsync calls since the start. */
  readonly counters: Int32Array<SharedArrayBuffer>
}

export type WorkerRequest =
  | { readonly kind: 'wire'; readonly bytes: Uint8Array<ArrayBuffer>; readonly isCopy: boolean }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' }

export type WorkerAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'wire'; readonly bytes: Uint8Array }
  | { readonly kind: 'answered' }
  | { readonly kind: 'dumped'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed' }
  | { readonly kind: 'broken'; readonly reason: string }

/** What of Emscripten's file system is touched here; its own types do not describe these operations. */
interface FileStream {
  readonly nfd?: number
  readonly path: string
  readonly node: object
}
interface NodeFileSystem {
  realPath(node: object): string
  readonly stream_ops: {
    fsync?(stream: FileStream): number
    write(stream: FileStream, buffer: Uint8Array, offset: number, length: number, position: number): number
  }
}

const COPY_IN_RESPONSE = 'G'.charCodeAt(0)
/** Every message has a letter in front but the first of a connection, which begins with its length. */
const STARTUP = 0
const BLOCK_BYTES = 256 * 1024
// The single-session server never starts a checkpoint by itself, whatever max_wal_size says.
const WAL_BYTES_PER_CHECKPOINT = 64 * 1024 * 1024

const port = parentPort
if (port === null) throw new Error('this file is the thread of the embedded database, not a program')
const start = workerData as WorkerStart
const say = (answer: WorkerAnswer) => {
  if (answer.kind === 'wire' || answer.kind === 'dumped') {
    port.postMessage(answer, [answer.bytes.buffer as ArrayBuffer])
  } else port.postMessage(answer)
}

let walBytesSinceCheckpoint = 0
let isClosing = false
/** Why the server inside gave up, as it wrote to its log. */
let lastWords = ''

class DurableFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    preRun.push((module) => makeDurable(module.NODEFS as unknown as NodeFileSystem))
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: breakDown, onExit: breakDown } }
  }
}

/**
 * Emscripten's folder file system has no fsync, so a commit would stay in the operating system's memory and
 * a power cut would lose acknowledged rows.
 */
function makeDurable(files: NodeFileSystem): void {
  const write = files.stream_ops.write
  files.stream_ops.write = (stream, buffer, offset, length, position) => {
    if (stream.path.includes('/pg_wal/')) walBytesSinceCheckpoint += length
    return write(stream, buffer, offset, length, position)
  }
  files.stream_ops.fsync = (stream) => {
    try {
      if (stream.nfd === undefined) syncPath(files.realPath(stream.node))
      else fsyncSync(stream.nfd)
    } catch (error) {
      // After a failed fsync the disk's state is unknown: nothing may be acknowledged any more.
      breakDown(`fsync of ${stream.path}: ${String(error)}`)
    }
    Atomics.add(start.counters, 0, 1)
    return 0
  }
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The server inside has given up (PANIC, FATAL). PGlite would swallow that and go on with a dead server. */
function breakDown(reason: unknown): void {
  if (isClosing) return
  say({ kind: 'broken', reason: [lastWords, reason].filter(Boolean).join(' ') })
  process.exit(1)
}

const DURABLE = [
  ['fsync', 'on'],
  ['synchronous_commit', 'on'],
  // fdatasync does nothing in Emscripten, so the default method would leave the log in memory
  ['wal_sync_method', 'fsync'],
  ['max_wal_size', '64MB'],
  ['min_wal_size', '32MB'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`])

async function open(): Promise<PGlite> {
  const { folder, template } = start
  const loadDataDir = template === null ? undefined : new Blob([template])
  if (folder === null) return PGlite.create({ loadDataDir })
  const onStderr = (line: string) => {
    if (/ (PANIC|FATAL): /.test(line)) lastWords = line
    return false
  }
  // PGlite's own parameters begin with `-F`: no fsync
  const startParams = [...PGlite.defaultStartParams.filter((flag) => flag !== '-F'), ...DURABLE]
  return PGlite.create({ fs: new DurableFolder(folder), loadDataDir, startParams, onStderr })
}

const pglite = await open()

function send(parts: readonly Uint8Array[], isCopy: boolean): void {
  const bytes = Buffer.concat(parts)
  // The near end has answered CopyInResponse itself, to be given the rows.
  const from = isCopy && bytes[0] === COPY_IN_RESPONSE ? 1 + bytes.readUInt32BE(1) : 0
  if (bytes.length > from) say({ kind: 'wire', bytes: new Uint8Array(bytes.subarray(from)) })
}

async function runWire(bytes: Uint8Array, isCopy: boolean): Promise<void> {
  if (bytes[0] === STARTUP) await forgetSession()
  let parts: Uint8Array[] = []
  let waiting = 0
  const onRawData = (part: Uint8Array) => {
    parts.push(part.slice())
    waiting += part.length
    if (waiting < BLOCK_BYTES || isCopy) return
    send(parts, false)
    parts = []
    waiting = 0
  }
  await pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
  send(parts, isCopy)
  say({ kind: 'answered' })
}

/** There is one session for ever: a new connection must not find what the last one left. */
async function forgetSession(): Promise<void> {
  await runQuietly('rollback')
  await runQuietly('discard all')
}

async function runQuietly(text: string): Promise<void> {
  const body = Buffer.from(`Q0000${text}\0`)
  body.writeUInt32BE(body.length - 1, 1)
  await pglite.execProtocolRawStream(body, { syncToFs: false, onRawData: () => {} })
}

async function checkpointWhenDue(): Promise<void> {
  if (walBytesSinceCheckpoint < WAL_BYTES_PER_CHECKPOINT || pglite.isInTransaction()) return
  await runQuietly('checkpoint')
  walBytesSinceCheckpoint = 0
}

async function answer(request: WorkerRequest): Promise<void> {
  if (request.kind === 'wire') {
    await runWire(request.bytes, request.isCopy)
    await checkpointWhenDue()
  } else if (request.kind === 'dump') {
    await runQuietly('checkpoint')
    const dumped = await pglite.dumpDataDir('none')
    say({ kind: 'dumped', bytes: new Uint8Array(await dumped.arrayBuffer()) })
  } else {
    isClosing = true
    await pglite.close()
    say({ kind: 'closed' })
    port?.close()
  }
}

let queue = Promise.resolve()
port.on('message', (request: WorkerRequest) => {
  queue = queue.then(() => answer(request)).catch(breakDown)
})
say({ kind: 'opened' })
