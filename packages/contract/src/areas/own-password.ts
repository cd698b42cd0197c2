import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { newPassword } from '../wire/line'

/** What the new password is called where it is refused. */
export const PASSWORD_FIELD = 'passwd'

export const changePassword = defineCall({
  method: 'PATCH',
  path: '/api/v2/account/passwd',
  access: 'signed_in',
  summary:
    'Changes the own password and ends all other sign-ins. Asks for the present one, save in the first ten minutes with one that someone else set.',
  body: z.codec(
    z.object({ passwd: newPassword, current: z.optional(z.string().check(z.maxLength(200))) }),
    z.object({ password: newPassword, current: z.optional(z.string().check(z.maxLength(200))) }),
    {
      decode: ({ passwd, current }) => ({ password: passwd, current }),
      encode: ({ password, current }) => ({ passwd: password, current }),
    },
  ),
  answer: nothing,
})
