import { epochMs } from '@coldkeep/domain/time/instant'
import * as z from 'zod/mini'
import { cameraId } from './camera-settings'

export const PICTURE_PATH = '/field/v1/pictures/'

/** What `camera.snapshot` carries. */
export const cameraOrder = z.strictObject({
  cameraId,
  url: z.string().check(z.regex(/^\/field\/v1\/pictures\/[0-9A-HJKMNP-TV-Z]{26}$/)),
})
export type CameraOrder = z.output<typeof cameraOrder>

/** Epoch milliseconds by the server's clock, as the terminal knows it. */
const instant = z.pipe(z.int().check(z.gte(0), z.lte(Date.UTC(9999, 11, 31))), z.transform(epochMs))

/** What is known of a picture, in `out` of `camera.snapshot`. */
const pictureFacts = z.object({
  capturedAt: instant,
  /** Since when the camera has given the very same bytes; `null`: it has not given these before. */
  unchangedSince: z.nullable(instant),
  /** By how much the clock of the camera is ahead; `null`: it does not say its time. */
  clockDifferenceMs: z.nullable(z.int().check(z.gte(-4e12), z.lte(4e12))),
})
export type PictureFacts = z.output<typeof pictureFacts>

/** Why a terminal brings no picture, as `err.code`. */
export const pictureRefusals = [
  'E_NO_CAMERA',
  'E_NO_SERVER',
  'E_NETWORK',
  'E_UNREACHABLE',
  'E_CREDENTIAL',
  'E_ANSWER',
  'E_NO_JPEG',
  'E_SIZE',
  'E_STALE',
  'E_TIMEOUT',
  'E_NO_PROGRAM',
  'E_UPLOAD',
] as const
export type PictureRefusal = (typeof pictureRefusals)[number]

/** Where a picture is brought: the address of the order, with what is known of the picture. */
export function pictureAddress(
  url: string,
  { capturedAt, unchangedSince, clockDifferenceMs }: PictureFacts,
): string {
  const query = new URLSearchParams({
    taken_at: new Date(capturedAt).toISOString(),
    ...(unchangedSince !== null && { unchanged_since: new Date(unchangedSince).toISOString() }),
    ...(clockDifferenceMs !== null && { clock_difference_ms: String(clockDifferenceMs) }),
  })
  return `${url}?${query}`
}
