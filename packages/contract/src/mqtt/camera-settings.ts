import * as z from 'zod/mini'
import { settingsName as name } from './port-settings'

export const MOST_CAMERAS = 8
/** Of one picture, as its camera gives it and as it leaves the store. */
export const MOST_CAMERA_BYTES = 8 * 1024 * 1024

export const cameraId = z.string().check(z.regex(/^[a-z0-9_-]{1,16}$/))
export const cameraName = z.string().check(z.minLength(1), z.maxLength(60))

const share = z.number().check(z.gte(0), z.lte(1))
/** Corners of a polygon, as shares of the width and of the height of the picture, from its upper left corner. */
const mask = z.array(z.tuple([share, share])).check(z.minLength(3), z.maxLength(32))
export type CameraMask = z.output<typeof mask>

const common = {
  id: cameraId,
  name: cameraName,
  /** What never leaves the store: filled in with one colour. */
  masks: z._default(z.array(mask).check(z.maxLength(16)), []),
}
/** What signs in belongs into a file of its own. */
const address = z.url({ protocol: /^https?$/ }).check(
  z.maxLength(500),
  z.refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text)),
)
const web = {
  ...common,
  address,
  /** File of mode 0600 with `user:password`, beside the settings unless absolute. */
  credentialFile: z.optional(name),
  /** Certificate of the camera, or of who signed it, as a PEM file; left out: the authorities of the machine. */
  caFile: z.optional(name),
}
const pixels = z.int().check(z.gte(16), z.lte(4096))

/** Where a camera of the store gives its pictures. */
const cameraSettings = z.discriminatedUnion('source', [
  /** A JPEG at each request. */
  z.strictObject({ ...web, source: z.literal('snapshot') }),
  /** JPEGs one after the other, as multipart/x-mixed-replace. */
  z.strictObject({ ...web, source: z.literal('mjpeg') }),
  /** A camera at the box (USB Video Class) that makes JPEGs itself. */
  z.strictObject({
    ...common,
    source: z.literal('uvc'),
    device: z.string().check(z.regex(/^\/dev\/[A-Za-z0-9._/-]{1,100}$/)),
    program: z._default(name, 'v4l2-ctl'),
    /** Left out: as the camera stands. */
    size: z.optional(z.strictObject({ width: pixels, height: pixels })),
  }),
])
export type CameraSettings = z.output<typeof cameraSettings>
export type UvcCamera = Extract<CameraSettings, { source: 'uvc' }>

export const camerasSettings = z.array(cameraSettings).check(
  z.maxLength(MOST_CAMERAS),
  z.refine((cameras) => new Set(cameras.map(({ id }) => id)).size === cameras.length, { path: ['cameraId'] }),
)
