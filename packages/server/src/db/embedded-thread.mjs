// A thread of Node 20 starts without the loader of TypeScript, and loading one there takes longer than opening a
// database. So this file is no TypeScript; its types are checked all the same.
// @ts-check
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @import { FileAttributes, NodeFileSystem, WorkerAnswer, WorkerRequest, WorkerStart } from './embedded-messages' */

const COPY_IN_RESPONSE = 'G'.charCodeAt(0)
/** Every message has a letter in front but the first of a connection, which begins with its length. */
const STARTUP = 0
const OF_OTHERS = 0o077
const BLOCK_BYTES = 256 * 1024
// The single-session server never starts a checkpoint on its own, whatever max_wal_size says.
const WAL_BYTES_PER_CHECKPOINT = 64 * 1024 * 1024

const port = parentPort
if (port === null) throw new Error('this file is the thread of the embedded database, not a program')
/** @type {WorkerStart} */
const start = workerData
/** @param {WorkerAnswer} answer */
const postAnswer = (answer) => {
  if (answer.kind === 'wire' || answer.kind === 'dumped') {
    port.postMessage(answer, [/** @type {ArrayBuffer} */ (answer.bytes.buffer)])
  } else port.postMessage(answer)
}

let walBytesSinceCheckpoint = 0
let isClosing = false
/** Why the server inside gave up, as it wrote to its log. */
let lastWords = ''

class DurableFolder extends NodeFS {
  /** @override @param {Parameters<NodeFS['init']>} args */
  async init(...args) {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    preRun.push((module) => {
      const files = /** @type {NodeFileSystem} */ (/** @type {unknown} */ (module.NODEFS))
      makeDurable(files)
      makePrivate(files)
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: breakDown, onExit: breakDown } }
  }
}

/**
 * Emscripten's folder file system has no fsync, so a commit would stay in the operating system's memory and
 * a power cut would lose acknowledged rows.
 * @param {NodeFileSystem} files
 */
function makeDurable(files) {
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

/**
 * The server inside makes files readable for everyone, and sets their rights beyond what the mask of this
 * process takes away. @param {NodeFileSystem} files
 */
function makePrivate({ node_ops: nodes, stream_ops: streams }) {
  const { mknod, setattr } = nodes
  const { setattr: setOfStream } = streams
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OF_OTHERS, device)
  nodes.setattr = (node, attributes) => setattr(node, ownOnly(attributes))
  streams.setattr = (stream, attributes) => setOfStream(stream, ownOnly(attributes))
}

/** @param {FileAttributes} attributes */
function ownOnly(attributes) {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OF_OTHERS }
}

/** @param {string} path */
function syncPath(path) {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The server inside has given up (PANIC, FATAL). PGlite would swallow that and go on with a dead server.
 * @param {unknown} reason
 */
function breakDown(reason) {
  if (isClosing) return
  postAnswer({ kind: 'broken', reason: [lastWords, reason].filter(Boolean).join(' ') })
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

async function open() {
  const { folder, template } = start
  const loadDataDir = template === null ? undefined : new Blob([template])
  if (folder === null) return PGlite.create({ loadDataDir })
  /** @param {string} line */
  const onStderr = (line) => {
    if (/ (PANIC|FATAL): /.test(line)) lastWords = line
    return false
  }
  // PGlite's own parameters begin with `-F`: no fsync
  const startParams = [...PGlite.defaultStartParams.filter((flag) => flag !== '-F'), ...DURABLE]
  return PGlite.create({ fs: new DurableFolder(folder), loadDataDir, startParams, onStderr })
}

const pglite = await open()

/**
 * @param {readonly Uint8Array[]} parts
 * @param {boolean} isCopy
 */
function send(parts, isCopy) {
  const bytes = Buffer.concat(parts)
  // The near end has answered CopyInResponse itself, to be given the rows.
  const from = isCopy && bytes[0] === COPY_IN_RESPONSE ? 1 + bytes.readUInt32BE(1) : 0
  if (bytes.length > from) postAnswer({ kind: 'wire', bytes: new Uint8Array(bytes.subarray(from)) })
}

/**
 * @param {Uint8Array} bytes
 * @param {boolean} isCopy
 */
async function runWire(bytes, isCopy) {
  if (bytes[0] === STARTUP) await forgetSession()
  /** @type {Uint8Array[]} */
  let parts = []
  let waiting = 0
  /** @param {Uint8Array} part */
  const onRawData = (part) => {
    parts.push(part.slice())
    waiting += part.length
    if (waiting < BLOCK_BYTES || isCopy) return
    send(parts, false)
    parts = []
    waiting = 0
  }
  await pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
  send(parts, isCopy)
  postAnswer({ kind: 'answered' })
}

/** There is one session for ever: a new connection must not find what the last one left. */
async function forgetSession() {
  await runQuietly('rollback')
  await runQuietly('discard all')
}

/** @param {string} text */
async function runQuietly(text) {
  const body = Buffer.from(`Q0000${text}\0`)
  body.writeUInt32BE(body.length - 1, 1)
  await pglite.execProtocolRawStream(body, { syncToFs: false, onRawData: () => {} })
}

async function checkpointWhenDue() {
  if (walBytesSinceCheckpoint < WAL_BYTES_PER_CHECKPOINT || pglite.isInTransaction()) return
  await runQuietly('checkpoint')
  walBytesSinceCheckpoint = 0
}

/** @param {WorkerRequest} request */
async function answer(request) {
  if (request.kind === 'wire') {
    await runWire(request.bytes, request.isCopy)
    await checkpointWhenDue()
  } else if (request.kind === 'dump') {
    await runQuietly('checkpoint')
    const dumped = await pglite.dumpDataDir('none')
    postAnswer({ kind: 'dumped', bytes: new Uint8Array(await dumped.arrayBuffer()) })
  } else {
    isClosing = true
    await pglite.close()
    postAnswer({ kind: 'closed' })
    port?.close()
  }
}

let queue = Promise.resolve()
port.on('message', (/** @type {WorkerRequest} */ request) => {
  queue = queue.then(() => answer(request)).catch(breakDown)
})
postAnswer({ kind: 'opened' })
