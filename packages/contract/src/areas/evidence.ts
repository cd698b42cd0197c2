import type { DownloadId, StoreId } from '@coldkeep/domain/ids'
import * as z from 'zod/mini'
import { defineCall } from '../call'
import { wireId } from '../wire/id'
import { localTime } from '../wire/instant'
import { pageInfo } from './analysis'
import { wireDownloads } from './downloads'

/** A pack holds so many days of a store at most. */
export const MOST_EVIDENCE_DAYS = 31

const access = ['2-1-2'] as const

export const evidencePageInfo = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/dl/pageinfo',
  access,
  summary: 'Default day of the insured-data page, lengths to choose from, and the key that signs the packs.',
  answer: z.extend(pageInfo, {
    /** Days. */
    durations: z.array(z.object({ value: z.int(), title: z.string() })),
    /** Of the public key: SHA-256 in groups of four hexadecimal digits. */
    fingerprint: z.string(),
    /** PEM, for the verifier. */
    publicKey: z.string(),
  }),
})

export const orderEvidence = defineCall({
  method: 'POST',
  path: '/api/v2/qa-temp/dl',
  access,
  summary:
    'Orders a signed pack of evidence about the insured devices of a store. The address shows how far it is, and then the file.',
  body: z.object({
    storeId: wireId<StoreId>(),
    /** Their dates name days of the store. */
    start: localTime,
    end: localTime,
  }),
  answer: z.object({ url: z.string(), id: wireId<DownloadId>() }),
})

export const listEvidence = defineCall({
  method: 'GET',
  path: '/api/v2/qa-temp/dl/records',
  access,
  summary: 'The packs of evidence that the caller ordered, newest first.',
  answer: wireDownloads,
})
