import { randomUUID } from 'node:crypto'
import { Server as TlsServer } from 'node:tls'
import type { SiteConfig } from '@coldkeep/contract/config'
import type { AccountId, TerminalId } from '@coldkeep/domain/ids'
import { fastifyCookie } from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { authenticate } from './accounts/authenticate'
import { refusalOf } from './accounts/refusal-of'
import { keepAudit } from './audit/keep-audit'
import { authenticateBox } from './box-systems/authenticate-box'
import { bindCalls, type Handlers } from './calls/bind-call'
import type { Basics } from './calls/context'
import type { Callers } from './calls/find-caller'
import type { ServerKeys } from './db/server-keys'
import { holderOfLink } from './downloads/holder-of-link'
import { countCalls } from './http/call-rate'
import { compressAnswers } from './http/compress'
import { endSlowBodies } from './http/end-slow-bodies'
import { dropGarbledAddresses } from './http/forwarded-addresses'
import { type Readiness, serveHealth } from './http/health'
import { isProxyOf, limitConnections } from './http/limit-connections'
import type { HttpLimits } from './http/limits'
import { answerProblem, handleProblems, MAX_BODY_BYTES } from './http/problem-handler'
import { securityHeaders, transportHeaders } from './http/security-headers'
import type { ServerCertificate } from './http/server-certificate'
import { openTurns } from './http/turns'
import { checkSigned } from './notices/line/line-api'
import type { Notices } from './notices/notices'
import type { Metrics } from './tasks/metrics'
import { authenticateTerminal } from './terminals/authenticate-terminal'

/** Requests that came too slow are looked for so often. */
const CHECKED_EVERY_MS = 5_000

/** What every process that answers calls needs for that. */
export interface HttpParts extends Basics {
  readonly keys: ServerKeys
  readonly site: SiteConfig
  readonly notices: Pick<Notices, 'line'>
  readonly metrics: Metrics
  /** Addresses and networks of the proxies whose word on who calls is taken. */
  readonly proxies: readonly string[]
  readonly log: Logger
  /** `null`: without TLS. */
  readonly certificate: ServerCertificate | null
  /** Required to read the metrics; `null`: only this machine may read them. */
  readonly metricsToken: string | null
  readonly limits: HttpLimits
  readiness(): Promise<Readiness>
}

/** HTTP with its limits, headers, failures and health, and no calls yet. It does not listen yet. */
export async function openHttp(parts: HttpParts): Promise<FastifyInstance> {
  const headers = securityHeaders(parts.site)
  const loggerInstance: FastifyBaseLogger = parts.log
  const { certificate } = parts
  const arrival = {
    headersTimeout: parts.limits.headWithinMs,
    connectionsCheckingInterval: Math.min(CHECKED_EVERY_MS, parts.limits.headWithinMs),
  }
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: parts.limits.requestWithinMs,
    trustProxy: parts.proxies.length > 0 && [...parts.proxies],
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request, reply.headers({ ...headers, ...transportHeaders(request) })),
    ...(certificate === null ? { http: arrival } : { https: { ...certificate.options(), ...arrival } }),
  }) as FastifyInstance
  if (app.server instanceof TlsServer) certificate?.follow(app.server)
  limitConnections(app.server, parts.limits, isProxyOf(parts.proxies))
  endSlowBodies(app, parts.limits)
  readJsonOnly(app)
  recordRequests(app, parts)
  app.addHook('onRequest', async ({ headers: sent }) => dropGarbledAddresses(sent))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, ...transportHeaders(request) })
  })
  compressAnswers(app)
  handleProblems(app)
  await app.register(fastifyCookie)
  serveHealth(app, parts)
  return app
}

/** Makes routes of calls. */
export function bindTo(app: FastifyInstance, handlers: Partial<Handlers>, parts: HttpParts): void {
  const load = { turns: openTurns(parts.limits), rate: countCalls<AccountId>(parts.limits) }
  const { db, clock } = parts
  bindCalls(app, handlers, {
    ...{ db, clock, ...load, limits: parts.limits, refusals: keepAudit(app, parts) },
    callers: callersOf(parts),
    refusalOf: (error, refused) => refusalOf(error, refused, db),
  })
}

/** Who makes a call, by each kind of access. */
function callersOf(parts: HttpParts): Callers {
  const boxRate = countCalls<TerminalId>({ callsPerMinute: parts.limits.boxCallsPerMinute })
  return {
    account: (request) => authenticate(request, parts),
    link: (request) => holderOfLink(request, parts),
    terminal: (request) => authenticateTerminal(request, parts),
    box: async (request) => {
      const terminal = await authenticateBox(request, parts)
      boxRate.count(terminal.terminalId, parts.clock.now())
      return terminal
    },
    line: (bytes, { headers }) => checkSigned(parts.notices.line, bytes, headers['x-line-signature']),
  }
}

/** Bodies are JSON. An empty one is no body, whatever its type says. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body as string, done)
  })
}

/** One line and one measurement per request, under the pattern of its address, never the address itself. */
function recordRequests(app: FastifyInstance, { metrics }: HttpParts): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime } = reply
    metrics.http.seconds.observe({ method: request.method, route, status }, elapsedTime / 1000)
    request.log.info(
      { request_id: request.id, method: request.method, route, status, duration_ms: Math.round(elapsedTime) },
      'request',
    )
  })
}
