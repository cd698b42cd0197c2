import { createHash } from 'node:crypto'

/** What the chain of a recording holds of one of its pieces. */
export interface ChainedSegment {
  readonly number: number
  readonly fromMs: number
  readonly toMs: number
  /** Of its packed bytes. */
  readonly sha256: Uint8Array
}

export function sha256Of(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/**
 * The chain up to a piece: SHA-256 of the chain before it and of what it is, so that neither it nor one before it can be
 * changed, left out or moved.
 * @param before `null` for the first piece
 */
export function chainAfter(
  sessionId: string,
  before: Uint8Array | null,
  { number, fromMs, toMs, sha256 }: ChainedSegment,
): Buffer {
  const piece = [sessionId, number, fromMs, toMs, Buffer.from(sha256).toString('hex')]
  return createHash('sha256')
    .update(before ?? new Uint8Array())
    .update(JSON.stringify(piece))
    .digest()
}

/** How a piece that was recorded is found again. `expired`: its file was removed when its time was over. */
export type SegmentState = 'sound' | 'changed' | 'missing' | 'expired'

interface KeptSegment extends ChainedSegment {
  readonly chain: Uint8Array
  readonly removedAt: number | null
}

/**
 * Looks at each piece of a recording.
 * @param segments in their order
 * @param read its bytes as they are now; `null` where there are none
 */
export async function checkSegments(
  sessionId: string,
  segments: readonly KeptSegment[],
  read: (number: number) => Promise<Uint8Array | null>,
): Promise<SegmentState[]> {
  const states: SegmentState[] = []
  let before: Uint8Array | null = null
  for (const [place, segment] of segments.entries()) {
    const isChained = segment.number === place && chainAfter(sessionId, before, segment).equals(segment.chain)
    before = segment.chain
    if (!isChained) states.push('changed')
    else if (segment.removedAt !== null) states.push('expired')
    else {
      const bytes = await read(segment.number)
      if (bytes === null) states.push('missing')
      else states.push(sha256Of(bytes).equals(segment.sha256) ? 'sound' : 'changed')
    }
  }
  return states
}
