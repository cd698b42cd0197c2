import { days, epochMs, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { Outbox } from '../outbox/outbox'
import { systemTime } from '../time/system-time'

/**
 * Started by tests as a process of its own: appends, and prints each number once it is safe. With a limit the
 * messages are cycles of twenty days ago, five minutes apart, so that they are thinned all the time.
 */
const [folder = '', most = '1000000', limit] = process.argv.slice(2)
const limitBytes = limit === undefined ? undefined : Number(limit)
const outbox = await Outbox.open({
  folder,
  time: systemTime,
  log: pino({ level: 'silent' }),
  isClockTrusted: () => true,
  ...(limitBytes !== undefined && { limitBytes }),
})
const startMs = Date.now()
for (let count = 0; count < Number(most); count++) {
  const at = epochMs(limitBytes === undefined ? Date.now() : startMs - days(20) + minutes(5 * count))
  const row = await outbox.append('readings', at, (epoch, sequence) =>
    limitBytes === undefined
      ? Buffer.from(`${epoch}:${sequence}`)
      : Buffer.from(
          JSON.stringify({ v: 1, e: epoch, s: sequence, t: at, cfg: 1, r: [], fill: 'x'.repeat(900) }),
        ),
  )
  process.stdout.write(`${row.epoch}:${row.sequence}\n`)
}
await outbox.close()
