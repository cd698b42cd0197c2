import { equipmentKinds } from '@coldkeep/domain/access/equipment'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import * as z from 'zod/mini'
import { defineCall, nothing } from '../call'
import { languages, siteConfig } from '../config'
import { themes } from './preferences'

/** Six digits of the device, or one of the recovery codes, as people type them. */
export const typedCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

/** What a sign-in or a renewal gives: a short-lived token and who it belongs to. */
export const session = z.object({
  token: z.string(),
  user: z.object({
    name: z.string(),
    /** What the account keeps of the console's look; `null` where nothing was chosen yet. */
    language: z.nullable(z.enum(languages)),
    theme: z.nullable(z.enum(themes)),
    /** True while no other call is open than the one that changes the password. */
    mustChangePassword: z.boolean(),
  }),
})

export const getConfig = defineCall({
  method: 'GET',
  path: '/config.json',
  access: 'public',
  summary: 'Branding and the languages on offer.',
  answer: siteConfig,
  cache: 'no-cache',
})

const icon = z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })

export const getManifest = defineCall({
  method: 'GET',
  path: '/manifest.webmanifest',
  access: 'public',
  summary: 'What a phone needs to put the console among its programs, in the language of the browser.',
  answer: z.object({
    id: z.string(),
    name: z.string(),
    shortName: z.string(),
    lang: z.string(),
    startUrl: z.string(),
    scope: z.string(),
    display: z.literal('standalone'),
    themeColor: z.string(),
    backgroundColor: z.string(),
    icons: z.array(icon),
    /** Pages that can be opened from the icon. */
    shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  cache: 'no-cache',
})

export const getPhrases = defineCall({
  method: 'GET',
  path: '/lang-{lang}.json',
  access: 'public',
  summary: 'Every text of the console in one language.',
  params: z.object({ lang: z.string() }),
  answer: z.record(z.string(), z.string()),
  answerAsIs: true,
  cache: 'no-cache',
})

export const signIn = defineCall({
  method: 'POST',
  path: '/api/v2/auth',
  access: 'credentials',
  summary: 'Signs in with account and password as Basic credentials; sets the renewal cookie.',
  body: z.object({
    /** The subscription of the browser to messages, as JSON; other texts are passed over. */
    pushToken: z._default(z.string().check(z.maxLength(4096)), ''),
    /** Required where the account has a second factor. */
    code: z.optional(typedCode),
  }),
  answer: session,
})

export const renewSignIn = defineCall({
  method: 'POST',
  path: '/api/v2/auth/renew',
  access: 'public',
  summary: 'A new token for the sign-in that the renewal cookie names.',
  answer: session,
})

export const signOut = defineCall({
  method: 'POST',
  path: '/api/v2/auth/sign-out',
  access: 'public',
  summary: 'Ends the sign-in that the renewal cookie names.',
  answer: nothing,
})

/** The payload of a token. The console reads it for its menu; the server decides from its own tables. */
export const tokenPayload = z.object({
  userId: z.string(),
  username: z.string(),
  exp: z.number(),
  email: z.string(),
  pageAuth: z.record(z.string(), z.boolean()),
  /** What was really granted: the menu shows some pages to everyone, where they may only look. */
  pageGrants: z._default(z.array(z.enum(pageKeys)), []),
  /** Kinds of equipment that permissions name for writing. */
  equipmentWrites: z._default(z.array(z.enum(equipmentKinds)), []),
  /** Nothing is open to the account but setting up the second factor that the company requires. */
  lacksFactor: z._default(z.boolean(), false),
})
export type TokenPayload = z.output<typeof tokenPayload>
