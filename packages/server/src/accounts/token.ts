import { type TokenPayload, tokenPayload } from '@coldkeep/contract/areas/session'
import { decodeWire, encodeWire } from '@coldkeep/contract/wire/dialect'
import type { EquipmentRights } from '@coldkeep/domain/access/equipment'
import { isAlwaysInMenu, type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, SignInId } from '@coldkeep/domain/ids'
import { type Clock, minutes } from '@coldkeep/domain/time/instant'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

/** The claims of a token, for the console and for the server. */
const claims = z.extend(tokenPayload, { sid: z.string() })

const TOKEN_LIFE_MS = minutes(15)
const ISSUER = 'coldkeep'
/** Whom tokens are for: the calls of people. Nothing else that these keys may ever sign is taken for one. */
const AUDIENCE = 'coldkeep-calls'

/** Whose token it is to be. */
export interface TokenOwner {
  readonly accountId: AccountId
  readonly signInId: SignInId
  readonly login: string
  readonly email: string
  readonly pageKeys: ReadonlySet<PageKey>
  readonly equipment: EquipmentRights
  readonly lacksFactor: boolean
}

/** The sign-in that a token names. What its owner may do is read from the database, not from the token. */
export type NamedSignIn = Pick<TokenOwner, 'accountId' | 'signInId'>

export function signToken(owner: TokenOwner, key: Uint8Array, clock: Clock): Promise<string> {
  const payload: TokenPayload = {
    userId: String(owner.accountId),
    username: owner.login,
    exp: Math.floor((clock.now() + TOKEN_LIFE_MS) / 1000),
    email: owner.email,
    pageAuth: Object.fromEntries(
      pageKeys.map((page) => [page, isAlwaysInMenu(page) || owner.pageKeys.has(page)]),
    ),
    pageGrants: [...owner.pageKeys],
    equipmentWrites: [...owner.equipment.writes],
    lacksFactor: owner.lacksFactor,
  }
  return new SignJWT(encodeWire(claims, { ...payload, sid: String(owner.signInId) }) as JWTPayload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .sign(key)
}

/** The sign-in of a token that we signed and that has not expired, else `null`. */
export async function readToken(token: string, key: Uint8Array, clock: Clock): Promise<NamedSignIn | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(clock.now()),
    })
    const { userId, sid } = decodeWire(claims, payload)
    return { accountId: Number(userId) as AccountId, signInId: Number(sid) as SignInId }
  } catch {
    return null
  }
}
