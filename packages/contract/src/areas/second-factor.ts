import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { wireInstant } from '../wire/instant'
import { typedCode } from './session'

const current = z.optional(z.string().check(z.maxLength(200)))
/** Shown this once; only a digest of them is kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const getSecondFactor = defineCall({
  method: 'GET',
  path: '/api/v2/account/second-factor',
  access: 'signed_in',
  summary:
    'Whether signing in to the own account takes a one-time code, and how many recovery codes are left.',
  answer: z.object({ since: z.nullable(wireInstant), recoveryCodesLeft: z.int() }),
})

export const beginSecondFactor = defineCall({
  method: 'POST',
  path: '/api/v2/account/second-factor/begin',
  access: 'signed_in',
  summary: 'Makes the secret of a second factor; it holds once a first code has confirmed it.',
  body: z.object({ current }),
  answer: z.object({
    /** In base32, for typing. */
    secret: z.string(),
    /** `otpauth:`, for a picture. */
    address: z.string(),
  }),
})

export const confirmSecondFactor = defineCall({
  method: 'POST',
  path: '/api/v2/account/second-factor/confirm',
  access: 'signed_in',
  summary: 'Switches the second factor on with a first code of the device.',
  body: z.object({ code: typedCode }),
  answer: recoveryCodes,
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/v2/account/second-factor/recovery-codes',
  access: 'signed_in',
  summary: 'Makes new recovery codes; the old ones end.',
  body: z.object({ code: typedCode }),
  answer: recoveryCodes,
})

export const endSecondFactor = defineCall({
  method: 'POST',
  path: '/api/v2/account/second-factor/end',
  access: 'signed_in',
  summary: 'Switches the second factor off with a code.',
  body: z.object({ code: typedCode }),
  answer: nothing,
})
