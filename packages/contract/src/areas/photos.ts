import type { PageKey } from '@coldkeep/domain/access/page-key'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { bytes, rangedFile } from '../content'
import { as } from '../wire/dialect'
import { wireInstant } from '../wire/instant'
import { wireUuid } from '../wire/uuid'

/** What photos belong to. */
const photoSubjects = ['upkeep', 'repair', 'help'] as const
export type PhotoSubject = (typeof photoSubjects)[number]

/** Who sends a photo makes it small before; a picture straight from a camera fits as well. */
export const MOST_PHOTO_BYTES = 12 * 1024 ** 2

/** The page whose holders add and remove photos of a subject. */
export const pageOfPhotos = { upkeep: '4-3', repair: '4-4', help: '4-2' } as const satisfies Record<
  PhotoSubject,
  PageKey
>

const access = ['4-3', '4-4', '4-2'] as const
const path = '/api/v2/photos/{id}'
const params = z.object({ id: wireUuid })

/** From where a person knows when a photo was taken: from the picture itself, or from the clock of the phone. */
const takenFrom = z.enum(['exif', 'clock'])

export const wirePhoto = z.object({
  id: wireUuid,
  /** When it was taken, when it was added, and when it arrived here. */
  takenAt: wireInstant,
  /** `camera`: of the store, brought by its terminal; `by` ordered it. */
  takenFrom: z.enum(['exif', 'clock', 'camera']),
  enteredAt: wireInstant,
  receivedAt: wireInstant,
  /** In pixels, before it is turned. */
  width: z.int(),
  height: z.int(),
  by: z.string(),
  /** The caller added it, and can remove it. */
  isOwn: z.boolean(),
  /** From which it can be fetched for some minutes, by who asked and as long as they may see it. */
  url: z.string(),
})
export type WirePhoto = z.output<typeof wirePhoto>

export const putPhoto = defineCall({
  method: 'PUT',
  path,
  access,
  summary:
    'Adds a photo (JPEG, PNG or WebP) to a record. The sender makes its id: the same photo sent again changes nothing. Only what is seen is kept: place, camera and comments are removed.',
  params,
  query: z.object({
    subject: z.enum(photoSubjects),
    /** The id of what it belongs to. */
    subjectId: as('of', wireUuid),
    takenAt: wireInstant,
    takenFrom,
    enteredAt: wireInstant,
  }),
  body: bytes({ type: '*', maxBytes: MOST_PHOTO_BYTES }),
  answer: wirePhoto,
})

export const removePhoto = defineCall({
  method: 'DELETE',
  path,
  access,
  summary: 'Removes a photo, by who added it; the audit keeps that it was there.',
  params,
  answer: nothing,
})

export const fetchPhoto = defineCall({
  method: 'GET',
  path: `${path}/file`,
  access: 'link',
  summary: 'The photo. Whoever has the link of a caller whose sign-in or right has ended is refused.',
  params,
  query: z.object({ token: z.string().check(z.maxLength(2000)) }),
  answer: rangedFile(),
})

export const getMostPhotos = defineCall({
  method: 'GET',
  path: '/api/v2/maintain/attach/max-images',
  access,
  summary: 'How many photos a record has at most.',
  answer: z.object({ mostPhotos: as('max_images', z.int()) }),
})
