import { expect } from 'vitest'
import type { ProviderSettings } from '../accounts/open-provider'
import { CLIENT, type ProviderRig } from './provider-rig'
import type { Received, TestServer } from './test-server'

export const PROVIDER_NAME = 'Frostline staff'

export function settingsFor({ issuer }: ProviderRig, over: Partial<ProviderSettings> = {}): ProviderSettings {
  const { id: clientId, secret: clientSecret } = CLIENT
  return { issuer, clientId, clientSecret, name: PROVIDER_NAME, claim: 'preferred_username', ...over }
}

export interface Begun {
  /** Where the browser is to go. */
  readonly address: string
  /** What it keeps in the meantime. */
  readonly cookie: string
}

export async function beginAtServer(
  server: TestServer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Begun> {
  const { status, body, cookies } = await server.send('POST', '/api/v2/auth/provider', { headers })
  expect(status, JSON.stringify(body)).toBe(200)
  return { address: body.address, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` }
}

export function finishAtServer(
  server: TestServer,
  cookie: string,
  answer: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Received> {
  return server.send('POST', '/api/v2/auth/provider/answer', {
    headers: { cookie, ...headers },
    body: { answer },
  })
}

/** The whole way of a person: to the provider, and back into the same browser. */
export async function signInAtProvider(
  server: TestServer,
  rig: ProviderRig,
  subject: string,
): Promise<Received> {
  const { address, cookie } = await beginAtServer(server)
  return finishAtServer(server, cookie, (await rig.signIn(address, subject)).search.slice(1))
}
