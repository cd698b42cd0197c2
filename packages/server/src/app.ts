import { randomUUID } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { keepAudit } from './audit/keep-audit'
import { serveField } from './field/serve-field'
import { handlers } from './handlers'
import { bindCalls } from './http/bind-call'
import { compressAnswers } from './http/compress'
import type { Resources } from './http/context'
import { type Readiness, serveHealth } from './http/health'
import type { Metrics } from './http/metrics'
import { openApiDocument } from './http/openapi'
import { answerProblem, handleProblems, MAX_BODY_BYTES } from './http/problem-handler'
import { securityHeaders } from './http/security-headers'
import { serveConsole } from './http/static-files'
import { serveLine } from './notices/line/serve-line'

export interface AppParts extends Resources {
  readonly metrics: Metrics
  readonly log: Logger
  /** Where the built console lies. */
  readonly consoleFolder: string
  readiness(): Promise<Readiness>
}

/** The HTTP side of the server: every call, the console, and the addresses for machines. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const headers = securityHeaders(parts.site)
  const loggerInstance: FastifyBaseLogger = parts.log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    // A proxy on the same machine tells who really calls; nobody else is believed.
    trustProxy: 'loopback',
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply.headers(headers)),
  })
  readJsonOnly(app)
  recordRequests(app, parts)
  app.addHook('onRequest', async (_, reply) => void reply.headers(headers))
  // streams of events would keep their connections, and the server, open
  app.addHook('preClose', async () => parts.alarms.feed.close())
  app.addHook('onClose', () => parts.letters.settled())
  compressAnswers(app)
  handleProblems(app)
  await app.register(fastifyCookie)
  serveHealth(app, parts)
  serveOpenApi(app)
  bindCalls(app, handlers, { ...parts, refusals: keepAudit(app, parts) })
  serveField(app, parts)
  serveLine(app, parts)
  await serveConsole(app, parts.consoleFolder)
  return app
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
  const document = openApiDocument(manifest.version)
  app.get('/openapi.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(document))
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
