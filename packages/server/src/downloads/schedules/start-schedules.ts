import { randomUUID } from 'node:crypto'
import { minutes } from '@coldkeep/domain/time/instant'
import { eachStep } from '../../tasks/each-step'
import { repeating } from '../../tasks/repeating'
import { dropLease, takeLease } from '../../tasks/task-queries'
import { type MailingParts, mailReports } from './mail-reports'
import { runSchedules } from './run-schedules'

const MINUTE_MS = minutes(1)
const LEASE = { name: 'reports', forMs: minutes(5) } as const

/** Orders what is due and mails what is finished, every minute; of several servers one at a time does. */
export function startSchedules(parts: MailingParts & { readonly wake: () => void }): {
  close(): Promise<void>
} {
  const { db, clock } = parts
  const holder = randomUUID()
  const running = repeating(
    MINUTE_MS,
    async () => {
      if (!(await takeLease(db, { ...LEASE, holder }, clock.now()))) return
      await eachStep(parts.log, {
        order: async () => {
          if ((await runSchedules(parts)) > 0) parts.wake()
        },
        mail: () => mailReports(parts),
      })
    },
    parts.log,
  )
  return {
    async close() {
      await running.stop()
      await dropLease(db, LEASE.name, holder)
    },
  }
}
