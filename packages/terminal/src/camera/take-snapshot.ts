import { MOST_CAMERA_BYTES } from '@coldkeep/contract/mqtt/camera-settings'
import { fail, ok } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type CameraAccess, openCamera, problemOf } from './open-camera'
import type { TakenPicture } from './raw-picture'
import { readTimes } from './read-times'

/** The picture that a camera gives at a request. */
export async function takeSnapshot(
  access: CameraAccess,
  now: () => EpochMs,
  signal: AbortSignal,
): Promise<TakenPicture> {
  const opened = await openCamera(access, signal)
  if (!opened.ok) return opened
  const answer = opened.value
  const times = readTimes(answer.headers, now())
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer) {
      length += (chunk as Buffer).length
      if (length > MOST_CAMERA_BYTES) return fail({ code: 'E_SIZE', text: 'the picture is too large' })
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    return fail(problemOf(error, signal))
  } finally {
    answer.destroy()
  }
  return ok({ bytes: Buffer.concat(chunks), ...times })
}
