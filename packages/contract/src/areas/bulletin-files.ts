import * as z from 'zod/mini'
import { defineCall } from '../call'
import { bytes, rangedFile } from '../content'
import { line } from '../wire/line'
import { wireUuid } from '../wire/uuid'
import { wireBulletinFile } from './own-bulletins'

const MOST_BULLETIN_FILE_BYTES = 12 * 1024 ** 2

const path = '/api/v2/bulletins/files/{id}'
const params = z.object({ id: wireUuid })

export const putBulletinFile = defineCall({
  method: 'PUT',
  path,
  access: ['4-6'],
  summary:
    'Takes a file for a message that is being written: a picture (JPEG, PNG or WebP), of which only what is seen is kept, or a document (PDF). What it is shows in its content. A file that is not sent within a day is removed.',
  params,
  query: z.object({ name: line(1, 120) }),
  body: bytes({ type: '*', maxBytes: MOST_BULLETIN_FILE_BYTES }),
  answer: wireBulletinFile,
})

export const fetchBulletinFile = defineCall({
  method: 'GET',
  path: `${path}/file`,
  access: 'link',
  summary: 'A file of a message, for who may read that.',
  params,
  query: z.object({ token: z.string().check(z.maxLength(2000)) }),
  answer: rangedFile(),
})
