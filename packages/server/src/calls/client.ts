import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The program that makes a call, as far as handlers need to know it. */
export interface Client {
  /** Its address in the network. */
  readonly address: string
  readonly protocol: 'http' | 'https'
  /** Where it reached the server, with the port. */
  readonly host: string
  readonly hostname: string
  readonly authorization: string | undefined
  /** The site whose page sent the call; programs send none. */
  readonly origin: string | undefined
  readonly userAgent: string | undefined
  readonly cookies: Cookies
}

/** Cookies that came with a call, and those that its answer sets, a refusal too. */
interface Cookies {
  get(name: string): string | undefined
  set(name: string, value: string, scope: CookieSerializeOptions): void
  clear(name: string, scope: CookieSerializeOptions): void
}

export function clientOf(request: FastifyRequest, reply: FastifyReply): Client {
  const { ip: address, protocol, host, hostname, headers } = request
  return {
    address,
    protocol,
    host,
    hostname,
    authorization: headers.authorization,
    origin: headers.origin,
    userAgent: headers['user-agent'],
    cookies: {
      get: (name) => request.cookies[name],
      set: (name, value, scope) => void reply.setCookie(name, value, scope),
      clear: (name, scope) => void reply.clearCookie(name, scope),
    },
  }
}
