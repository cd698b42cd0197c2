import type { FastifyInstance } from 'fastify'
import manifest from '../package.json' with { type: 'json' }
import { type HandlerParts, handlersOf } from './handlers'
import { openApiDocument } from './http/openapi'
import { serveConsole } from './http/static-files'
import { bindTo, type HttpParts, openHttp } from './open-http'

export interface AppParts extends HandlerParts, Omit<HttpParts, keyof HandlerParts> {
  /** Where the built console lies. */
  readonly consoleFolder: string
}

/** The HTTP side of the server: every call, the console, and the addresses of its health. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = await openHttp(parts)
  // streams of events would keep their connections, and the server, open
  app.addHook('preClose', async () => parts.alarms.feed.close())
  app.addHook('preClose', () => parts.screens.gateway.close())
  parts.screens.gateway.attach(app.server)
  app.addHook('onClose', () => parts.letters.settled())
  serveOpenApi(app)
  bindTo(app, handlersOf(parts), parts)
  await serveConsole(app, parts.consoleFolder)
  return app
}

function serveOpenApi(app: FastifyInstance): void {
  // making it would be a third of every start, and few read it
  let document: ReturnType<typeof openApiDocument> | null = null
  app.get('/openapi.json', async (_, reply) => {
    document ??= openApiDocument(manifest.version)
    return reply.header('cache-control', 'no-cache').send(document)
  })
}
