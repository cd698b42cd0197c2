import { randomUUID } from 'node:crypto'
import { Server as TlsServer } from 'node:tls'
import type { AccountId, TerminalId } from '@coldkeep/domain/ids'
import { fastifyCookie } from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { authenticate } from './accounts/authenticate'
import { refusalOf } from './accounts/refusal-of'
import { keepAudit } from './audit/keep-audit'
import { authenticateBox } from './box-systems/authenticate-box'
import { bindCalls } from './calls/bind-call'
import type { Basics } from './calls/context'
import type { Callers } from './calls/find-caller'
import { holderOfLink } from './downloads/holder-of-link'
import { type HandlerParts, handlersOf } from './handlers'
import { countCalls } from './http/call-rate'
import { compressAnswers } from './http/compress'
import { endSlowBodies } from './http/end-slow-bodies'
import { dropGarbledAddresses } from './http/forwarded-addresses'
import { type Readiness, serveHealth } from './http/health'
import { isProxyOf, limitConnections } from './http/limit-connections'
import type { HttpLimits } from './http/limits'
import { openApiDocument } from './http/openapi'
import { answerProblem, handleProblems, MAX_BODY_BYTES } from './http/problem-handler'
import { securityHeaders, transportHeaders } from './http/security-headers'
import type { ServerCertificate } from './http/server-certificate'
import { serveConsole } from './http/static-files'
import { openTurns } from './http/turns'
import { checkSigned } from './notices/line/line-api'
import type { Metrics } from './tasks/metrics'
import { authenticateTerminal } from './terminals/authenticate-terminal'

/** Requests that came too slow are looked for so often. */
const CHECKED_EVERY_MS = 5_000

export interface AppParts extends Basics, HandlerParts {
  readonly metrics: Metrics
  /** Addresses and networks of the proxies whose word on who calls is taken. */
  readonly proxies: readonly string[]
  readonly log: Logger
  /** `null`: without TLS. */
  readonly certificate: ServerCertificate | null
  /** Required to read the metrics; `null`: only this machine may read them. */
  readonly metricsToken: string | null
  readonly limits: HttpLimits
  /** Where the built console lies. */
  readonly consoleFolder: string
  readiness(): Promise<Readiness>
}

/** The HTTP side of the server: every call, the console, and the addresses of its health. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
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
  // streams of events would keep their connections, and the server, open
  app.addHook('preClose', async () => parts.alarms.feed.close())
  app.addHook('preClose', () => parts.screens.gateway.close())
  parts.screens.gateway.attach(app.server)
  app.addHook('onClose', () => parts.letters.settled())
  compressAnswers(app)
  handleProblems(app)
  await app.register(fastifyCookie)
  serveHealth(app, parts)
  serveOpenApi(app)
  const load = { turns: openTurns(parts.limits), rate: countCalls<AccountId>(parts.limits) }
  const { db, clock } = parts
  bindCalls(app, handlersOf(parts), {
    ...{ db, clock, ...load, limits: parts.limits, refusals: keepAudit(app, parts) },
    callers: callersOf(parts),
    refusalOf: (error, refused) => refusalOf(error, refused, db),
  })
  await serveConsole(app, parts.consoleFolder)
  return app
}

/** Who makes a call, by each kind of access. */
function callersOf(parts: AppParts): Callers {
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

function serveOpenApi(app: FastifyInstance): void {
  // making it would be a third of every start, and few read it
  let document: ReturnType<typeof openApiDocument> | null = null
  app.get('/openapi.json', async (_, reply) => {
    document ??= openApiDocument(manifest.version)
    return reply.header('cache-control', 'no-cache').send(document)
  })
}

/** One line and one measurement per request, under the pattern of its address, never the address itself. */
function recordRequests(app: FastifyInstance, { metrics }: AppParts): void {
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
