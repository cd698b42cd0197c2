import { createHash } from 'node:crypto'
import type { ReleaseManifest } from '@coldkeep/contract/mqtt/release'
import type { TerminalId } from '@coldkeep/domain/ids'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import type { Refusal } from './check-order'

/** No part is longer: a thousand simulated terminals share the memory of one process. */
const MOST_PART_BYTES = 1024 * 1024
/** As the real terminal: it is tried until it is there, later each time, and soon again where some of it came. */
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 300_000
/** Another try changes nothing: this terminal may not have that image. */
const FINAL_STATUS = [400, 401, 403, 404, 410, 416]

interface ImageAddress {
  readonly url: string
  readonly manifest: Pick<ReleaseManifest, 'size' | 'sha256'>
  readonly terminalId: TerminalId
  readonly secret: string
}

interface FetchParts {
  readonly signal: AbortSignal
  pause(ms: number): Promise<void>
  /** True while nothing gets through. */
  isCut(): boolean
  /** So much of it is there. */
  fetched(percent: number): void
}

const CUT = { isFinal: false, text: 'the line is cut' }

type Part = { readonly bytes: Uint8Array } | { readonly isFinal: boolean; readonly text: string }

/** Fetches an image part by part, as the terminal with its credential. What it answers is the announced file or none. */
export async function fetchImage(
  address: ImageAddress,
  { signal, pause, isCut, fetched }: FetchParts,
): Promise<Result<Uint8Array, Refusal>> {
  const { size, sha256 } = address.manifest
  const parts: Uint8Array[] = []
  let length = 0
  for (let tries = 0; length < size && !signal.aborted; ) {
    const part = isCut() ? CUT : await fetchPart(address, length, signal)
    if ('text' in part) {
      if (part.isFinal) return fail({ code: 'E_FETCH', text: part.text })
      await pause(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries))
      tries += 1
      continue
    }
    tries = 0
    parts.push(part.bytes)
    length += part.bytes.length
    if (length <= size) fetched(Math.floor((100 * length) / size))
  }
  // the last part may have come while it was broken off
  if (signal.aborted) return fail({ code: 'E_FETCH', text: 'broken off' })
  const bytes = Buffer.concat(parts)
  const isAnnounced = length === size && createHash('sha256').update(bytes).digest('hex') === sha256
  return isAnnounced
    ? ok(bytes)
    : fail({ code: 'E_HASH', text: 'what was fetched is not what was announced' })
}

async function fetchPart(
  { url, manifest: { size, sha256 }, terminalId, secret }: ImageAddress,
  offset: number,
  signal: AbortSignal,
): Promise<Part> {
  const last = Math.min(size, offset + MOST_PART_BYTES) - 1
  try {
    const answer = await fetch(url, {
      signal,
      headers: {
        authorization: `Basic ${Buffer.from(`${terminalId}:${secret}`).toString('base64')}`,
        range: `bytes=${offset}-${last}`,
        'if-range': `"${sha256}"`,
        'accept-encoding': 'identity',
      },
    })
    const { status } = answer
    if (status !== 206) {
      await answer.body?.cancel()
      // all of another file instead of a part of this one
      return { isFinal: status === 200 || FINAL_STATUS.includes(status), text: `status ${status}` }
    }
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return bytes.length > 0 ? { bytes } : { isFinal: false, text: 'an empty part' }
  } catch (error) {
    return { isFinal: false, text: String(error).slice(0, 500) }
  }
}
