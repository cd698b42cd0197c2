import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
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

/** Whether the database answers a question in that time. */
export async function answersWithin(db: Db, timeoutMs: number): Promise<boolean> {
  let alarm: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    alarm = setTimeout(resolve, timeoutMs, false)
  })
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(alarm))
}
