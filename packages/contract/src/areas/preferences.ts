import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { languages } from '../config'

/** How the console looks; `auto` follows the system. */
export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

export const updatePreferences = defineCall({
  method: 'PATCH',
  path: '/api/v2/account/preferences',
  access: 'signed_in',
  summary: 'Keeps the language and the look of the console with the own account; what is left out stays.',
  body: z.object({ language: z.optional(z.enum(languages)), theme: z.optional(z.enum(themes)) }),
  answer: nothing,
})
