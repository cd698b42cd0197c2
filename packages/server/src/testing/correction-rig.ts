import { randomUUID } from 'node:crypto'
import type { BreachId } from '@coldkeep/domain/ids'
import { hours, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { readStoreDays } from '../analysis/read-store-days'
import { temperatureAnalysis } from '../analysis/run-temperature'
import type { Database } from '../db/connect'
import { stageTables } from '../storage/staging-queries'
import { type EvidenceRig, evidenceRig } from './evidence-rig'
import { insertPerson } from './insert-person'
import { writeScans } from './plant/write-history'
import { NOON, type Received } from './test-server'

const DAY = '2026-11-19'

/** The server of {@link EvidenceRig}, whose chilled case was in breach yesterday from 10:00 to 11:10. */
export interface CorrectionRig extends EvidenceRig {
  /** Judges days of the store as they are read by now. */
  judge(...days: readonly string[]): Promise<void>
  /** Food of the chilled case, every five minutes from a time of a day on, as it comes in late. */
  readLate(from: string, celsius: readonly number[]): Promise<void>
  /** The breach of the chilled case that began last. */
  breach(as?: string): Promise<BreachId>
  list(query?: string, as?: string): Promise<Received['body']>
  read(id: BreachId, as?: string): Promise<Received>
  /** Enters what was done, as the form does. */
  act(id: BreachId, more?: object, as?: string): Promise<Received>
  /** Agrees to what is shown. */
  check(id: BreachId, more?: object, as?: string): Promise<Received>
}

/** @returns the rig with the people una and ben, who have the page, and vic, who has not */
export async function correctionRig(database: Database): Promise<CorrectionRig> {
  const rig = await evidenceRig(database)
  const { server, chilled } = rig
  const { storeId } = server.fleet.stores.alder
  await insertPerson(server, 'una', server.fleet.north, ['1-2', '1-7', '2-1-2', '2-2-4'])
  await insertPerson(server, 'ben', server.fleet.north, ['1-2', '2-2-4'])
  await insertPerson(server, 'vic', server.fleet.north, ['1-7'])
  const judge = async (...days: readonly string[]) => {
    const asOf = server.clock.now()
    const read = await readStoreDays(server.db, [{ storeId, days: days.map(localDate) }], asOf)
    const past = read.filter(({ until, period }) => until > period.startAt)
    const write = await temperatureAnalysis.run(server.db, past, asOf)
    await server.db.transaction().execute(write)
  }
  const read = (id: BreachId, as = 'una') => server.send('GET', `/api/v2/corrections/${id}`, { as })
  const seen = async (id: BreachId, as: string) => {
    const { body } = await read(id, as)
    return { actions: body?.breach?.actions ?? 0, facts: body?.breach?.facts ?? 1 }
  }
  const list = async (query = '', as = 'una') =>
    (await server.send('GET', `/api/v2/corrections?${query}`, { as })).body
  await judge(DAY)
  return {
    ...rig,
    judge,
    async readLate(from, celsius) {
      const first = Date.parse(`${from}:00+08:00`)
      const at = Float64Array.from(celsius, (_, cycle) => first + cycle * minutes(5))
      const column = (value: (index: number) => number) =>
        Float32Array.from(celsius, (_, index) => value(index))
      const session = await database.openSession(stageTables)
      await writeScans(
        session,
        [
          {
            ...{ storeId, deviceId: chilled.deviceId, pointListId: chilled.pointListId },
            ...{ valuePoints: chilled.pointIds, counterPoints: [], counters: [], periodSeconds: 300, at },
            values: [column(() => 5), column((index) => celsius[index] as number), column(() => 0)],
            quality: null,
          },
        ],
        NOON,
      )
      await session.close()
    },
    async breach(as = 'una') {
      const device = `deviceid=${chilled.deviceId}&show=period`
      return (await list(device, as)).records[0]?.id
    },
    list,
    read,
    async act(id, more = {}, as = 'una') {
      const { actions } = await seen(id, 'admin')
      const body = {
        ...{ key: randomUUID(), actions, action: 'Closed the door', disposition: 'discarded' },
        ...{ quantity_kg: 12.5, quantity_words: '30 boxes', cause: 'Door was left open' },
        ...{ done_at: new Date(dayPeriod('Asia/Taipei', localDate(DAY)).startAt + hours(11)).toISOString() },
        ...more,
      }
      return server.send('POST', `/api/v2/corrections/${id}/actions`, { as, body })
    },
    async check(id, more = {}, as = 'ben') {
      const body = { key: randomUUID(), ...(await seen(id, 'admin')), agrees: true, ...more }
      return server.send('POST', `/api/v2/corrections/${id}/checks`, { as, body })
    },
  }
}
