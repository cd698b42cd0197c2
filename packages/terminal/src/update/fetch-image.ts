import type { IncomingMessage } from 'node:http'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { openAnswer, type ServerAccess } from '../command/server-request'
import type { Timekeeper } from '../time/timekeeper'
import type { Refusal } from './check-release'
import { ImageFile, sha256Of } from './image-file'

const FIRST_RETRY_MS = seconds(5)
const LONGEST_RETRY_MS = seconds(300)
/** Answers that another try will not change: this terminal may not have that image. */
const FINAL_STATUS = [400, 401, 403, 404, 410]

export interface ImageOrder {
  readonly url: string
  readonly sha256: string
  readonly size: number
  /** Where it is put; what lies there from before is gone on with. */
  readonly path: string
}

export interface FetchParts {
  readonly server: ServerAccess
  readonly time: Timekeeper
  readonly log: Logger
  readonly signal: AbortSignal
  /** So many bytes are on the disk. */
  fetched(length: number): Promise<void>
}

type Attempt =
  | { readonly kind: 'whole' }
  | { readonly kind: 'again'; readonly why: string }
  | { readonly kind: 'final'; readonly problem: Refusal }

/**
 * Fetches an image over a line that may be cut as often as it likes: it is tried until it is there or the server refuses
 * it, and nothing is fetched twice that is safe on the disk. What comes is the announced file or none.
 * @returns null where it was broken off
 */
export async function fetchImage(
  order: ImageOrder,
  parts: FetchParts,
): Promise<Result<null, Refusal> | null> {
  let file: ImageFile | null = null
  try {
    file = await ImageFile.open(order.path)
    // of what an earlier run left one byte may be wrong: then all of it once more
    for (let mayBeOld = file.length > 0; ; mayBeOld = false) {
      const problem = await fetchRest(file, order, parts)
      if (parts.signal.aborted) return null
      if (problem !== null) return fail(problem)
      if ((await sha256Of(order.path)) === order.sha256) return ok(null)
      await file.cutTo(0)
      if (!mayBeOld) return fail({ code: 'E_HASH', text: 'what was fetched is not what was announced' })
    }
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    const text = error instanceof Error ? error.message : String(error)
    return fail({ code: isFull ? 'E_SPACE' : 'E_DISK', text: text.slice(0, 500) })
  } finally {
    await file?.close().catch(() => {})
  }
}

/** @returns null when all is there, or it was broken off */
async function fetchRest(file: ImageFile, order: ImageOrder, parts: FetchParts): Promise<Refusal | null> {
  const { signal, time, log } = parts
  for (let tries = 0; !signal.aborted; tries++) {
    const before = file.length
    const attempt = await tryOnce(file, order, parts)
    if (attempt.kind === 'whole') return null
    if (attempt.kind === 'final') return attempt.problem
    if (signal.aborted) return null
    // a line that brings something is not the one that was silent
    if (file.length > before) tries = 0
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries)
    log.warn({ why: attempt.why, have: file.length, size: order.size, waitMs }, 'image not fetched yet')
    await pause(time, waitMs, signal)
  }
  return null
}

async function tryOnce(file: ImageFile, order: ImageOrder, parts: FetchParts): Promise<Attempt> {
  const { server, signal } = parts
  if (file.length >= order.size) return { kind: 'whole' }
  const tag = `"${order.sha256}"`
  const headers = { range: `bytes=${file.length}-`, 'if-range': tag, 'accept-encoding': 'identity' }
  let answer: IncomingMessage
  try {
    answer = await openAnswer(server, { path: order.url, headers, signal })
  } catch (error) {
    return again(error)
  }
  const problem = await judge(answer, file, { tag, size: order.size })
  if (problem !== null) {
    answer.destroy()
    return problem
  }
  return await take(answer, file, order, parts)
}

/** Null where its body goes on where the file ends. */
async function judge(
  answer: IncomingMessage,
  file: ImageFile,
  { tag, size }: { readonly tag: string; readonly size: number },
): Promise<Attempt | null> {
  const { statusCode: status = 0, headers } = answer
  if (FINAL_STATUS.includes(status)) return final('E_FETCH', `status ${status}`)
  if (status === 416) {
    await file.cutTo(0)
    return { kind: 'again', why: 'the server knows no such part' }
  }
  if (status !== 200 && status !== 206) return { kind: 'again', why: `status ${status}` }
  if (headers.etag !== undefined && headers.etag !== tag)
    return final('E_HASH', 'the server has another file there')
  const total = status === 200 ? headers['content-length'] : headers['content-range']?.split('/')[1]
  if (total !== undefined && /^\d+$/.test(total) && Number(total) !== size) {
    return final('E_HASH', `${total} bytes are there, ${size} were announced`)
  }
  // all of it: ranges are not understood, or it is another file
  if (status === 200) await file.cutTo(0)
  else if (!headers['content-range']?.startsWith(`bytes ${file.length}-`)) {
    await file.cutTo(0)
    return { kind: 'again', why: 'another part than was asked for' }
  }
  return null
}

async function take(
  answer: IncomingMessage,
  file: ImageFile,
  { size }: ImageOrder,
  { fetched }: FetchParts,
): Promise<Attempt> {
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    let next: IteratorResult<Buffer>
    try {
      next = await chunks.next()
    } catch (error) {
      // what did come counts
      await file.flush()
      await fetched(file.length)
      return again(error)
    }
    if (next.done) break
    if (file.taken + next.value.length > size) {
      answer.destroy()
      return final('E_HASH', 'longer than announced')
    }
    const before = file.length
    await file.append(next.value)
    if (file.length > before) await fetched(file.length)
  }
  await file.flush()
  await fetched(file.length)
  // a connection that breaks is an error; this answer has come to its end
  return file.length === size ? { kind: 'whole' } : final('E_HASH', 'shorter than announced')
}

function again(error: unknown): Attempt {
  return { kind: 'again', why: error instanceof Error ? error.message : String(error) }
}

function final(code: string, text: string): Attempt {
  return { kind: 'final', problem: { code, text } }
}

function pause(time: Timekeeper, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = time.after(ms, wake)
    signal.addEventListener('abort', wake)
  })
}
