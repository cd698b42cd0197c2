import { Problem } from '@coldkeep/contract/problem'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'

/** The provider is unavailable at the moment, or refuses to talk to this server at all. */
const NOT_NOW = ['server_error', 'temporarily_unavailable', 'invalid_client', 'unauthorized_client']
/** No answer, or one that no provider gives. */
const NO_ANSWER = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

/** What a failed sign-in at the provider reports; everything that is not clearly the network is a refusal. */
export function problemOf(error: unknown, provider: string): Problem {
  if (error instanceof Problem) return error
  const unreachable = new Problem('provider.unreachable', { provider })
  if (error instanceof AuthorizationResponseError) {
    return NOT_NOW.includes(error.error) ? unreachable : new Problem('session.provider_denied', { provider })
  }
  if (error instanceof WWWAuthenticateChallengeError) return unreachable
  if (error instanceof ResponseBodyError && NOT_NOW.includes(error.error)) return unreachable
  if (error instanceof ClientError && NO_ANSWER.includes(error.code ?? '')) return unreachable
  // what `fetch` throws when nothing answers
  if (error instanceof TypeError && error.cause !== undefined) return unreachable
  return new Problem('session.provider_wrong_answer', { provider })
}
