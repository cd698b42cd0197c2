import {
  beginFirmwareUpload,
  continueFirmwareUpload,
  MOST_PART_BYTES,
  type WireFirmwareImage,
  type WireFirmwareUpload,
} from '@coldkeep/contract/areas/firmware-images'
import type { Input } from '@coldkeep/contract/call'
import { CallProblem } from '../../api/call-problem'
import { send } from '../../api/send'
import { sendBytes } from '../../api/send-bytes'

/** Before each new try over a broken line; after the last one the reader decides. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000, 60_000]
/** A proxy whose server is being restarted answers so. */
const PASSING = [502, 503, 504]

export type UploadOrder = Omit<Input<typeof beginFirmwareUpload>['body'], 'size'> & { readonly file: Blob }

export interface UploadCourse {
  readonly signal: AbortSignal
  /** The service has taken more of it, or has said how much of it was there. */
  readonly onKept: (upload: WireFirmwareUpload) => void
  /** The line is broken; it is tried again. */
  readonly onBroken: () => void
  readonly waitsMs?: readonly number[]
}

/** The file was moved, changed or deleted since it was chosen. */
export class FileGone extends Error {}

/**
 * Sends an image part by part, each from where the service says that the one before has ended: after a broken line, and
 * when the same release is uploaded again later, only what is missing is sent.
 * @throws CallProblem when it is refused or the line stays broken, FileGone, and what the signal was aborted with
 */
export async function uploadImage(
  { file, ...order }: UploadOrder,
  { signal, onKept, onBroken, waitsMs = WAITS_MS }: UploadCourse,
): Promise<WireFirmwareImage> {
  let upload: WireFirmwareUpload | null = null
  let misses = 0
  for (;;) {
    try {
      upload ??= await send(beginFirmwareUpload, { body: { ...order, size: file.size } }, signal)
      onKept(upload)
      if (upload.image !== null) return upload.image
      const { id, offset } = upload
      const part = file.slice(offset, offset + MOST_PART_BYTES)
      const target = { params: { uploadId: id }, query: { offset } }
      const next: WireFirmwareUpload = await sendBytes(continueFirmwareUpload, target, part, { signal })
      upload = next
      misses = 0
    } catch (problem) {
      const waitMs = waitsMs[misses++]
      if (signal.aborted || waitMs === undefined || !isPassing(problem)) throw problem
      await seeFile(file)
      // begun again, the service says how much it has
      upload = null
      if (isOvertaken(problem)) continue
      onBroken()
      await pause(waitMs, signal)
    }
  }
}

function isPassing(problem: unknown): boolean {
  if (!(problem instanceof CallProblem)) return false
  return problem.status === 0 || PASSING.includes(problem.status) || isOvertaken(problem)
}

/** The service has more of it than was known here, as where the answer to a part was lost, or nothing of it any more. */
function isOvertaken(problem: unknown): boolean {
  return (
    problem instanceof CallProblem &&
    (problem.code === 'firmware.upload_offset' || problem.code === 'firmware.upload_unknown')
  )
}

/** A file that cannot be read looks like a broken line. */
async function seeFile(file: Blob): Promise<void> {
  const byte = await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => null)
  if (byte === null) throw new FileGone()
}

/** @throws what the signal was aborted with */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
