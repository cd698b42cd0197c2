import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics'

/** What the server needs to be of use. */
export interface Readiness {
  readonly database: boolean
  readonly broker: boolean
}

/** The addresses that machines ask: is the process alive, does it serve, how is it doing. */
export function serveHealth(
  app: FastifyInstance,
  { metrics, readiness }: { readonly metrics: Metrics; readiness(): Promise<Readiness> },
): void {
  app.get('/healthz', () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await readiness()
    return reply.code(ready.database && ready.broker ? 200 : 503).send(ready)
  })
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}
