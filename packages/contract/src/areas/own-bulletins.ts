import type { BulletinId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { languages } from '../config'
import { wireId } from '../wire/id'
import { wireInstant } from '../wire/instant'
import { pageNumber, pageSize } from '../wire/page'
import { wireUuid } from '../wire/uuid'

const path = '/api/v2/account/bulletins'

export const wireBulletinFile = z.object({
  id: wireUuid,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  /** From which it can be fetched for some minutes, by who requested it. */
  url: z.string(),
})
export type BulletinFile = z.output<typeof wireBulletinFile>

const ownBulletin = z.object({
  id: wireId<BulletinId>(),
  /** In the language of the caller, or that in which it was written first. */
  title: z.string(),
  category: z.string(),
  sender: z.string(),
  department: z.string(),
  sentAt: wireInstant,
  needsConfirmation: z.boolean(),
  deadlineAt: z.nullable(wireInstant),
  openedAt: z.nullable(wireInstant),
  confirmedAt: z.nullable(wireInstant),
  isWithdrawn: z.boolean(),
  /** It is to be opened, or to be confirmed, by the caller. */
  isOpen: z.boolean(),
})
export type OwnBulletin = z.output<typeof ownBulletin>

export const listOwnBulletins = defineCall({
  method: 'GET',
  path,
  access: 'signed_in',
  summary:
    'The messages that were sent to the own account, what is open first. With this answer they count as delivered.',
  query: z.object({ page: z._default(pageNumber, 1), pageSize: z._default(pageSize, 20) }),
  answer: z.object({
    bulletins: z.array(ownBulletin),
    /** To be opened or confirmed. */
    open: z.int(),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})

const params = z.object({ id: wireId<BulletinId>() })

const openedBulletin = z.extend(ownBulletin, {
  /** In which it is shown. */
  language: z.enum(languages),
  /** Markdown. */
  content: z.string(),
  files: z.array(wireBulletinFile),
})

export const openOwnBulletin = defineCall({
  method: 'GET',
  path: `${path}/{id}`,
  access: 'signed_in',
  summary: 'A message to the own account with its text. With this answer it counts as opened.',
  params,
  answer: openedBulletin,
})

export const confirmOwnBulletin = defineCall({
  method: 'POST',
  path: `${path}/{id}/confirmation`,
  access: 'signed_in',
  summary:
    'Confirms a message to the own account, once. The time is that of the reader, who may be without a network.',
  params,
  body: z.object({ at: wireInstant }),
  answer: ownBulletin,
})
