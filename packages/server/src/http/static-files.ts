import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOfUnknownRoute } from './problem-handler'

/** The build names these files after their content. */
const HASHED_FOLDER = '/assets/'
const HASHED_CACHE = 'public, max-age=31536000, immutable'

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Coldkeep</title>
<h1>The console is not built</h1>
<p>The server runs. Stop it, build the console with <code>npm run build</code> and start it again.</p>
</html>`

/**
 * Serves the built console: its files, and its page at every address that one of its screens may have.
 * What is neither a file nor a screen is refused in the one shape.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.replaceAll('\\', '/').includes(HASHED_FOLDER)
        reply.setHeader('cache-control', isHashed ? HASHED_CACHE : 'no-cache')
      },
    })
  }
  const sendPage = (reply: FastifyReply) => (isBuilt ? reply.sendFile('index.html') : answerNotBuilt(reply))
  app.get('/', (_, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    if (!isScreen(request)) throw problemOfUnknownRoute(request, reply)
    return sendPage(reply)
  })
}

/** Screens have addresses without a dot, are opened by people, and are none of the calls'. */
function isScreen(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const expectsPage = request.headers.accept?.includes('text/html') === true
  return isRead && expectsPage && !path.startsWith('/api/') && !/\.[^/]*$/.test(path)
}

function answerNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(NOT_BUILT)
}
