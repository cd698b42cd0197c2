import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '@coldkeep/contract/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect'
import type { Metrics } from '../tasks/metrics'
import { isLoopback } from './loopback'
import { pingDatabase } from './ping-queries'

/** What the process needs to be of use, and whether it has it. */
export interface Readiness {
  readonly database: boolean
  /** Left out by a process that takes nothing from a broker. */
  readonly broker?: boolean
}

/** The addresses that machines ask: is the process alive, does it serve, how is it doing. */
export function serveHealth(
  app: FastifyInstance,
  {
    metrics,
    metricsToken,
    readiness,
  }: { readonly metrics: Metrics; readonly metricsToken: string | null; readiness(): Promise<Readiness> },
): void {
  app.get('/healthz', () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await readiness()
    return reply.code(Object.values(ready).every(Boolean) ? 200 : 503).send(ready)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new Problem('route.unknown')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** With a token every caller that presents it, without one a caller on this machine and no proxy on it. */
function mayReadMetrics({ ip, headers }: FastifyRequest, token: string | null): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (token === null) return !isForwarded && isLoopback(ip.replace(/^::ffff:/, ''))
  const [shown, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return shown !== undefined && expected !== undefined && timingSafeEqual(shown, expected)
}

/** Whether the database answers a question in that time. */
export async function answersWithin(db: Db, timeoutMs: number): Promise<boolean> {
  let alarm: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    alarm = setTimeout(resolve, timeoutMs, false)
  })
  const answered = pingDatabase(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, tooLate]).finally(() => clearTimeout(alarm))
}
