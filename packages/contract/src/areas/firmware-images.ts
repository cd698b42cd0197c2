import type { FirmwareImageId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { byteStream, form } from '../content'
import { firmwareTypeId, firmwareVersion, MOST_IMAGE_BYTES, release, sha256Hex } from '../mqtt/release-shape'
import { as } from '../wire/dialect'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { line } from '../wire/line'

export const FIRMWARE_PATH = '/api/v2/ver-update'
export const firmwareAccess = ['2-4'] as const

/** A part of an image that is sent at once: small enough to be sent again over a slow line. */
export const MOST_PART_BYTES = 8 * 1024 * 1024

/** Of a form, beside its file. */
const MOST_FORM_BYTES = 128 * 1024

/** `draft`: kept, and used by no job yet. `withdrawn`: no new job uses it. */
const imageStates = ['draft', 'released', 'withdrawn'] as const
export type ImageState = (typeof imageStates)[number]

const wireImage = z.object({
  id: wireId<FirmwareImageId>(),
  type: firmwareTypeId,
  version: firmwareVersion,
  /** Of the file. */
  name: z.string(),
  size: z.int(),
  sha256: sha256Hex,
  /** The lowest version over which it may be installed; `null`: any. */
  min: z.nullable(firmwareVersion),
  isRollback: z.boolean(),
  signedAt: wireInstant,
  /** From then on neither the service nor a terminal accepts it. */
  expiresAt: wireInstant,
  state: z.enum(imageStates),
  uploadedBy: z.string(),
  uploadedAt: wireInstant,
  /** Terminals of the caller that run this version. */
  terminals: z.int(),
})
export type WireFirmwareImage = z.output<typeof wireImage>

export const listFirmwareTypes = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/dev-type`,
  access: firmwareAccess,
  summary: 'What images are for, and how many terminals of the caller report it.',
  answer: z.object({
    types: as(
      'device_type',
      z.array(z.object({ id: firmwareTypeId, title: z.string(), terminals: z.int(), images: z.int() })),
    ),
    /** False where the service knows no root key: then no image can be uploaded. */
    canUpload: z.boolean(),
  }),
})

export const listFirmwareImages = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/history-files`,
  access: firmwareAccess,
  summary: 'The images of a type, newest version first.',
  query: z.object({ type: firmwareTypeId }),
  answer: z.object({ files: z.array(wireImage) }),
})

export const uploadFirmware = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/upload`,
  access: firmwareAccess,
  cost: 'heavy',
  summary:
    'An image in one piece, as a form: `dev-type`, `release` (the JSON that was made offline), and `file` as the last field. It becomes a draft.',
  body: form({ maxBytes: MOST_IMAGE_BYTES + MOST_FORM_BYTES }),
  answer: z.object({ file: wireImage }),
  status: 201,
})

const uploadId = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const uploadParams = z.object({ uploadId: as('uploadid', uploadId) })

const wireUpload = z.object({
  id: uploadId,
  size: z.int(),
  /** Bytes that are kept: the next part begins there. */
  offset: z.int(),
  /** Once all of it is there and is what its release says. */
  image: z.nullable(wireImage),
})
export type WireFirmwareUpload = z.output<typeof wireUpload>

export const beginFirmwareUpload = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/uploads`,
  access: firmwareAccess,
  summary:
    'Begins the upload of an image, or goes on with the one that the caller began with the same release. Refused where the release is not signed by a known key, or is of another type or size.',
  body: z.object({
    type: as('dev-type', firmwareTypeId),
    name: line(1, 200),
    size: z.int().check(z.gte(1), z.lte(MOST_IMAGE_BYTES)),
    release,
  }),
  answer: wireUpload,
  status: 201,
})

export const getFirmwareUpload = defineCall({
  method: 'GET',
  path: `${FIRMWARE_PATH}/uploads/{uploadid}`,
  access: firmwareAccess,
  summary: 'How much of an upload of the caller is kept.',
  params: uploadParams,
  answer: wireUpload,
})

export const continueFirmwareUpload = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/uploads/{uploadid}`,
  access: firmwareAccess,
  cost: 'heavy',
  summary:
    'The next part of an image, from the offset on that is kept. With the last one it is compared with its release and becomes a draft.',
  params: uploadParams,
  query: z.object({
    offset: z.codec(z.string().check(z.regex(/^[0-9]{1,10}$/)), z.int(), { decode: Number, encode: String }),
  }),
  body: byteStream({ type: 'application/octet-stream', maxBytes: MOST_PART_BYTES }),
  answer: wireUpload,
})

export const cancelFirmwareUpload = defineCall({
  method: 'DELETE',
  path: `${FIRMWARE_PATH}/uploads/{uploadid}`,
  access: firmwareAccess,
  summary: 'Gives up an upload of the caller and removes what is kept of it.',
  params: uploadParams,
  answer: z.object({}),
})

export const changeFirmwareImage = defineCall({
  method: 'POST',
  path: `${FIRMWARE_PATH}/history-files/{imageid}/state`,
  access: firmwareAccess,
  summary:
    'Releases an image for jobs, or withdraws it: jobs that run it go on, no new one does. A draft that is withdrawn is removed.',
  params: z.object({ imageId: as('imageid', wireId<FirmwareImageId>()) }),
  body: z.object({ state: z.enum(['released', 'withdrawn']) }),
  answer: z.object({}),
})
