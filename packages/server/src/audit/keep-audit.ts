import type { Clock } from '@coldkeep/domain/time/instant'
import { seconds } from '@coldkeep/domain/time/instant'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import { repeating } from '../tasks/repeating'
import { openRefusals, type Refusals } from './refusals'
import { sealAudit } from './seal-audit'

const EVERY_MS = seconds(2)

/**
 * Maintains the audit of a server while it runs: rows get their place in the chain within seconds, and
 * repeated refusals are summed up. The end of the chain goes to the log too, which is kept elsewhere: with
 * such a line it can be shown later that the chain has not been rewritten.
 */
export function keepAudit(
  app: FastifyInstance,
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger },
): Refusals {
  const refusals = openRefusals({ db, clock, log })
  const round = async () => {
    await refusals.flush()
    const head = await sealAudit(db)
    if (head === null) return
    const hash = Buffer.from(head.hash).toString('hex')
    log.info({ position: head.position, hash }, 'audit sealed')
  }
  const rounds = repeating(EVERY_MS, round, log)
  app.addHook('onClose', async () => {
    await rounds.stop()
    await refusals.flush('all')
    await round().catch((error: unknown) => log.warn({ err: error }, 'audit sealed at the next start'))
  })
  return refusals
}
