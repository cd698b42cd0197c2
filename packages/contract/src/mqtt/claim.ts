import * as z from 'zod/mini'
import { wireInstant } from '../wire/instant'
import { wireTerminalId } from '../wire/terminal-id'
import { bundleAddress } from './bundle'
import { signedMessage } from './signed'
import { trustedKey } from './trusted-key'

/** Over HTTP: a terminal has no other way in before it knows its broker. */
export const CLAIM_PATH = '/field/v1/claim'
export const CREDENTIAL_PATH = '/field/v1/credential'
export const REPLACEMENT_PATH = '/field/v1/replacement'

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))

/** What a box sends to take the place of a terminal. */
export const claimRequest = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Of the box. */
  serial: shortText,
  /** What kind of box it is. */
  hw: shortText,
})

/** What a box receives, once: its identity, its secret, and where it reports. */
export const claimAnswer = z.object({
  tid: wireTerminalId,
  /** 256 random bits in base64url. */
  secret: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** Certificate of the authority that signs the broker's, in PEM. */
  ca: z.nullable(z.string()),
  /** Broker addresses, tried in this order. */
  mqtt: z.array(z.url()).check(z.minLength(1)),
  keys: z.object({
    /** That commands may be signed with. */
    cmd: z.array(trustedKey),
  }),
  store: z.object({ code: z.string(), name: z.string(), zone: z.string() }),
  /** Another box has the place, and keeps it until this one has proved itself ({@link replacementProof}). */
  takes_over: z._default(z.boolean(), false),
})
export type ClaimAnswer = z.output<typeof claimAnswer>

/** What a terminal sends to fetch the secret that a command promised it. */
export const credentialRequest = z.object({
  tid: z.string().check(z.maxLength(32)),
  /** From the command, good once. */
  token: z.string().check(z.maxLength(64)),
  /** The secret that the terminal uses now. */
  secret: z.string().check(z.maxLength(256)),
})

/**
 * What a box sends that is to take the place of another: its identity, and the configuration that it holds.
 */
export const replacementProof = z.object({
  tid: z.string().check(z.maxLength(32)),
  /** The one it received at its claim. */
  secret: z.string().check(z.maxLength(256)),
  /** Version of its program. */
  program: z.string().check(z.minLength(1), z.maxLength(40)),
  /** What it has fetched, checked and kept; `null`: nothing yet. */
  configuration: z.nullable(
    z.object({ rev: z.int().check(z.gte(1), z.lte(2_147_483_647)), sha256: bundleAddress.shape.sha256 }),
  ),
})

export const replacementAnswer = z.object({
  /** The place is its own from now on, and the box before is cut off. */
  is_proved: z.boolean(),
  /**
   * Where it is not: the newest configuration, to be kept and proved. `wanted` is signed as on `dn/cfg`,
   * `text` the bundle.
   */
  configuration: z.nullable(z.object({ wanted: signedMessage, text: z.string() })),
})
export type ReplacementAnswer = z.output<typeof replacementAnswer>

export const credentialAnswer = z.object({
  secret: claimAnswer.shape.secret,
  /** Until when the secret that was used is good, too. */
  old_until: wireInstant,
})
