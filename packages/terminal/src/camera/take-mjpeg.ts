import { MOST_CAMERA_BYTES } from '@coldkeep/contract/mqtt/camera-settings'
import { fail, ok } from '@coldkeep/domain/result'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Timekeeper } from '../time/timekeeper'
import { boundaryOf, MultipartReader } from './multipart'
import { type CameraAccess, openCamera, problemOf } from './open-camera'
import { type TakenPicture, WARM_UP_MS } from './raw-picture'
import { readTimes } from './read-times'

/** The first whole picture of a stream once the camera has found its exposure. */
export async function takeMjpeg(
  access: CameraAccess,
  now: () => EpochMs,
  time: Pick<Timekeeper, 'elapsedMs'>,
  signal: AbortSignal,
): Promise<TakenPicture> {
  const opened = await openCamera(access, signal)
  if (!opened.ok) return opened
  const answer = opened.value
  const boundary = boundaryOf(answer.headers['content-type'])
  // what it says of a time is of the stream, not of a picture in it
  const { clockDifferenceMs } = readTimes(answer.headers, now())
  try {
    if (boundary === null) return fail({ code: 'E_NO_JPEG', text: 'it gives no stream of pictures' })
    const reader = new MultipartReader(boundary, MOST_CAMERA_BYTES)
    let warmAtMs: number | null = null
    for await (const chunk of answer)
      for (const { bytes, beganMs } of reader.push(chunk as Buffer, time.elapsedMs())) {
        warmAtMs ??= beganMs + WARM_UP_MS
        if (beganMs >= warmAtMs) return ok({ bytes, ageMs: 0, clockDifferenceMs })
      }
    return fail({ code: 'E_UNREACHABLE', text: 'the stream ended' })
  } catch (error) {
    if (error instanceof RangeError) return fail({ code: 'E_SIZE', text: error.message })
    return fail(problemOf(error, signal))
  } finally {
    answer.destroy()
  }
}
