import type { EpochMs } from '@coldkeep/domain/time/instant'
import { Secret, TOTP } from 'otpauth'

/** How codes are made from a secret (RFC 6238); every authenticator app supports the first of each. */
export interface CodeForm {
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  readonly digits: 6 | 8
}

const USUAL: CodeForm = { algorithm: 'SHA1', digits: 6 }
const PERIOD_S = 30
/** Clocks of telephones are seldom more than half a minute off. */
const TOLERATED_STEPS = 1

/**
 * The half minute, counted from 1970, whose code this is; the present one, the one before and the one after count.
 * @returns `null` for any other code
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  now: EpochMs,
  form: CodeForm = USUAL,
): number | null {
  const generator = generatorOf(secret, form)
  const delta = generator.validate({ token: code, timestamp: now, window: TOLERATED_STEPS })
  return delta === null ? null : generator.counter({ timestamp: now }) + delta
}

/** The secret as people type it and as a picture carries it. */
export function describeSecret(secret: Uint8Array, of: { readonly site: string; readonly login: string }) {
  const generator = generatorOf(secret, USUAL, of)
  return { secret: generator.secret.base32, address: generator.toString() }
}

function generatorOf(secret: Uint8Array, form: CodeForm, of?: { site: string; login: string }): TOTP {
  return new TOTP({
    ...form,
    ...(of && { issuer: of.site, label: of.login }),
    period: PERIOD_S,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })
}
