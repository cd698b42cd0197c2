import { Problem } from '@coldkeep/contract/problem'
import { type Clock, type EpochMs, hours, seconds } from '@coldkeep/domain/time/instant'
import * as oidc from 'openid-client'
import type { Logger } from 'pino'
import { isLoopback } from '../http/loopback'
import { problemOf } from './provider-problem'

/** What a browser on its way to the provider and back is known by; each of them is made once. */
export interface VisitSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The identity of a person, as signed by the provider. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /**
   * The login of the account here until the two are linked: the value of the claim. `null` where the provider
   * does not send it, or has not verified the mail address.
   * @throws Problem `provider.unreachable`
   */
  accountName(): Promise<string | null>
}

/** The OpenID Connect provider of the organisation (authorization code flow with PKCE). */
export interface Provider {
  /** How people call it. */
  readonly name: string
  readonly issuer: string
  /** Names accounts that are not linked yet; `null`: none does. */
  readonly claim: string | null
  /** Where the browser is to go. @throws Problem `provider.unreachable` */
  addressFor(visit: VisitSecrets): Promise<string>
  /**
   * Who came back with this answer. State, nonce, issuer, audience, times and signature are those that they must be.
   * @throws Problem `provider.unreachable`, `session.provider_denied`, `session.provider_wrong_answer`
   */
  identityOf(answer: URLSearchParams, visit: VisitSecrets): Promise<ProviderIdentity>
}

const WITHIN_MS = seconds(10)
/**
 * The addresses that the provider publishes are read again now and then; keys are looked up when an unknown
 * one signs.
 */
const KNOWN_FOR_MS = hours(1)
const LONGEST_NAME = 254

interface ProviderParts {
  /** Where people reach the console; the provider sends them back to its sign-in page. */
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Logger
}

/** Sends nothing to the provider yet: that is done at the first sign-in, and again until it answers. */
export function openProvider(settings: ProviderSettings, { publicUrl, clock, log }: ProviderParts): Provider {
  const { name, issuer, claim } = settings
  const redirectUri = `${publicUrl}/login`
  const configuration = knowing(() => discover(settings), clock)
  const withProvider = async <Answer>(
    work: (config: oidc.Configuration) => Promise<Answer>,
  ): Promise<Answer> => {
    const config = await configuration().catch((error: unknown) => {
      log.warn({ err: error, issuer }, 'provider not reached')
      throw new Problem('provider.unreachable', { provider: name })
    })
    try {
      return await work(config)
    } catch (error) {
      log.warn({ err: error, issuer }, 'provider gave no identity')
      throw problemOf(error, name)
    }
  }
  return {
    name,
    issuer,
    claim,
    addressFor: ({ state, nonce, codeVerifier }) =>
      withProvider(async (config) => {
        const address = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopeFor(claim),
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return address.href
      }),
    identityOf: (answer, { state, nonce, codeVerifier }) =>
      withProvider(async (config) => {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${answer}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        })
        const claims = tokens.claims()
        // a provider for many tenants signs for other organisations too
        if (claims === undefined || new URL(claims.iss).href !== new URL(issuer).href) {
          throw new oidc.ClientError('identity of another issuer')
        }
        const { iss, sub } = claims
        return {
          issuer: iss,
          subject: sub,
          accountName: () =>
            withProvider(async () => {
              if (claim === null) return null
              if (claim in claims) return nameIn(claims, claim)
              return nameIn(await oidc.fetchUserInfo(config, tokens.access_token, sub), claim)
            }),
        }
      }),
  }
}

/** @throws what went wrong on the way, or is wrong with the provider's own metadata */
function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:' && isLoopback(new URL(issuer).hostname)
  return oidc.discovery(
    new URL(issuer),
    clientId,
    {},
    clientSecret === null ? oidc.None() : clientAuth(clientSecret),
    {
      timeout: WITHIN_MS / 1000,
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    },
  )
}

/** In the header, as every provider accepts it by the standard, unless this one requires it in the body. */
function clientAuth(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const prefersBody = !taken.includes('client_secret_basic') && taken.includes('client_secret_post')
    return (prefersBody ? inBody : inHeader)(server, ...rest)
  }
}

/** Reads once for all concurrent callers; while it cannot be read again, the previous value is used. */
function knowing<Known>(read: () => Promise<Known>, clock: Clock): () => Promise<Known> {
  let known: { readonly value: Known; readonly at: EpochMs } | null = null
  let reading: Promise<Known> | null = null
  return async () => {
    if (known !== null && clock.now() - known.at < KNOWN_FOR_MS) return known.value
    reading ??= read().finally(() => {
      reading = null
    })
    try {
      known = { value: await reading, at: clock.now() }
    } catch (error) {
      if (known === null) throw error
    }
    return known.value
  }
}

function scopeFor(claim: string | null): string {
  if (claim === null || claim === 'sub') return 'openid'
  return claim === 'email' ? 'openid email' : 'openid profile'
}

/** A mail address counts only where the provider has made sure that it belongs to who signs in. */
function nameIn(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  const name = claims[claim]
  const isSure = claim !== 'email' || claims.email_verified === true || claims.email_verified === 'true'
  if (typeof name !== 'string' || !isSure || name.length > LONGEST_NAME) return null
  const trimmed = name.trim().normalize('NFC')
  return trimmed === '' || trimmed.includes('\0') ? null : trimmed
}

/** The OpenID Connect provider with which people sign in. */
export interface ProviderSettings {
  /** Over https, or plain on this machine. */
  readonly issuer: string
  readonly clientId: string
  /** `null`: a public client, which proves itself by the proof key alone. */
  readonly clientSecret: string | null
  /** How people call it. */
  readonly name: string
  /** Which claim is the name of an account that is not linked yet; `email`: its mail address; `null`: none is. */
  readonly claim: string | null
}
