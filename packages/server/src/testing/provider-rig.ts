// of the walks too, whose program does not hold this folder
/// <reference path="./oidc-provider.d.ts" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'coldkeep', secret: 'a secret between two machines' }
export const PUBLIC_CLIENT_ID = 'coldkeep-public'
const LOGIN_PATH = '/who/'

export interface ProviderRig {
  readonly issuer: string
  /** What is said of whom; who is not here has no more than a subject. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Changes what the provider sends when a code is redeemed; `null`: nothing. */
  tamper: ((answer: TokenAnswer) => Promise<TokenAnswer>) | null
  /** An identity token with other claims, signed as the true one is. */
  signed(claims: JWTPayload): Promise<string>
  /** As a person in a browser does: goes to the address, signs in, and is sent back. @returns the address sent back to */
  signIn(address: string, login: string): Promise<URL>
  /** As who thinks better of it. */
  cancel(address: string): Promise<URL>
  close(): Promise<void>
}

interface TokenAnswer {
  readonly id_token: string
  readonly [other: string]: unknown
}

/** A real OpenID Connect provider on this machine. It asks for a name and a password and believes both. */
export async function startProvider(redirectUris: readonly string[], port = 0): Promise<ProviderRig> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const people = new Map<string, Readonly<Record<string, unknown>>>()
  const provider = new Provider(issuer, {
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris },
      { client_id: PUBLIC_CLIENT_ID, token_endpoint_auth_method: 'none', redirect_uris: redirectUris },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    pkce: { required: () => true },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AuthorizationCode: 60,
      AccessToken: 600,
      IdToken: 600,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${LOGIN_PATH}${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // everyone has agreed that this server may know who they are
    loadExistingGrant: async (ctx: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) => {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const rig: ProviderRig = {
    issuer,
    people,
    tamper: null,
    signed: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'JWT' }).sign(privateKey),
    signIn: (address, login) => visit(address, { login, password: 'x' }),
    cancel: (address) => visit(address, { does: 'cancel' }),
    close: () => end(server),
  }
  provider.use(async (ctx, next) => {
    await next()
    if (rig.tamper === null || ctx.path !== '/token' || ctx.status !== 200) return
    ctx.body = await rig.tamper(ctx.body as TokenAnswer)
  })
  const others = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(LOGIN_PATH)) void pickAccount(provider, request, response)
    else others(request, response)
  })
  return rig
}

const LOGIN_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Provider</title>
<h1>Who are you?</h1>
<form method="post">
  <label>Name <input name="login"></label>
  <label>Password <input name="password" type="password"></label>
  <button name="does" value="enter">Enter</button>
  <button name="does" value="cancel">Cancel</button>
</form></html>`

/** The provider's own page: shows the form, and believes what is sent with it. */
async function pickAccount(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(LOGIN_PAGE)
    return
  }
  const form = new URLSearchParams(await text(request))
  await provider.interactionFinished(
    request,
    response,
    form.get('does') === 'cancel'
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('login') ?? '' } },
  )
}

/** Follows the provider from its first address to where it sends back, with its cookies. */
async function visit(address: string, form: Record<string, string>): Promise<URL> {
  const { origin } = new URL(address)
  const cookies = new Map<string, string>()
  const go = async (to: string, body?: URLSearchParams): Promise<string> => {
    const answer = await fetch(new URL(to, origin), {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    await answer.arrayBuffer()
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`The provider answered ${answer.status} at ${to}`)
    return next
  }
  const page = await go(address)
  let next = await go(page, new URLSearchParams(form))
  while (new URL(next, origin).origin === origin) next = await go(next)
  return new URL(next)
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
