import { createGzip, type Gzip } from 'node:zlib'
import { seconds } from '@coldkeep/domain/time/instant'
import { copyChanged } from '@coldkeep/rfb/copy-changed'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import { beginSegment, recordChanges } from '@coldkeep/rfb/recording'
import type { LiveSession } from './live-session'

/** A piece of a recording that can be shown by itself. */
export interface RecordedSegment {
  readonly number: number
  /** Milliseconds since the session was connected. */
  readonly fromMs: number
  readonly toMs: number
  /** Blocks of FBS, packed with gzip. */
  readonly packed: Buffer
  readonly rawBytes: number
}

export interface Recorder {
  /** Records what the screen showed last; settles once all of it is kept. */
  finish(): Promise<void>
}

const SEGMENT_MS = seconds(30)
/** Changes are recorded so often at most. */
const BETWEEN_MS = 200
/** Of pixels in a second; while more changes, pictures in between are left out. */
const MOST_BYTES_A_SECOND = 8 * 1024 ** 2
/** A segment that is this large ends before its time, so that little is in memory. */
const MOST_PACKED_BYTES = 8 * 1024 ** 2
/** Flat areas pack well at any level; this one takes a third of the time of the usual. */
const LEVEL = 3

interface OpenSegment {
  readonly number: number
  readonly fromMs: number
  readonly gzip: Gzip
  readonly chunks: Buffer[]
  packedBytes: number
  rawBytes: number
  toMs: number
}

/**
 * Records the screen of a session in segments of half a minute. Where nothing changes nothing is recorded: the next segment
 * begins with the next change.
 * @param keep called one after the other, in their order
 */
export function recordSession(
  live: Pick<LiveSession, 'framebuffer' | 'ended' | 'frame'>,
  keep: (segment: RecordedSegment) => Promise<void>,
  failed: (error: unknown) => void,
): Recorder {
  const { framebuffer, ended } = live
  const startedMs = performance.now()
  const region = framebuffer.track()
  let count = 0
  let open: OpenSegment | null = null
  /** The screen as it is recorded so far. */
  let recorded: Framebuffer | null = null
  let owedBytes = 0
  let lastMs = 0
  let keeping: Promise<void> = Promise.resolve()

  const write = (segment: OpenSegment, block: Buffer, atMs: number) => {
    segment.gzip.write(block)
    segment.rawBytes += block.length
    segment.toMs = atMs
    owedBytes += block.length
  }

  const begin = (screen: Framebuffer, atMs: number): OpenSegment => {
    const gzip = createGzip({ level: LEVEL })
    const segment: OpenSegment = {
      ...{ number: count, fromMs: atMs, gzip, chunks: [] },
      ...{ packedBytes: 0, rawBytes: 0, toMs: atMs },
    }
    count += 1
    gzip.on('data', (chunk: Buffer) => {
      segment.chunks.push(chunk)
      segment.packedBytes += chunk.length
    })
    write(segment, beginSegment(screen, atMs), atMs)
    return segment
  }

  const close = () => {
    if (open === null) return
    const { number, fromMs, toMs, gzip, chunks, rawBytes } = open
    open = null
    const packed = new Promise<Buffer>((resolve, reject) => {
      gzip.once('end', () => resolve(Buffer.concat(chunks)))
      gzip.once('error', reject)
      gzip.end()
    })
    keeping = keeping
      .then(async () => keep({ number, fromMs, toMs, packed: await packed, rawBytes }))
      .catch(failed)
  }

  const look = (isLast: boolean) => {
    const atMs = Math.round(performance.now() - startedMs)
    owedBytes = Math.max(0, owedBytes - ((atMs - lastMs) * MOST_BYTES_A_SECOND) / 1000)
    lastMs = atMs
    const isFull =
      open !== null && (atMs - open.fromMs >= SEGMENT_MS || open.packedBytes >= MOST_PACKED_BYTES)
    // before the first picture all is black
    const mayWrite = live.frame > 0 && !region.isEmpty && (owedBytes === 0 || isLast)
    if (isFull) close()
    if (!mayWrite) return
    const changed = region.take()
    if (recorded?.width !== framebuffer.width || recorded.height !== framebuffer.height) {
      recorded = new Framebuffer(framebuffer)
      recorded.words.set(framebuffer.words)
      close()
      open = begin(recorded, atMs)
      return
    }
    const other = copyChanged(framebuffer, recorded, changed)
    if (other.length === 0) return
    if (open === null) open = begin(recorded, atMs)
    else write(open, recordChanges(recorded, other, atMs), atMs)
  }

  const timer = setInterval(() => look(false), BETWEEN_MS)
  let finished: Promise<void> | null = null
  const finish = () => {
    finished ??= (async () => {
      clearInterval(timer)
      look(true)
      close()
      framebuffer.untrack(region)
      await keeping
    })()
    return finished
  }
  void ended.then(finish)
  return { finish }
}
