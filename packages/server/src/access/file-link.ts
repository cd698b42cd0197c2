import type { AccountId, ApiKeyId, SignInId } from '@coldkeep/domain/ids'
import { type Clock, type EpochMs, minutes } from '@coldkeep/domain/time/instant'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

/** Long enough to begin; a client that is cut off later requests another link and resumes. */
export const LINK_LIFE_MS = minutes(10)
/** No other token of this server is taken for one of these. */
const AUDIENCE = 'download'

/** Who may fetch which file: a sign-in of an account, or one of its keys. */
export interface FileLink {
  /** Of the file, as its address has it. */
  readonly id: string
  readonly accountId: AccountId
  readonly signInId: SignInId | null
  readonly apiKeyId: ApiKeyId | null
}

export function signLink(link: FileLink, key: Uint8Array, expiresAt: EpochMs): Promise<string> {
  return new SignJWT({ ...link })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(key)
}

const idOf = <Kind>() => z.custom<Kind>((value) => Number.isSafeInteger(value))
const claims = z.object({
  id: z.string(),
  accountId: idOf<AccountId>(),
  signInId: z.nullable(idOf<SignInId>()),
  apiKeyId: z.nullable(idOf<ApiKeyId>()),
})

/** `null` for a link that is none of ours or has ended. */
export async function readLink(token: string, key: Uint8Array, clock: Clock): Promise<FileLink | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: new Date(clock.now()),
    })
    return z.parse(claims, payload)
  } catch {
    return null
  }
}
