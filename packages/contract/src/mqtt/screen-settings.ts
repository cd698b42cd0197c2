import { consentModes } from '@coldkeep/domain/screens/consent'
import { isZone } from '@coldkeep/domain/time/store-calendar'
import * as z from 'zod/mini'
import { settingsName as name, tcpPort } from './port-settings'

/** A program and its arguments. */
const program = z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(32))
const zone = z.string().check(z.maxLength(60), z.refine(isZone))
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** The screen of a store: where its VNC server listens, and when the store lets others onto it. */
export const screenSettings = z
  .strictObject({
    /** Of the box, or of a computer of the store. */
    host: z._default(name, '127.0.0.1'),
    port: z._default(tcpPort, 5900),
    /** File of mode 0600 with the password of the VNC server, beside the settings unless absolute. */
    passwordFile: z.optional(name),
    consent: z.enum(consentModes),
    /** What counts where nobody answers. */
    unanswered: z._default(z.enum(['refuse', 'allow']), 'refuse'),
    /** By the clock of the store. */
    openingHours: z.optional(z.strictObject({ from: clockTime, to: clockTime, timeZone: zone })),
    /** Port on the box itself, for the page on which the store answers, sees who is there, and ends it. */
    pagePort: z.optional(tcpPort),
    /** Input device and code of the key that ends a session, as Linux counts keys: 119 is Pause. */
    stopKey: z.optional(z.strictObject({ device: name, code: z.int().check(z.gte(1), z.lte(767)) })),
    /** Shows the page on the screen for as long as someone is asked for or is there; `{url}` stands for its address. */
    showPage: z.optional(program),
    /** Keep keyboard and pointer of the store away, and give them back. */
    lockInput: z.optional(z.strictObject({ lock: program, unlock: program })),
  })
  .check(
    z.refine(({ consent, openingHours }) => consent !== 'outside_hours' || openingHours !== undefined, {
      path: ['openingHours'],
    }),
    z.refine(({ consent, pagePort }) => consent !== 'ask' || pagePort !== undefined, { path: ['pagePort'] }),
  )
export type ScreenSettings = z.output<typeof screenSettings>
