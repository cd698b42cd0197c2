import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { byteStream, file, rangedFile } from '../content'
import { PICTURE_PATH } from '../mqtt/camera-order'
import { MOST_CAMERA_BYTES } from '../mqtt/camera-settings'
import {
  CLAIM_PATH,
  CREDENTIAL_PATH,
  claimAnswer,
  claimRequest,
  credentialAnswer,
  credentialRequest,
  REPLACEMENT_PATH,
  replacementAnswer,
  replacementProof,
} from '../mqtt/claim'
import { MAX_LOG_BYTES } from '../mqtt/command-arguments'
import { as } from '../wire/dialect'
import { wireInstant } from '../wire/instant'

export const claimTerminal = defineCall({
  method: 'POST',
  path: CLAIM_PATH,
  access: 'public',
  summary:
    'A box takes the place of a terminal with a claim code and is given its credential, once. Where another box has the place, it has to prove itself first.',
  body: claimRequest,
  answer: claimAnswer,
})

export const renewCredential = defineCall({
  method: 'POST',
  path: CREDENTIAL_PATH,
  access: 'public',
  summary: 'A terminal that was commanded to fetches a new secret; the present one ends a day later.',
  body: credentialRequest,
  answer: credentialAnswer,
})

export const proveReplacement = defineCall({
  method: 'POST',
  path: REPLACEMENT_PATH,
  access: 'public',
  summary:
    'A box that is to take the place of another says which configuration it holds. Where that is the newest it takes the place, and the credential of the other ends; otherwise it is given the newest.',
  body: replacementProof,
  answer: replacementAnswer,
})

export const fetchBundle = defineCall({
  method: 'GET',
  path: '/field/v1/bundles/{sha256}',
  access: 'terminal',
  summary: 'A configuration of the terminal that asks, by the SHA-256 of its bytes in hex.',
  params: z.object({ sha256: z.string() }),
  answer: file('application/json; charset=utf-8'),
})

export const fetchFirmware = defineCall({
  method: 'GET',
  path: '/field/v1/firmware/{sha256}',
  access: 'terminal',
  summary:
    'The image of an installation that the terminal was ordered, by the SHA-256 of its bytes in hex; ranges of it, too.',
  params: z.object({ sha256: z.string() }),
  answer: rangedFile(),
})

export const handOverLog = defineCall({
  method: 'POST',
  path: '/field/v1/logs/{commandid}',
  access: 'terminal',
  summary: 'The logs that a command requested from the terminal, packed with gzip; once.',
  params: z.object({ commandId: as('commandid', z.string()) }),
  body: byteStream({ type: 'application/gzip', maxBytes: MAX_LOG_BYTES }),
  answer: nothing,
  status: 201,
})

export const handOverPicture = defineCall({
  method: 'POST',
  path: `${PICTURE_PATH}{commandid}`,
  access: 'terminal',
  summary:
    'The picture of a camera that was ordered of the terminal, as JPEG, with what is masked filled in; once, while it is waited for.',
  params: z.object({ commandId: as('commandid', z.string()) }),
  query: z.object({
    takenAt: wireInstant,
    /** Since when the camera has given the very same bytes; left out: these are new. */
    unchangedSince: z.optional(wireInstant),
    /** By how much the clock of the camera is ahead; left out: it does not say its time. */
    clockDifferenceMs: z.optional(z.string().check(z.regex(/^-?\d{1,13}$/))),
  }),
  body: byteStream({ type: 'image/jpeg', maxBytes: MOST_CAMERA_BYTES }),
  answer: nothing,
  status: 201,
})
