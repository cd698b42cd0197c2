import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { Outbox } from '../outbox/outbox'
import { systemTime } from '../time/system-time'

/** Started by tests as a process of its own: appends, and says each number once it is safe. */
const [folder = '', most = '1000000'] = process.argv.slice(2)
const outbox = await Outbox.open({
  folder,
  time: systemTime,
  log: pino({ level: 'silent' }),
  isClockTrusted: () => true,
})
for (let count = 0; count < Number(most); count++) {
  const row = await outbox.append('readings', epochMs(Date.now()), (epoch, sequence) =>
    Buffer.from(`${epoch}:${sequence}`),
  )
  process.stdout.write(`${row.epoch}:${row.sequence}\n`)
}
await outbox.close()
