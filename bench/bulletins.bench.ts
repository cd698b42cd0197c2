import { runBulletinLoad } from '@coldkeep/server/testing/bulletin-load'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { createDatabase, urlOfDatabase } from '@coldkeep/server/testing/server-databases'
import type { Report } from './report'
import { quantile } from './sample'
import { watchMemory } from './watch-memory'

const ROUNDS = 3

/**
 * A message to 20,000 people of 2,000 stores: until its call has answered, until it is in all their consoles, and how long an alarm
 * takes to its mail while their mails go out, beside the same without a message, in the same run.
 * @throws Error where somebody was notified twice
 */
export async function run(report: Report): Promise<void> {
  const server = await startPostgresql([])
  const rounds: (Awaited<ReturnType<typeof runBulletinLoad>> & { readonly memoryMb: number })[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await createDatabase(server.url, `bench_${round}`)
      const memory = watchMemory()
      const load = await runBulletinLoad(urlOfDatabase(server.url, `bench_${round}`))
      rounds.push({ ...load, memoryMb: memory.stop() / 1024 ** 2 })
    }
  } finally {
    await server.stop()
  }
  const of = (key: 'sendSeconds' | 'consoleSeconds' | 'mailsPerSecond' | 'memoryMb') =>
    rounds.map((round) => round[key])
  const late = (key: 'quietMs' | 'busyMs') => rounds.map((round) => quantile([...round[key]], 0.95))
  report.add('message to 20,000 people: its call', 's', 'lower', of('sendSeconds'))
  report.add('message to 20,000 people: in all consoles', 's', 'lower', of('consoleSeconds'))
  report.add('message to 20,000 people: mails', '1/s', 'higher', of('mailsPerSecond'))
  report.add('message to 20,000 people: memory', 'MB', 'lower', of('memoryMb'))
  report.add('alarm to mail: without a message, 95 %', 'ms', 'lower', late('quietMs'))
  report.add('alarm to mail: while the message goes out, 95 %', 'ms', 'lower', late('busyMs'))
}
